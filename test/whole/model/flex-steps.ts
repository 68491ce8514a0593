import fc from 'fast-check';
import { iso } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { revokeAccess, setAccess } from './flex.ts';
import { endsAmong, type Moment, moments, resolve, resolveOrNull } from './moments.ts';
import type { Grant, Reference } from './reference.ts';
import { ask, asking } from './step.ts';

/** An employee by number, of those that there are: the first one most often. */
export const someone = fc.constantFrom(0, 0, 0, 1, 2);
export const nameOf = ({ employees }: Reference, number: number): string =>
	`employee-${number % employees.length}`;

export const currencies = fc.oneof(
	{ weight: 12, arbitrary: fc.constant('EUR_CENT') },
	{ weight: 1, arbitrary: fc.constantFrom('CHF_CENTIMES', 'GBP_PENCE') },
);
export const budgets = fc.record({
	value: fc.constantFrom(5000, 5000, 2000, 0, 100_000_000),
	currency: currencies,
});

interface Setting extends Grant {
	employee: number;
	start: Moment;
	end: Moment | null;
}

const grant = {
	employee: someone,
	budget: budgets,
	accumulateBudget: fc.constantFrom(true, true, true, false),
	allowedModules: fc.constant<string[]>(['MEALS', 'INTERNET', 'MOBILITY', 'SPORTS']),
	flexTaxRuleTemplateId: fc.constantFrom<string[]>('default', 'default', 'capped', 'layered'),
};
const odd = <T>(normal: fc.Arbitrary<T>, ...others: T[]) =>
	fc.oneof({ weight: 6, arbitrary: normal }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const settingTo = (setting: fc.Arbitrary<Setting>) =>
	asking('set access', setting, (reference, { employee, start: from, end: until, ...grant }) => {
		const name = nameOf(reference, employee);
		const start = resolve(from, reference.now);
		const end = resolveOrNull(until, reference.now);
		const body = { ...grant, startDate: iso(start), endDate: isoOrNull(end) };
		return ask('admin', `PUT /employees/${name}/flex/access`, body, () =>
			setAccess(reference, name, { ...grant, start, end }),
		);
	});

export const settingAccess = settingTo(
	fc.record({
		...grant,
		start: moments,
		end: endsAmong(moments),
		allowedModules: odd(grant.allowedModules, [], ['KITA']),
		flexTaxRuleTemplateId: odd(grant.flexTaxRuleTemplateId, 'unknown'),
	}),
);

const grantingOf = (...values: number[]) =>
	settingTo(
		fc.record({
			...grant,
			budget: fc.record({ value: fc.constantFrom(...values), currency: fc.constant('EUR_CENT') }),
			start: fc.constant<Moment>({ of: 'month', months: 0, days: 0, ms: 0 }),
			end: fc.constant(null),
		}),
	);

/** As most employees have it: euros, from this month on, without an end. */
export const grantingAccess = grantingOf(5000);
/** Now more and now less, so that what was permitted may overdraw a month. */
export const changingBudget = grantingOf(5000, 2500, 1000, 0);

export const revokingAccess = asking(
	'revoke access',
	fc.record({ employee: someone, end: moments }),
	(reference, { employee, end }) => {
		const name = nameOf(reference, employee);
		const at = resolve(end, reference.now);
		return ask('admin', `DELETE /employees/${name}/flex/access`, { endDate: iso(at) }, () =>
			revokeAccess(reference, name, at),
		);
	},
);
