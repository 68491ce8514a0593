import type { Spending } from './balance.ts';
import { monthOf, monthStart } from './calendar.ts';
import type { Employee, Money, Reference } from './reference.ts';
import { Refused } from './reference.ts';
import { endedAt, touches } from './timeline.ts';

/** The limit that the monthly budget sets for all modules except SPORTS, if the company uses it. */
export function restrictionOf(reference: Reference, employee: Employee, at: number, spendings: Spending[]) {
	const first = monthStart(at);
	const budget = endedAt(employee.plans.pieces(), employee.dateTerminated).findLast(
		(piece) => touches(piece, first, monthStart(at, 1) - 1) && piece.until !== first,
	);
	if (!reference.isRestricted || budget === undefined) return null;
	const { value: limit, currency } = budget.value.amount;
	const used = spendings
		.filter(({ month, module }) => month === monthOf(at) && module !== 'SPORTS')
		.filter(({ amount }) => amount.currency === currency)
		.reduce((total, { amount }) => total + amount.value, 0);
	return { currency, limit, used, left: Math.max(0, limit - used) };
}

export function requireUnrestricted(
	{ module, amount, date }: { module: string; amount: Money; date: number },
	restriction: ReturnType<typeof restrictionOf>,
): void {
	if (restriction === null || module === 'SPORTS' || amount.currency !== restriction.currency) return;
	const { limit, used, left } = restriction;
	const month = monthOf(date);
	if (amount.value > left) throw new Refused('budget_exceeded', { month, limit, used, left });
}
