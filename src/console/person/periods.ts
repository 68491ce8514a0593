import type { FlexAccess } from '../../benefits/flex/access/table.ts';
import { isMonthlyBudget } from '../../benefits/goodies/plans/rules.ts';
import type { Plan } from '../../benefits/goodies/plans/table.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { lastInstant, type Period } from '../../foundation/core/timeline.ts';
import type { Say } from '../format.ts';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

type Dates = Omit<Period, 'id'>;

export interface ShownPeriod extends Dates {
	/** Null for a pause, because no address names a pause. */
	id: string | null;
	/** The last instant, which is far away for a period without an end. */
	last: Instant;
	text: string;
}

/** Periods of one kind, and the form to which each of them links. */
export interface PeriodRow {
	kind: 'access' | 'plan' | 'gift' | 'default' | 'pause';
	name: string;
	form: 'access' | 'budget' | 'plan-end' | 'default-access' | 'pause';
	periods: ShownPeriod[];
}

/** A year with the texts of its periods, for the picture, its table and the preview. */
export interface ShownYear extends Year {
	rows: PeriodRow[];
}

export function shownYear(year: Year, say: Say): ShownYear {
	const words = WORDS[say.language];
	const ofPlan = (plan: Plan) => planText(plan, say);
	const rows = [
		row('access', words.access, 'access', year.accesses, (one) => accessText(one, say)),
		row('plan', words.plan, 'budget', year.plans.filter(isMonthlyBudget), ofPlan),
		row('gift', words.gifts, 'plan-end', giftsIn(year.plans), ofPlan),
		row('default', words.defaults, 'default-access', year.defaults),
		row('pause', words.pause, 'pause', year.pauses.map(withoutId)),
	];
	return { ...year, rows };
}

function row<P extends Dates & { id?: string }>(
	kind: PeriodRow['kind'],
	name: string,
	form: PeriodRow['form'],
	all: readonly P[],
	text: (period: P) => string = () => '',
): PeriodRow {
	const shown = (one: P): ShownPeriod => ({
		id: one.id ?? null,
		validFrom: one.validFrom,
		validUntil: one.validUntil,
		last: lastInstant(one),
		text: text(one),
	});
	return { kind, name, form, periods: all.map(shown) };
}

/** Drops the id of a pause, because a pause in a preview has another id than the stored one. */
const withoutId = ({ validFrom, validUntil }: Dates): Dates => ({ validFrom, validUntil });

/** Returns the plans beside the monthly budget. A plan of a single voucher is shown only on its day. */
const giftsIn = (plans: readonly Plan[]): Plan[] =>
	plans
		.filter((plan) => !isMonthlyBudget(plan))
		.map((plan) => (plan.interval === 'ONCE' ? { ...plan, validUntil: plan.validFrom } : plan));

function accessText(access: FlexAccess, say: Say): string {
	const { modules, allModules, carries, expires } = WORDS[say.language];
	const { allowedModules } = access;
	const isAll = allowedModules.length === Object.keys(modules).length;
	return [
		say.amount(access.budgetValue, access.budgetCurrency),
		isAll ? allModules : allowedModules.map((module) => modules[module]).join(', '),
		access.accumulateBudget ? carries : expires,
	].join(' · ');
}

export const planText = ({ amountValue, amountCurrency, interval }: Plan, say: Say): string =>
	`${say.amount(amountValue, amountCurrency)} ${WORDS[say.language].intervals[interval]}`;

export function untilText({ validUntil }: Pick<Dates, 'validUntil'>, say: Say): string {
	const words = WORDS[say.language];
	return validUntil === null ? words.open : words.untilDay(say.day(validUntil));
}

export function datesText(one: Dates, say: Say): string {
	const words = WORDS[say.language];
	return one.validUntil === one.validFrom
		? words.onDay(say.day(one.validFrom))
		: words.begins(say.day(one.validFrom), untilText(one, say));
}
