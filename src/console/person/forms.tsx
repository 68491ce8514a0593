import type { Child } from 'hono/jsx';
import type { z } from 'zod';
import { addDays, addMonths, type Instant, startOfMonth, toDay } from '../../core/instant.ts';
import { DEFAULT_TEMPLATE_ID, MODULES } from '../../core/modules.ts';
import { requireFound } from '../../core/refusals.ts';
import { INTERVAL_NAMES, MODULE_NAMES, VOUCHER_TYPE_NAMES } from '../../core/words.ts';
import { employeeToWire } from '../../employees/contract.ts';
import type { PersonalFields } from '../../employees/rules.ts';
import type { EmployeeWithBenefits } from '../../employees/store.ts';
import { updateEmployee } from '../../employment/actions.ts';
import { updateEmployeeRoute } from '../../employment/contract.ts';
import { revokeAccess, setAccess } from '../../flex/access/actions.ts';
import { accessesToWire, revokeAccessRoute, setAccessRoute } from '../../flex/access/contract.ts';
import type { FlexAccess } from '../../flex/access/table.ts';
import { setDefaultAccess } from '../../goodies/default-access/actions.ts';
import { defaultAccessesToWire, setDefaultAccessRoute } from '../../goodies/default-access/contract.ts';
import {
	createPlannedVoucher,
	revokePlannedVoucher,
	revokePlannedVouchers,
	setMonthlyBudget,
} from '../../goodies/plans/actions.ts';
import {
	createPlannedVoucherRoute,
	plansToWire,
	revokePlannedVoucherRoute,
	revokePlannedVouchersRoute,
	setMonthlyBudgetRoute,
} from '../../goodies/plans/contract.ts';
import { INTERVALS, isMonthlyBudget, VOUCHER_TYPES } from '../../goodies/plans/rules.ts';
import type { PlannedVoucher } from '../../goodies/plans/table.ts';
import { endDateOf } from '../../http/contract.ts';
import type { DateWindow } from '../../overview/date-windows/rules.ts';
import type { EmployeeYear } from '../../overview/year/actions.ts';
import type { App, Context } from '../env.ts';
import type { Say } from '../format.ts';
import {
	type FormDefinition,
	FormFor,
	type FormForProps,
	form,
	type Kinds,
	type Showing,
	takeForm,
} from '../forms.tsx';
import { anyMoney, day, flag, instant, language, manyOf, oneOf, optional, text } from '../kinds.tsx';
import { Empty } from '../parts.tsx';
import { type Attempt, previewed } from '../submit.ts';
import { textIn } from '../typed.ts';
import type { Catalogue } from '../words.ts';
import { doneAddress, type Undo, unended, unlaid } from './done.ts';
import { shownEmployee, windowsOf } from './employee.ts';
import { FORM_WORDS } from './form-words.ts';
import { planText } from './periods.ts';
import type { ChangeName } from './words.ts';
import type { Changed, Year } from './year.ts';

/** The year that a form starts from, and the id of the period that the reader has selected in it. */
interface Shown {
	known: EmployeeYear;
	year: Year;
	of: string | undefined;
	/** Entries that take another change back. */
	typed: FormData | undefined;
	say: Say;
}

interface PersonForm<F extends Kinds, S extends z.ZodType, T>
	extends Omit<FormDefinition<F, S, T, string, Changed>, 'preview' | 'words'> {
	/** The events that change its record. */
	events: RegExp;
	/** Returns the part of the year that differs after the change. */
	seen(after: T): Changed;
	/** Returns the form that takes the change back, with its fields as they were. */
	undo?(change: { before: T | null; after: T; typed: FormData }): Undo | undefined;
	/** Returns what fills the fields, or what stands in their place. */
	fill(
		shown: Shown,
	): Pick<FormForProps<F, T>, 'record' | 'values' | 'options' | 'given'> & { instead?: Child };
}

