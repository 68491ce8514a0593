import { employeeToWire } from '../../benefits/employees/contract.ts';
import type { PersonalFields } from '../../benefits/employees/rules.ts';
import type { EmployeeWithBenefits } from '../../benefits/employees/store.ts';
import { updateEmployee } from '../../benefits/employment/actions.ts';
import { updateEmployeeRoute } from '../../benefits/employment/contract.ts';
import { revokeAccess, setAccess } from '../../benefits/flex/access/actions.ts';
import { accessesToWire, revokeAccessRoute, setAccessRoute } from '../../benefits/flex/access/contract.ts';
import type { FlexAccess } from '../../benefits/flex/access/table.ts';
import { setDefaultAccess } from '../../benefits/goodies/default-access/actions.ts';
import {
	defaultAccessesToWire,
	setDefaultAccessRoute,
} from '../../benefits/goodies/default-access/contract.ts';
import {
	createPlannedVoucher,
	revokePlannedVoucher,
	revokePlannedVouchers,
	setMonthlyBudget,
} from '../../benefits/goodies/plans/actions.ts';
import {
	createPlannedVoucherRoute,
	plansToWire,
	revokePlannedVoucherRoute,
	revokePlannedVouchersRoute,
	setMonthlyBudgetRoute,
} from '../../benefits/goodies/plans/contract.ts';
import { INTERVALS, isMonthlyBudget, VOUCHER_TYPES } from '../../benefits/goodies/plans/rules.ts';
import type { Plan } from '../../benefits/goodies/plans/table.ts';
import { byText } from '../../foundation/core/employee-texts.ts';
import { addDays, type Instant, toDay } from '../../foundation/core/instant.ts';
import { DEFAULT_TEMPLATE_ID, MODULES } from '../../foundation/core/modules.ts';
import { requireFound } from '../../foundation/core/refusals.ts';
import { INTERVAL_NAMES, MODULE_NAMES, VOUCHER_TYPE_NAMES } from '../../foundation/core/words.ts';
import { endDateOf } from '../../foundation/http/contract.ts';
import { anyMoney, day, flag, instant, language, manyOf, oneOf, optional, text } from '../kinds.tsx';
import { Empty } from '../parts.tsx';
import { textIn } from '../typed.ts';
import { ending, laying, typedDay, type Undo } from './done.ts';
import { shownEmployee, windowsOf } from './employee.ts';
import { endFrom, formOf, periodFrom } from './form-of.tsx';
import { FORM_WORDS } from './form-words.ts';
import { planText } from './periods.ts';
import type { Changed, Year } from './year.ts';

/** The fields for a period that begins. */
const period = { startDate: day({ edge: 'first' }), endDate: optional(day({ edge: 'last' })) };
const end = { endDate: day({ edge: 'last' }) };

/** Returns the period that a form is about: the one that the address names, else the last one. */
const selected = <P extends { id: string }>(periods: readonly P[], of: string | undefined): P | undefined =>
	periods.find(({ id }) => id === of) ?? periods.at(-1);

const moneyOf = (value: number, currency: string) => ({ budget: (value / 100).toFixed(2), currency });

const accessFields = (old: FlexAccess): Undo['fields'] => ({
	...moneyOf(old.budgetValue, old.budgetCurrency),
	allowedModules: old.allowedModules,
	...(old.accumulateBudget && { accumulateBudget: 'on' }),
	flexTaxRuleTemplateId: old.taxRuleTemplateId ?? DEFAULT_TEMPLATE_ID,
});

const planFields = (old: Plan): Undo['fields'] => moneyOf(old.amountValue, old.amountCurrency);

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

/** Adds the names. The API does not show them with the employee, because they belong to the user. */
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
		...laying(['access', 'access-end'], accessFields),
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
		...ending('access', accessFields),
		fill: ({ known, year, say }) => ({
			record: year.accesses,
			given: endFrom(windowsOf(known, year.now).revokeAccess, say),
		}),
	}),
	budget: formOf({
		...plans,
		...budgetSetting,
		attempt: setMonthlyBudget,
		...laying(['budget', 'budget-end'], planFields, isMonthlyBudget),
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
		...ending('budget', planFields, isMonthlyBudget),
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
		applies: ({ after }) => ({ from: after.nextDate }),
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
		...ending(
			'gift',
			(old: Plan) => ({
				goodiesVoucherType: old.goodiesVoucherType,
				interval: old.interval,
				...planFields(old),
			}),
			({ id }, typed) => id === textIn(typed, 'plan'),
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
		...laying(['default-access'], () => ({})),
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
		applies({ typed }) {
			const back = typedDay(typed, 'datePausedEnd');
			return { from: typedDay(typed, 'datePausedStart'), until: back && addDays(back, -1) };
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
		applies: ({ after }) => ({ from: after.dateTerminated }),
		undo: ({ before }) => ({
			form: 'termination',
			fields: { dateTerminated: dayOrEmpty(before?.dateTerminated) },
		}),
		fill: ({ known, year }) => ({ record: shownEmployee(known, year.now) }),
	}),
	details: formOf({
		...employee,
		fields: {
			firstName: optional(text()),
			lastName: optional(text()),
			...byText(() => optional(text())),
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
