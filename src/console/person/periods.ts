import type { Instant } from '../../core/instant.ts';
import type { Period } from '../../core/timeline.ts';
import type { FlexAccess } from '../../flex/access/table.ts';
import { isMonthlyBudget } from '../../goodies/plans/rules.ts';
import type { Plan } from '../../goodies/plans/table.ts';
import { useReader } from '../page.tsx';
import type { ChangeName } from './changes.ts';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

type Dates = Omit<Period, 'id'>;

export interface ShownPeriod extends Dates {
	/** None for a pause, at which nothing points. */
	id: string | null;
	text: string;
}

/** Periods of one kind, and the form to which each of them leads. */
export interface PeriodRow {
	kind: 'access' | 'plan' | 'gift' | 'default' | 'pause';
	name: string;
	form: ChangeName;
	periods: ShownPeriod[];
}

/** Texts about periods, for the picture, its table and the preview. */
export function usePeriods() {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const used = ({ allowedModules }: FlexAccess) =>
		allowedModules.length === Object.keys(words.modules).length
			? words.all
			: allowedModules.map((module) => words.modules[module]).join(', ');
	const accessText = (access: FlexAccess) =>
		[
			say.amount(access.budgetValue, access.budgetCurrency),
			used(access),
			access.accumulateBudget ? words.carries : words.expires,
		].join(' · ');
	const planText = ({ amountValue, amountCurrency, interval }: Plan) =>
		`${say.amount(amountValue, amountCurrency)} ${words.intervals[interval]}`;
	const until = ({ validUntil }: { validUntil: Instant | null }) =>
		validUntil === null ? words.open : words.untilDay(say.day(validUntil));
	return {
		planText,
		until,
		dates: (one: Dates) =>
			one.validUntil === one.validFrom
				? words.onDay(say.day(one.validFrom))
				: words.begins(say.day(one.validFrom), until(one)),
		rowsOf: ({ accesses, plans, defaults, pauses }: Year): PeriodRow[] => [
			row('access', words.access, 'access', accesses, accessText),
			row('plan', words.plan, 'budget', plans.filter(isMonthlyBudget), planText),
			row('gift', words.gifts, 'plan-end', giftsIn(plans), planText),
			row('default', words.defaults, 'default-access', defaults),
			row('pause', words.pause, 'pause', pauses.map(withoutId)),
		],
	};
}

function row<P extends Dates & { id?: string }>(
	kind: PeriodRow['kind'],
	name: string,
	form: ChangeName,
	all: readonly P[],
	text: (period: P) => string = () => '',
): PeriodRow {
	const shown = (one: P): ShownPeriod => ({
		id: one.id ?? null,
		validFrom: one.validFrom,
		validUntil: one.validUntil,
		text: text(one),
	});
	return { kind, name, form, periods: all.map(shown) };
}

/** A pause that a preview shows has another id than the stored one. */
const withoutId = ({ validFrom, validUntil }: Dates): Dates => ({ validFrom, validUntil });

/** Plans beside the monthly budget. One of a single voucher is shown as long as that: on its day. */
const giftsIn = (plans: readonly Plan[]): Plan[] =>
	plans
		.filter((plan) => !isMonthlyBudget(plan))
		.map((plan) => (plan.interval === 'ONCE' ? { ...plan, validUntil: plan.validFrom } : plan));
