import type { Call } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import { updateEmployee } from '../../employees/actions.ts';
import { toWire as employeeToWire, updateEmployeeRoute } from '../../employees/contract.ts';
import type { PersonalFields } from '../../employees/rules.ts';
import type { EmployeeYear } from '../../employees/year/actions.ts';
import { revokeAccess, setAccess } from '../../flex/access/actions.ts';
import {
	timelineToWire as accessesToWire,
	revokeAccessRoute,
	setAccessRoute,
} from '../../flex/access/contract.ts';
import { setDefaultAccess } from '../../goodies/default-access/actions.ts';
import {
	timelineToWire as defaultsToWire,
	setDefaultAccessRoute,
} from '../../goodies/default-access/contract.ts';
import { revokePlannedVouchers, setMonthlyBudget } from '../../goodies/plans/actions.ts';
import {
	plansToWire,
	revokePlannedVouchersRoute,
	setMonthlyBudgetRoute,
} from '../../goodies/plans/contract.ts';
import { endDateOf } from '../../http/contract.ts';
import { BASE, type Context } from '../env.ts';
import { changed, checked, previewed, tagOf } from '../submit.ts';
import { amountIn, chosenIn, dayIn, isTicked, textIn, textOrNull } from '../typed.ts';
import { shownEmployee, storedIn } from './employee.ts';
import type { Changed, Year } from './year.ts';

type Work<T> = (call: Call, employeeId: string) => Promise<Outcome<T>>;

interface Definition<T> {
	/** Takes what was typed as the contract of the API does, and returns what is to be done. */
	read(typed: FormData): Work<T>;
	toWire(state: T): object;
	/** The same of what the form is made from. */
	wireOf(known: EmployeeYear, year: Year): object;
	/** What the year looks like after the change. */
	seen(after: T): Changed;
}

/** A change of somebody: one form, its preview and its saving. */
export interface Change {
	tag(known: EmployeeYear, year: Year): string;
	preview(c: Context, employeeId: string): Promise<Changed>;
	save(c: Context, employeeId: string): Promise<Response>;
}

function change<T>({ read, toWire, wireOf, seen }: Definition<T>): Change {
	return {
		tag: (known, year) => tagOf(wireOf(known, year)),
		async preview(c, employeeId) {
			const work = read(c.var.typed);
			return seen(await previewed(c, (call) => work(call, employeeId)));
		},
		async save(c, employeeId) {
			const work = read(c.var.typed);
			const to = () => `${BASE}/people/${employeeId}?saved`;
			return changed(c, { attempt: (call) => work(call, employeeId), to, toWire });
		},
	};
}

/**
 * The first and the last instant of a day that was typed, or the instant of that day which is stored already. What reads as no day is
 * refused by the contract.
 */
const startIn = (typed: FormData, name: string) => at(typed, name, 'T00:00:00.000Z');
const endIn = (typed: FormData, name: string) => at(typed, name, 'T23:59:59.999Z');

function at(typed: FormData, name: string, time: string): string | undefined {
	const day = dayIn(typed, name);
	if (day === '') return undefined;
	const stored = textIn(typed, storedIn(name));
	return stored.startsWith(`${day}T`) ? stored : day + time;
}

const moneyIn = (typed: FormData) => ({
	value: amountIn(typed, 'budget').value,
	currency: textIn(typed, 'currency'),
});

const period = (typed: FormData) => ({
	startDate: startIn(typed, 'startDate'),
	endDate: endIn(typed, 'endDate') ?? null,
});

/** What was typed into the form of a flex access, or of a monthly budget. */
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
