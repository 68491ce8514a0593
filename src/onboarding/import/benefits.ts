import type { Company } from '../../companies/store.ts';
import type { Actor } from '../../core/actor.ts';
import type { Change } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import { earliestOpen, earliestOpenEnd } from '../../core/months.ts';
import type { TimelineEdit } from '../../core/timeline.ts';
import { refuseOwnBenefits } from '../../employees/rules.ts';
import {
	changesOfEdit,
	layingOf,
	type Meaning,
	type StoredPeriod,
	withDates,
} from '../../employees/timelines/rules.ts';
import { type AccessSetting, newAccess, requireGrantable } from '../../flex/access/rules.ts';
import { accessTimeline, type FlexAccess } from '../../flex/access/table.ts';
import {
	type BudgetSetting,
	isMonthlyBudget,
	newMonthlyBudget,
	requirePlannable,
} from '../../goodies/plans/rules.ts';
import { type PlannedVoucher, planTimeline } from '../../goodies/plans/table.ts';

/** What the benefits of every row depend on. */
export interface Situation {
	actor: Actor;
	now: Instant;
	company: Pick<Company, 'payrollReferenceDay' | 'ownBenefitsAllowed'>;
	/** The templates that apply to the company. */
	templates: ReadonlySet<string>;
}

interface Owner {
	id: string;
	companyId: string;
	userId: string;
	dateTerminated: Instant | null;
}

/** A laid benefit; null when the timeline says so already, whatever the date windows are by now. */
type Laid<P extends StoredPeriod> = { edit: TimelineEdit<P>; changes: Change[] } | null;

export function layAccess(
	{ actor, now, company, templates }: Situation,
	owner: Owner,
	accesses: readonly FlexAccess[],
	setting: AccessSetting,
): Laid<FlexAccess> {
	const edit = layingOf(accessTimeline, accesses, newAccess(owner.id, setting, now), now);
	if (edit === null) return null;
	refuseOwnBenefits(actor, { ...owner, ...company });
	const { payrollReferenceDay: day } = company;
	const earliest = { start: earliestOpen(now, day), end: earliestOpenEnd(now, day) };
	requireGrantable(setting, owner, earliest, templates.has(setting.flexTaxRuleTemplateId));
	return dated(accessTimeline, owner, accesses, edit, now);
}

export function layMonthlyBudget(
	{ actor, now, company }: Situation,
	owner: Owner,
	plans: readonly PlannedVoucher[],
	lastIssued: Instant | null,
	setting: BudgetSetting,
): Laid<PlannedVoucher> {
	const plan = newMonthlyBudget(owner.id, setting, lastIssued, now);
	const edit = layingOf(planTimeline, plans, plan, now, isMonthlyBudget);
	if (edit === null) return null;
	refuseOwnBenefits(actor, { ...owner, ...company });
	requirePlannable(setting, owner, now);
	return dated(planTimeline, owner, plans, edit, now);
}

function dated<P extends StoredPeriod>(
	timeline: Meaning<P>,
	owner: Owner,
	periods: readonly P[],
	undated: TimelineEdit<P>,
	now: Instant,
): Laid<P> {
	const edit = withDates(undated, owner, now);
	return { edit, changes: changesOfEdit(timeline, owner, periods, edit) };
}