/** Declares the form of a change of a person. */
function formOf<F extends Kinds, S extends z.ZodType, T>(definition: PersonForm<F, S, T>) {
	const { events, seen, undo, fill, ...rest } = definition;
	const of = form({
		...rest,
		words: FORM_WORDS as unknown as Catalogue<{ [Name in keyof F]: string }>,
		preview: async (c: Context, attempt: Attempt<T>) => seen(await previewed(c, attempt)),
	});
	return {
		of,
		events,
		take: (app: App, name: ChangeName, showing: Showing<string>) =>
			takeForm(app, `/people/:employeeId/${name}`, of, {
				...showing,
				to(id, after, { var: { typed } }, before) {
					return doneAddress(id, name, typed, undo?.({ before, after, typed }));
				},
			}),
		draw(shown: Shown, to: string, others: Child) {
			const { instead, ...filled } = fill(shown);
			return (
				<FormFor of={of} {...filled} typed={shown.typed} to={to} others={others}>
					{instead}
				</FormFor>
			);
		},
	};
}

/** The fields for a period that begins. */
const period = { startDate: day({ edge: 'first' }), endDate: optional(day({ edge: 'last' })) };
const end = { endDate: day({ edge: 'last' }) };

interface Dates {
	validFrom: Instant;
	validUntil: Instant | null;
}

/** Fills the fields of a period. The earliest day comes first, and browsers suggest it and the months after it. */
export function periodFrom({ start }: DateWindow, say: Say, old?: Dates) {
	const earliest = start ?? 0;
	const until = old?.validUntil ?? null;
	const months = [1, 2, 3].map((count) => startOfMonth(addMonths(earliest, count)));
	const days = [earliest, ...months, Math.max(earliest, old?.validFrom ?? 0)].map(toDay);
	const [min, value] = [days[0], days.pop()];
	const options = days.map((one) => ({ value: one, label: one }));
	return {
		startDate: { value, min, options, hint: earliestHint(earliest, say) },
		endDate: { value: until === null || until < earliest ? undefined : toDay(until) },
	};
}

const endFrom = ({ end: last }: DateWindow, say: Say) => ({
	endDate: { min: toDay(last ?? 0), hint: earliestHint(last ?? 0, say) },
});

const earliestHint = (at: Instant, say: Say): string => FORM_WORDS[say.language].earliest(say.day(at));

/** The period that a form is about: the one that was pointed at, else the last one. */
const selected = <P extends { id: string }>(periods: readonly P[], of: string | undefined): P | undefined =>
	periods.find(({ id }) => id === of) ?? periods.at(-1);

const moneyOf = (value: number, currency: string) => ({ budget: (value / 100).toFixed(2), currency });

const accessFields = (old: FlexAccess): Undo['fields'] => ({
	...moneyOf(old.budgetValue, old.budgetCurrency),
	allowedModules: old.allowedModules,
	...(old.accumulateBudget && { accumulateBudget: 'on' }),
	flexTaxRuleTemplateId: old.taxRuleTemplateId ?? DEFAULT_TEMPLATE_ID,
});

const planFields = (old: Pick<PlannedVoucher, 'amountValue' | 'amountCurrency'>): Undo['fields'] =>
	moneyOf(old.amountValue, old.amountCurrency);

const access = {
	events: /^flex_access\./,
	toWire: accessesToWire,
	seen: (after: Year['accesses']): Changed => ({ accesses: after }),
};

const plans = {
	events: /^planned_voucher\./,
	toWire: plansToWire,
	seen: (after: Year['plans']): Changed => ({ plans: after }),
};

export const setting = {
	contract: setAccessRoute,
	fields: {
		budget: anyMoney(),
		...period,
		allowedModules: manyOf(MODULES, MODULE_NAMES),
		accumulateBudget: flag(),
	},
};

export const budgetSetting = {
	contract: setMonthlyBudgetRoute,
	fields: { budget: anyMoney(), ...period },
};

/** The record of the API has no names, which belong to the user. */
const withNames = (employee: Parameters<typeof employeeToWire>[0] & PersonalFields) => {
	const { firstName, lastName, language: chosen } = employee;
	return { ...employeeToWire(employee), firstName, lastName, language: chosen };
};

