import fc from 'fast-check';
import { iso } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { budgets, nameOf, someone } from './flex-steps.ts';
import { revokePlan, revokePlans, setBudget, setDefaultAccess } from './goodies.ts';
import { comingMoments, endsAmong, resolve, resolveOrNull } from './moments.ts';
import { ask, asking } from './step.ts';

const period = {
	employee: someone,
	start: comingMoments,
	end: endsAmong(comingMoments),
};

export const settingBudget = asking(
	'set budget',
	fc.record({ ...period, budget: budgets }),
	(reference, { employee, budget, ...period }) => {
		const name = nameOf(reference, employee);
		const start = resolve(period.start, reference.now);
		const end = resolveOrNull(period.end, reference.now);
		const body = { budget, startDate: iso(start), endDate: isoOrNull(end) };
		return ask('admin', `PUT /employees/${name}/goodies/budget`, body, () =>
			setBudget(reference, name, { budget, start, end }),
		);
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

/** Any that was ever seen, the latest rather than older ones. */
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
