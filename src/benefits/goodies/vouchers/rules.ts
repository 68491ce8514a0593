import type { Employment } from '../../../foundation/core/employment.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, toIso, toYearMonth } from '../../../foundation/core/instant.ts';
import type { Currency } from '../../../foundation/core/money.ts';
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

interface Issued {
	plannedVoucherId: string;
	goodiesVoucherType: VoucherType;
	interval: Interval;
	dueDate: Instant;
}

export interface PassedPlan<P> {
	plan: P & { nextOccurrence: Instant };
	isIssued: boolean;
	nextOccurrence: Instant | null;
}

/** Decides all due occurrences of an employee's plans, the earliest first. Those after an unsettled termination wait for it. */
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

/** True when the next occurrence already has its voucher. For a monthly budget, a voucher in the same month counts. */
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

/** A plan with the fields of its employee that are needed to store an occurrence. */
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

/** The result for a due occurrence, at the employee's `revision`. Without `voucherId` it was skipped. */
export interface PassedOccurrence<P extends DuePlan = DuePlan> {
	plan: P;
	voucherId: string | null;
	nextOccurrence: Instant | null;
}

interface VoucherOwner<B> {
	companyId: string;
	revision: number;
	personnelNumber: string | null;
	costCenter: string | null;
	booking: B;
}

/** Converts the results of `passDue` to the form for storing. Each occurrence raises the employee's revision. */
export const occurrencesOf = <P extends Omit<DuePlan, 'companyId' | 'revision' | 'nextOccurrence'>, B>(
	{ companyId, revision, personnelNumber, costCenter, booking }: VoucherOwner<B>,
	passed: readonly PassedPlan<P>[],
	now: Instant,
) =>
	passed.map(({ plan, isIssued, nextOccurrence }, index) => ({
		plan: { ...plan, companyId, personnelNumber, costCenter, booking, revision: revision + index },
		voucherId: isIssued ? newId(now) : null,
		nextOccurrence,
	}));

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
