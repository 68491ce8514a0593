import { requireFound } from '../../core/refusals.ts';
import { employeeToWire } from '../../employees/contract.ts';
import type { PersonalFields } from '../../employees/rules.ts';
import { updateEmployee } from '../../employment/actions.ts';
import { updateEmployeeRoute } from '../../employment/contract.ts';
import { revokeAccess, setAccess } from '../../flex/access/actions.ts';
import { accessesToWire, revokeAccessRoute, setAccessRoute } from '../../flex/access/contract.ts';
import { setDefaultAccess } from '../../goodies/default-access/actions.ts';
import {
	defaultAccessesToWire as defaultsToWire,
	setDefaultAccessRoute,
} from '../../goodies/default-access/contract.ts';
import {
	createPlannedVoucher,
	revokePlannedVoucher,
	revokePlannedVouchers,
	setMonthlyBudget,
} from '../../goodies/plans/actions.ts';
import {
	createPlannedVoucherRoute,
	plannedToWire,
	plansToWire,
	revokePlannedVoucherRoute,
	revokePlannedVouchersRoute,
	setMonthlyBudgetRoute,
} from '../../goodies/plans/contract.ts';
import { endDateOf } from '../../http/contract.ts';
import type { EmployeeYear } from '../../overview/year/actions.ts';
import { checked } from '../submit.ts';
import { chosenIn, isTicked, textIn, textOrNull } from '../typed.ts';
import { type Change, change, endIn, moneyIn, period, startIn } from './change.ts';
import { shownEmployee } from './employee.ts';
import type { Changed, Year } from './year.ts';

/** Reads the form of a flex access or a monthly budget. */
export const accessIn = (typed: FormData) =>
	checked(setAccessRoute, {
		...period(typed),
		budget: moneyIn(typed),
		accumulateBudget: isTicked(typed, 'accumulateBudget'),
		allowedModules: chosenIn(typed, 'allowedModules'),
		flexTaxRuleTemplateId: textOrNull(typed, 'flexTaxRuleTemplateId'),
	});
export const budgetIn = (typed: FormData) =>
	checked(setMonthlyBudgetRoute, { ...period(typed), budget: moneyIn(typed) });

/** The record of the API has no names, which belong to the user. */
const withNames = (employee: Parameters<typeof employeeToWire>[0] & PersonalFields) => {
	const { firstName, lastName, language } = employee;
	return { ...employeeToWire(employee), firstName, lastName, language };
};

const ofEmployee = (read: (typed: FormData) => object): Change =>
	change({
		read(typed) {
			const patch = checked(updateEmployeeRoute, read(typed));
			return (call, id) => updateEmployee(call, id, patch);
		},
		toWire: withNames,
		wireOf: (known, { now }) => withNames(shownEmployee(known, now)),
		seen: ({ pauses, dateTerminated }) => ({ pauses, dateTerminated }),
	});

const accesses = {
	toWire: accessesToWire,
	wireOf: (_: EmployeeYear, year: Year) => accessesToWire(year.accesses),
	seen: (after: Year['accesses']): Changed => ({ accesses: after }),
};

const plans = {
	toWire: plansToWire,
	wireOf: (_: EmployeeYear, year: Year) => plansToWire(year.plans),
	seen: (after: Year['plans']): Changed => ({ plans: after }),
};

export const CHANGES = {
	access: change({
		...accesses,
		read(typed) {
			const setting = accessIn(typed);
			return (call, id) => setAccess(call, id, setting);
		},
	}),
	'access-end': change({
		...accesses,
		read(typed) {
			const endDate = endDateOf(checked(revokeAccessRoute, { endDate: endIn(typed, 'endDate') }), {});
			return (call, id) => revokeAccess(call, id, endDate);
		},
	}),
	budget: change({
		...plans,
		read(typed) {
			const setting = budgetIn(typed);
			return (call, id) => setMonthlyBudget(call, id, setting);
		},
	}),
	'budget-end': change({
		...plans,
		read(typed) {
			const endDate = endDateOf(
				checked(revokePlannedVouchersRoute, { endDate: endIn(typed, 'endDate') }),
				{},
			);
			return (call, id) => revokePlannedVouchers(call, id, endDate);
		},
	}),
	gift: change({
		toWire: plannedToWire,
		wireOf: plans.wireOf,
		seen: (plan): Changed => ({ added: [plan] }),
		read(typed) {
			const fields = checked(createPlannedVoucherRoute, {
				...period(typed),
				amount: moneyIn(typed),
				goodiesVoucherType: textIn(typed, 'goodiesVoucherType') || undefined,
				interval: textIn(typed, 'interval') || undefined,
			});
			return (call, id) => createPlannedVoucher(call, id, fields);
		},
	}),
	'plan-end': change({
		...plans,
		read(typed) {
			const endDate = endDateOf(checked(revokePlannedVoucherRoute, { endDate: endIn(typed, 'endDate') }), {});
			const planId = textIn(typed, 'plan');
			return async (call, employeeId) => {
				const outcome = await revokePlannedVoucher(call, planId, endDate);
				requireFound(
					outcome.before?.find((plan) => plan.employeeId === employeeId),
					'planned voucher',
				);
				return outcome;
			};
		},
	}),
	'default-access': change({
		toWire: defaultsToWire,
		wireOf: (_, year) => defaultsToWire(year.defaults),
		seen: (defaults): Changed => ({ defaults }),
		read(typed) {
			const setting = checked(setDefaultAccessRoute, period(typed));
			return (call, id) => setDefaultAccess(call, id, setting);
		},
	}),
	pause: ofEmployee((typed) => ({
		datePausedStart: startIn(typed, 'datePausedStart') ?? null,
		datePausedEnd: startIn(typed, 'datePausedEnd') ?? null,
	})),
	termination: ofEmployee((typed) => ({ dateTerminated: endIn(typed, 'dateTerminated') ?? null })),
	details: ofEmployee((typed) => ({
		firstName: textOrNull(typed, 'firstName'),
		lastName: textOrNull(typed, 'lastName'),
		language: textOrNull(typed, 'language'),
		personnelNumber: textOrNull(typed, 'personnelNumber'),
		costCenter: textOrNull(typed, 'costCenter'),
		groups: [...chosenIn(typed, 'groups'), textIn(typed, 'newGroup')].filter(Boolean),
	})),
} satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;
