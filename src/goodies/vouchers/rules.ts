import type { Employment } from '../../core/employment.ts';
import { newId } from '../../core/id.ts';
import { type Instant, toIso, toYearMonth } from '../../core/instant.ts';
import type { Currency } from '../../core/money.ts';
import {
	type Interval,
	isMonthlyBudget,
	passOccurrence,
	type Recurrence,
	type VoucherType,
} from '../plans/rules.ts';

interface Plan extends Recurrence {
	id: string;
	goodiesVoucherType: VoucherType;
}

type Due = Plan & { nextOccurrence: Instant };

/** A voucher that was issued. */
interface Issued {
	plannedVoucherId: string;
	goodiesVoucherType: VoucherType;
	interval: Interval;
	dueDate: Instant;
}

/** What became of the next occurrence of a plan. */
export interface PassedPlan<P> {
	plan: P & { nextOccurrence: Instant };
	isIssued: boolean;
	nextOccurrence: Instant | null;
}

/**
 * Passes every occurrence of an employee's plans that is due until `now`, the earliest first, as timely runs of the cron would
 * have done. One at or after a termination that is not settled yet waits for that.
 */
export function passDue<P extends Plan>(
	plans: readonly P[],
	issued: readonly Issued[],
	employment: Employment & { dateTerminationSettled: Instant | null },
	now: Instant,
): { passed: PassedPlan<P>[]; plans: P[] } {
	const { dateTerminated, dateTerminationSettled } = employment;
	const waitsFrom = dateTerminationSettled === null && dateTerminated !== null ? dateTerminated : now + 1;
	const isDue = (plan: P): plan is P & { nextOccurrence: Instant } =>
		plan.nextOccurrence !== null && plan.nextOccurrence <= now && plan.nextOccurrence < waitsFrom;
	const passed: PassedPlan<P>[] = [];
	const vouchers = [...issued];
	const current = new Map(plans.map((plan) => [plan.id, plan]));
	for (;;) {
		const [plan] = [...current.values()].filter(isDue).sort(byOccurrence);
		if (plan === undefined) return { passed, plans: plans.map(({ id }) => current.get(id) as P) };
		const passage = passOccurrence(plan, employment);
		const isIssued = passage.isIssued && !isTaken(plan, vouchers);
		passed.push({ plan, isIssued, nextOccurrence: passage.nextOccurrence });
		if (isIssued) vouchers.push({ ...plan, plannedVoucherId: plan.id, dueDate: plan.nextOccurrence });
		current.set(plan.id, { ...plan, nextOccurrence: passage.nextOccurrence });
	}
}

/** Whether the next occurrence, or for a monthly budget its month, has its voucher already. */
const isTaken = (plan: Due, vouchers: readonly Issued[]): boolean =>
	vouchers.some(
		(voucher) =>
			(voucher.plannedVoucherId === plan.id && voucher.dueDate === plan.nextOccurrence) ||
			(isMonthlyBudget(plan) &&
				isMonthlyBudget(voucher) &&
				toYearMonth(voucher.dueDate) === toYearMonth(plan.nextOccurrence)),
	);

const byOccurrence = (a: Due, b: Due): number =>
	a.nextOccurrence - b.nextOccurrence || (a.id < b.id ? -1 : 1);

/** The fields of a plan and its employee by which an occurrence is stored. */
interface DuePlan {
	id: string;
	employeeId: string;
	companyId: string;
	goodiesVoucherType: VoucherType;
	interval: Interval;
	amountValue: number;
	amountCurrency: Currency;
	validUntil: Instant | null;
	nextOccurrence: Instant;
	revision: number;
}

/** What became of a due occurrence, as of the employee's `revision`. Without `voucherId` it was skipped. */
export interface PassedOccurrence<P extends DuePlan = DuePlan> {
	plan: P;
	voucherId: string | null;
	nextOccurrence: Instant | null;
}

interface Owner<B> {
	companyId: string;
	revision: number;
	personnelNumber: string | null;
	costCenter: string | null;
	/** How its company books vouchers. */
	booking: B;
}

/** What `passDue` has decided, to be stored one after the other: each occurrence advances the employee's revision. */
export const occurrencesOf = <P extends Omit<DuePlan, 'companyId' | 'revision' | 'nextOccurrence'>, B>(
	{ companyId, revision, personnelNumber, costCenter, booking }: Owner<B>,
	passed: readonly PassedPlan<P>[],
	now: Instant,
) =>
	passed.map(({ plan, isIssued, nextOccurrence }, index) => ({
		plan: { ...plan, companyId, personnelNumber, costCenter, booking, revision: revision + index },
		voucherId: isIssued ? newId(now) : null,
		nextOccurrence,
	}));

/** The vouchers among passed occurrences, as they are booked. */
export const vouchersOf = <P extends DuePlan>(passed: readonly PassedOccurrence<P>[]) =>
	passed.flatMap(({ plan, voucherId }) =>
		voucherId === null ? [] : [{ ...plan, voucherId, dueDate: plan.nextOccurrence }],
	);

interface Told {
	companyId: string;
	userId: string;
	amountValue: number;
	amountCurrency: string;
	/** When the voucher was due. */
	nextOccurrence: Instant;
}

/** What is told of a voucher by mail. */
export const voucherNotice = (
	{ companyId, userId, amountValue, amountCurrency, nextOccurrence }: Told,
	id: string,
	now: Instant,
) => ({
	id,
	kind: 'voucher_issued' as const,
	userId,
	companyId,
	dateCreated: now,
	data: {
		amount: String(amountValue),
		currency: amountCurrency,
		date: toIso(nextOccurrence).slice(0, 10),
	},
});