const employee = {
	events: /^(employee|pause|user)\./,
	contract: updateEmployeeRoute,
	attempt: updateEmployee,
	toWire: withNames,
	seen: ({ pauses, dateTerminated }: EmployeeWithBenefits): Changed => ({ pauses, dateTerminated }),
};

const dayOrEmpty = (at: Instant | null | undefined): string => (at == null ? '' : toDay(at));

export const FORMS = {
	access: formOf({
		...access,
		...setting,
		fields: { ...setting.fields, flexTaxRuleTemplateId: oneOf() },
		attempt: setAccess,
		undo: ({ before, typed }) => unlaid(before ?? [], typed, ['access', 'access-end'], accessFields),
		fill({ known, year, of, say }) {
			const old = selected(year.accesses, of);
			const standard = { id: DEFAULT_TEMPLATE_ID, name: FORM_WORDS[say.language].standard };
			const templates = known.templates.length === 0 ? [] : [standard, ...known.templates];
			return {
				record: year.accesses,
				values: {
					budget: old === undefined ? null : { value: old.budgetValue, currency: old.budgetCurrency },
					allowedModules: old?.allowedModules ?? MODULES,
					accumulateBudget: old?.accumulateBudget ?? false,
					flexTaxRuleTemplateId: old?.taxRuleTemplateId ?? DEFAULT_TEMPLATE_ID,
				},
				options: { flexTaxRuleTemplateId: templates.map(({ id, name }) => ({ value: id, label: name })) },
				given: periodFrom(windowsOf(known, year.now).setAccess, say, of === undefined ? undefined : old),
			};
		},
	}),
	'access-end': formOf({
		...access,
		contract: revokeAccessRoute,
		fields: end,
		attempt: (call, id, body) => revokeAccess(call, id, endDateOf(body, {})),
		undo: ({ before, typed }) => unended(before ?? [], typed, 'access', accessFields),
		fill: ({ known, year, say }) => ({
			record: year.accesses,
			given: endFrom(windowsOf(known, year.now).revokeAccess, say),
		}),
	}),
	budget: formOf({
		...plans,
		...budgetSetting,
		attempt: setMonthlyBudget,
		undo: ({ before, typed }) =>
			unlaid((before ?? []).filter(isMonthlyBudget), typed, ['budget', 'budget-end'], planFields),
		fill({ known, year, of, say }) {
			const old = selected(year.plans.filter(isMonthlyBudget), of);
			return {
				record: year.plans,
				values: {
					budget: old === undefined ? null : { value: old.amountValue, currency: old.amountCurrency },
				},
				given: periodFrom(
					windowsOf(known, year.now).setMonthlyBudget,
					say,
					of === undefined ? undefined : old,
				),
			};
		},
	}),
	'budget-end': formOf({
		...plans,
		contract: revokePlannedVouchersRoute,
		fields: end,
		attempt: (call, id, body) => revokePlannedVouchers(call, id, endDateOf(body, {})),
		undo: ({ before, typed }) => unended((before ?? []).filter(isMonthlyBudget), typed, 'budget', planFields),
		fill: ({ known, year, say }) => ({
			record: year.plans,
			given: endFrom(windowsOf(known, year.now).revokePlannedVouchers, say),
		}),
	}),
	/** A plan beside the monthly budget, such as a gift for a birthday. */
	gift: formOf({
		events: plans.events,
		contract: createPlannedVoucherRoute,
		fields: {
			goodiesVoucherType: oneOf(VOUCHER_TYPES, VOUCHER_TYPE_NAMES),
			amount: anyMoney('budget'),
			interval: oneOf(INTERVALS, INTERVAL_NAMES),
			...period,
		},
		attempt: createPlannedVoucher,
		seen: (plan): Changed => ({ added: [plan] }),
		undo: ({ after }) => ({
			form: 'plan-end',
			fields: { plan: after.id, endDate: toDay(addDays(after.validFrom, -1)) },
		}),
		fill: ({ known, year, say }) => ({
			values: { goodiesVoucherType: 'SPECIAL', interval: 'ONCE' },
			given: periodFrom(windowsOf(known, year.now).setMonthlyBudget, say),
		}),
	}),
	/** One of the plans that still have vouchers to come, and until when it gives any. */
	'plan-end': formOf({
		...plans,
		contract: revokePlannedVoucherRoute,
		fields: { plan: oneOf(), ...end },
		body: ({ endDate }) => ({ endDate }),
		async attempt(call, id, body, c) {
			const outcome = await revokePlannedVoucher(call, textIn(c.var.typed, 'plan'), endDateOf(body, {}));
			requireFound(
				outcome.before?.find(({ employeeId }) => employeeId === id),
				'planned voucher',
			);
			return outcome;
		},
		undo: ({ before, typed }) =>
			unended(
				(before ?? []).filter(({ id }) => id === textIn(typed, 'plan')),
				typed,
				'gift',
				({ goodiesVoucherType, interval, ...plan }) => ({
					goodiesVoucherType,
					interval,
					...planFields(plan),
				}),
			),
		fill({ known, year, of, say }) {
			const words = FORM_WORDS[say.language];
			const open = year.plans.filter(({ nextOccurrence }) => nextOccurrence !== null);
			const label = (plan: (typeof open)[number]) =>
				`${words.voucherTypes[plan.goodiesVoucherType]}: ${planText(plan, say)}, ${words.onwards(say.day(plan.validFrom))}`;
			return {
				record: year.plans,
				values: { plan: of ?? open.at(-1)?.id ?? null },
				options: { plan: open.map((plan) => ({ value: plan.id, label: label(plan) })) },
				given: endFrom(windowsOf(known, year.now).revokePlannedVouchers, say),
				...(open.length === 0 && { instead: <Empty>{words.noPlan}</Empty> }),
			};
		},
	}),
	'default-access': formOf({
		events: /^default_access\./,
		contract: setDefaultAccessRoute,
		fields: period,
		attempt: setDefaultAccess,
		undo: ({ before, typed }) => unlaid(before ?? [], typed, ['default-access'], () => ({})),
		toWire: defaultAccessesToWire,
		seen: (defaults): Changed => ({ defaults }),
		fill: ({ known, year, of, say }) => ({
			record: year.defaults,
			given: periodFrom(
				windowsOf(known, year.now).setDefaultAccess,
				say,
				year.defaults.find(({ id }) => id === of),
			),
		}),
	}),
	pause: formOf({
		...employee,
		fields: {
			datePausedStart: optional(instant('first')),
			datePausedEnd: optional(instant('first')),
		},
		undo: ({ before }) => ({
			form: 'pause',
			fields: {
				datePausedStart: dayOrEmpty(before?.datePausedStart),
				datePausedEnd: dayOrEmpty(before?.datePausedEnd),
			},
		}),
		fill: ({ known, year }) => ({ record: shownEmployee(known, year.now) }),
	}),
	termination: formOf({
		...employee,
		fields: { dateTerminated: optional(instant('last')) },
		undo: ({ before }) => ({
			form: 'termination',
			fields: { dateTerminated: dayOrEmpty(before?.dateTerminated) },
		}),
		fill: ({ known, year }) => ({ record: shownEmployee(known, year.now) }),
	}),
	/** The master data of a person. */
	details: formOf({
		...employee,
		fields: {
			firstName: optional(text()),
			lastName: optional(text()),
			personnelNumber: optional(text()),
			costCenter: optional(text()),
			language,
			groups: manyOf(),
			newGroup: optional(text({ at: 'groups' })),
		},
		body: ({ groups, newGroup, ...read }) => ({ ...read, groups: [...groups, newGroup].filter(Boolean) }),
		fill: ({ known, year }) => ({
			record: shownEmployee(known, year.now),
			options: { groups: known.employee.groups.map((value) => ({ value, label: value })) },
		}),
	}),
};
