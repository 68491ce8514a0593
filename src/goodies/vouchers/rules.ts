import type { Employment } from '../../core/employment.ts';
import type { Instant } from '../../core/instant.ts';
import { passOccurrence, type Recurrence } from '../plans/rules.ts';

interface Plan extends Recurrence {
	id: string;
}

/** What became of one occurrence of a plan. */
export interface PassedPlan {
	planId: string;
	isIssued: boolean;
	nextOccurrence: Instant | null;
}

/**
 * Passes every occurrence of an employee's plans that is due until `now`, the earliest first, as timely runs of the cron would
 * have done. One at or after a termination that is not settled yet waits for that.
 */
export function passDue<P extends Plan>(
	plans: readonly P[],
	employment: Employment & { dateTerminationSettled: Instant | null },
	now: Instant,
): { passed: PassedPlan[]; plans: P[] } {
	const { dateTerminated, dateTerminationSettled } = employment;
	const waitsFrom = dateTerminationSettled === null && dateTerminated !== null ? dateTerminated : now + 1;
	const passed: PassedPlan[] = [];
	const current = new Map(plans.map((plan) => [plan.id, plan]));
	for (;;) {
		const [due] = [...current.values()]
			.filter(
				({ nextOccurrence }) =>
					nextOccurrence !== null && nextOccurrence <= now && nextOccurrence < waitsFrom,
			)
			.sort(byOccurrence);
		if (due === undefined) return { passed, plans: plans.map(({ id }) => current.get(id) as P) };
		const passage = passOccurrence(due, employment);
		passed.push({ planId: due.id, ...passage });
		current.set(due.id, { ...due, nextOccurrence: passage.nextOccurrence });
	}
}

const byOccurrence = (a: Plan, b: Plan): number =>
	(a.nextOccurrence ?? 0) - (b.nextOccurrence ?? 0) || (a.id < b.id ? -1 : 1);
