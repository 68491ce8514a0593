import fc from 'fast-check';
import { DAY, iso } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { budgets, currencies, nameOf, someone } from './flex-steps.ts';
import { planVoucher, revokePlan, revokePlans, setBudget, setDefaultAccess } from './goodies.ts';
import { comingMoments, endsAmong, type Moment, resolve, resolveOrNull } from './moments.ts';
import type { Money, Plan } from './reference.ts';
import { ask, asking } from './step.ts';

const period = {
	employee: someone,
	start: comingMoments,
	end: endsAmong(comingMoments),
};

interface Setting {
	employee: number;
	start: Moment;
	end: Moment | null;
	budget: Money;
}

const settingTo = (setting: fc.Arbitrary<Setting>) =>
	asking('set budget', setting, (reference, { employee, budget, ...period }) => {
		const name = nameOf(reference, employee);
		const start = resolve(period.start, reference.now);
		const end = resolveOrNull(period.end, reference.now);
		const body = { budget, startDate: iso(start), endDate: isoOrNull(end) };
		return ask('admin', `PUT /employees/${name}/goodies/budget`, body, () =>
			setBudget(reference, name, { budget, start, end }),
		);
	});

export const settingBudget = settingTo(fc.record({ ...period, budget: budgets }));

/** On a day that most months have, or not, at the start of the day or at its end. */
export const planning = settingTo(
	fc.record({
		employee: someone,
		start: fc.record({
			of: fc.constant('month'),
			months: fc.constant(1),
			days: fc.constantFrom(0, 0, 14, 30),
			ms: fc.constantFrom(0, 0, -1),
		}),
		end: fc.constant(null),
		budget: fc.constant({ value: 5000, currency: 'EUR_CENT' }),
	}),
);

/** Plans a voucher beside the monthly budget. Each has a unique amount, so that lists can be compared. */
export const planningBeside = asking(
	'plan voucher',
	fc.record({
		...period,
		type: fc.constantFrom<Plan['type'][]>('SPECIAL', 'SPECIAL', 'GENERIC'),
		interval: fc.constantFrom<Plan['interval'][]>('ONCE', 'ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
		currency: currencies,
	}),
	(reference, { employee, type, interval, currency, ...period }) => {
		const name = nameOf(reference, employee);
		const amount = { value: 6000 + reference.planCount++, currency };
		const start = resolve(period.start, reference.now);
		// A daily voucher for a week, since every one of them is compared.
		const end = interval === 'DAILY' ? start + 7 * DAY : resolveOrNull(period.end, reference.now);
		const dates = { startDate: iso(start), endDate: isoOrNull(end) };
		const body = { amount, goodiesVoucherType: type, interval, ...dates };
		const line = `POST /employees/${name}/goodies/planned-vouchers`;
		const given = { type, interval, amount, start, end };
		return ask('admin', line, body, () => planVoucher(reference, name, given), 201);
	},
);

export const settingDefaultAccess = asking(
	'set default access',
	fc.record(period),
	(reference, { employee, ...period }) => {
		const name = nameOf(reference, employee);
		const start = resolve(period.start, reference.now);
		const end = resolveOrNull(period.end, reference.now);
		const body = { startDate: iso(start), endDate: isoOrNull(end) };
		return ask('admin', `PUT /employees/${name}/goodies/default-access`, body, () =>
			setDefaultAccess(reference, name, start, end),
		);
	},
);

export const revokingPlans = asking(
	'revoke plans',
	fc.record({ employee: someone, end: comingMoments }),
	(reference, { employee, end }) => {
		const name = nameOf(reference, employee);
		const at = resolve(end, reference.now);
		return ask('admin', `DELETE /employees/${name}/goodies/planned-vouchers`, { endDate: iso(at) }, () =>
			revokePlans(reference, name, at),
		);
	},
);

/** Ends any plan that was ever seen, a recent one most often. */
export const revokingPlan = asking(
	'revoke plan',
	fc.record({ back: fc.nat(4), end: comingMoments }),
	(reference, { back, end }) => {
		const key = [...reference.seenPlans].at(-1 - back) ?? 'unknown';
		const at = resolve(end, reference.now);
		return ask('admin', `DELETE /goodies/planned-vouchers/${key}`, { endDate: iso(at) }, () =>
			revokePlan(reference, key, at),
		);
	},
);
