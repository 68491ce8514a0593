import type { EmployeeYear } from '../../administration/overview/year/actions.ts';
import { yearOf } from '../../benefits/balances/actions.ts';
import { isPermitted } from '../../benefits/expenses/circumstances/rules.ts';
import type { FlexAccess } from '../../benefits/flex/access/table.ts';
import type { DefaultAccess } from '../../benefits/goodies/default-access/table.ts';
import { occurrencesBefore, shownPlans } from '../../benefits/goodies/plans/rules.ts';
import type { PlannedVoucher } from '../../benefits/goodies/plans/table.ts';
import { type Employment, whileEmployed } from '../../foundation/core/employment.ts';
import { addMonths, type Instant, monthsOfYear } from '../../foundation/core/instant.ts';
import { openCutOffs } from '../../foundation/core/months.ts';

/** The parts of the year that a change would leave different from what is stored. */
export interface Changed extends Partial<Employment> {
	accesses?: readonly FlexAccess[];
	plans?: readonly PlannedVoucher[];
	/** Plans that the change adds. */
	added?: readonly PlannedVoucher[];
	defaults?: readonly DefaultAccess[];
}

/** The year of a person as the picture shows it: as stored, or as a change would leave it. */
export type Year = ReturnType<typeof yearWith>;

export function yearWith(known: EmployeeYear, now: Instant, changed: Changed = {}) {
	const { year, employee, taken, corrected } = known;
	const { pauses = employee.pauses, dateTerminated = employee.dateTerminated } = changed;
	const employment = { pauses, dateTerminated };
	const accesses = whileEmployed(changed.accesses ?? known.accesses, employment);
	const plans = shownPlans([...(changed.plans ?? known.plans), ...(changed.added ?? [])], employment);
	const isRestricted = employee.monthlyBudgetRestrictsFlex;
	const until = addMonths(year, 12);
	const months = monthsOfYear(year);
	return {
		now,
		from: year,
		months,
		until,
		pauses,
		dateTerminated,
		accesses,
		plans,
		defaults: whileEmployed(changed.defaults ?? known.defaults, employment),
		issued: known.vouchers,
		coming: plans.flatMap((plan) =>
			occurrencesBefore(plan, employment, until)
				.filter((due) => due >= year)
				.map((dueDate) => ({ ...plan, plannedVoucherId: plan.id, dueDate })),
		),
		balances: yearOf(year, { employment, isRestricted, accesses, plans, taken, corrected }),
		cutOffs: openCutOffs(months, employee.payrollReferenceDay, known.closings),
		refused: known.expenses.filter((one) => isWaiting(one.state) && !isPermitted(one, accesses, employment)),
	};
}

const isWaiting = (state: string): boolean => ['SUBMITTED', 'NEEDS_CORRECTION'].includes(state);
