import { DAY, dayOfMonth, monthOf, monthStart } from './calendar.ts';
import { type Expense, type Kind, type Money, type Reference, Refused } from './reference.ts';

// The law of Germany, as docs/payroll-office.md tells it: in cents, for each day of meals.

const OFFICIAL_VALUE: Record<number, number> = { 2023: 380, 2024: 413, 2025: 440 };
const FREE_ON_TOP = 310;
const DAYS_A_MONTH = 15;

type Meals = Pick<Expense, 'module' | 'date' | 'days'> & { amount: Money };

const taxable = ({ date, days }: Meals): number =>
	(OFFICIAL_VALUE[new Date(date).getUTCFullYear()] ?? Number.NaN) * (days ?? 0);

/** Refuses more days than have passed, or than the law counts, and more money than it has for them. */
export function requireLawfulMeals(reference: Reference, meals: Meals, taken: { days: number }[]): void {
	const { module, date, days, amount } = meals;
	if (!reference.splitsMeals || module !== 'MEALS' || days === null) return;
	if (amount.currency !== 'EUR_CENT') throw new Refused('currency_mismatch');
	const isPresent = monthOf(date) === monthOf(reference.now);
	const passed = isPresent ? dayOfMonth(reference.now) : (monthStart(date, 1) - monthStart(date)) / DAY;
	const most = Math.min(DAYS_A_MONTH, passed);
	const used = taken.reduce((total, one) => total + one.days, 0);
	const left = Math.max(0, most - used);
	if (days > left) throw new Refused('max_days_exceeded', { limit: most, used, left });
	const limit = taxable(meals) + FREE_ON_TOP * days;
	if (amount.value > limit) throw new Refused('tax_budget_exceeded', { limit, used: 0, left: limit });
}

/** The payments for an expense, in its lines. */
export function partsOf({ splitsMeals }: Reference, expense: Meals): { kind: Kind; amount: Money }[] {
	const { module, amount } = expense;
	if (!splitsMeals || module !== 'MEALS') return [{ kind: 'EXPENSE', amount }];
	const free = Math.max(0, amount.value - taxable(expense));
	const taxed = { ...amount, value: amount.value - free };
	const parts: { kind: Kind; amount: Money }[] = [{ kind: 'MEALS_FLAT_TAXED', amount: taxed }];
	return free === 0 ? parts : [...parts, { kind: 'MEALS_TAX_FREE', amount: { ...amount, value: free } }];
}

/** Tax-free payments are taken back first and paid last. */
export function requireLawfulCorrection(
	kind: Kind,
	change: number,
	expense: Expense,
	taxed: number,
	free: number,
) {
	if (kind === 'EXPENSE') return;
	const isFree = kind === 'MEALS_TAX_FREE';
	if (change < 0 && !isFree && free > 0) throw new Refused('correction_exceeds_transaction', { limit: 0 });
	if (change < 0) return;
	const mayBeFree = taxed === taxable(expense) ? FREE_ON_TOP * (expense.days ?? 0) : free;
	const [limit, used] = isFree ? [mayBeFree, free] : [taxable(expense), taxed];
	if (change > limit - used) throw new Refused('tax_budget_exceeded', { limit, used, left: limit - used });
}
