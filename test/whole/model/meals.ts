import { DAY, dayOfMonth, monthOf, monthStart } from './calendar.ts';
import { type Expense, type Kind, type Money, type Reference, Refused } from './reference.ts';

// The law of Germany, as docs/payroll-office.md tells it: in cents, for each day of meals.

const OFFICIAL_VALUE: Record<number, number> = { 2023: 380, 2024: 413, 2025: 440, 2026: 457 };
const FREE_ON_TOP = 310;
const DAYS_A_MONTH = 15;

type Meals = Pick<Expense, 'module' | 'date' | 'days' | 'amount'>;

/** The value of the year; NaN when nobody knows it, since that of another year never holds. */
const officialValue = (date: number): number => OFFICIAL_VALUE[new Date(date).getUTCFullYear()] ?? Number.NaN;

const isUnknown = (date: number): boolean => Number.isNaN(officialValue(date));

/** Whether the lines of an expense wait until the official value of its year is known. */
export const awaitsValue = ({ splitsMeals }: Reference, { module, date }: Expense): boolean =>
	splitsMeals && module === 'MEALS' && isUnknown(date);

/** The price of the meals that were approved; null if nobody has named any. */
function priceOf({ mealPrice, requested, days, approvedDays, amount, approved }: Expense): number | null {
	const named = (mealPrice ?? requested)?.value;
	if (named === undefined || days === null) return null;
	const share = Math.floor((named / days) * (approvedDays ?? days) + 1e-9);
	return Math.max(share, (approved ?? amount).value);
}

/** Per day: the official value less what the employee pays, at least nothing and at most what is paid. */
function taxedOf(expense: Expense, paid: number): number {
	const days = expense.approvedDays ?? expense.days ?? 0;
	const price = priceOf(expense);
	const ownShare = price === null ? 0 : Math.max(0, price - paid) / days;
	const ofDay = Math.max(0, Math.min(paid / days, officialValue(expense.date) - ownShare));
	return Math.round(ofDay * days);
}

/** Refuses more days than have passed, or than the law counts, and more money than the law permits for them. */
export function requireLawfulMeals(
	reference: Reference,
	meals: Meals,
	taken: { days: number }[],
	areAbsencesRecorded: boolean,
): void {
	const { module, date, days, amount } = meals;
	if (!reference.splitsMeals || module !== 'MEALS' || days === null) return;
	if (amount.currency !== 'EUR_CENT' && !isUnknown(date)) throw new Refused('currency_mismatch');
	const isPresent = monthOf(date) === monthOf(reference.now);
	const passed = isPresent ? dayOfMonth(reference.now) : (monthStart(date, 1) - monthStart(date)) / DAY;
	const most = areAbsencesRecorded ? passed : Math.min(DAYS_A_MONTH, passed);
	const used = taken.reduce((total, one) => total + one.days, 0);
	const left = Math.max(0, most - used);
	if (days > left) throw new Refused('max_days_exceeded', { limit: most, used, left });
	const limit = (officialValue(date) + FREE_ON_TOP) * days;
	if (amount.value > limit) throw new Refused('tax_budget_exceeded', { limit, used: 0, left: limit });
}

/** The payments for an approved expense, in its lines. */
export function partsOf({ splitsMeals }: Reference, expense: Expense): { kind: Kind; amount: Money }[] {
	const { module, approved } = expense;
	const amount = approved ?? expense.amount;
	if (!splitsMeals || module !== 'MEALS' || isUnknown(expense.date)) return [{ kind: 'EXPENSE', amount }];
	const taxed = taxedOf(expense, amount.value);
	const parts: { kind: Kind; amount: Money }[] = [
		{ kind: 'MEALS_FLAT_TAXED', amount: { ...amount, value: taxed } },
		{ kind: 'MEALS_TAX_FREE', amount: { ...amount, value: amount.value - taxed } },
	];
	return parts.filter((part) => part.amount.value > 0);
}

/** After a correction, the parts are again what the law makes of their sum. */
export function requireLawfulCorrection(
	kind: Kind,
	change: number,
	expense: Expense,
	taxed: number,
	free: number,
) {
	if (kind === 'EXPENSE') return;
	const isFree = kind === 'MEALS_TAX_FREE';
	const days = expense.approvedDays ?? expense.days ?? 0;
	const lawful = (officialValue(expense.date) + FREE_ON_TOP) * days;
	const most = Math.min(lawful, priceOf(expense) ?? lawful);
	const isLawful = (more: number): boolean => {
		const total = taxed + free + more;
		return total <= most && taxedOf(expense, total) === taxed + (isFree ? 0 : more);
	};
	if (change < 0) {
		// If one cent of this part can be taken back, the rest of the part can be too.
		if (isLawful(-1)) return;
		throw new Refused('correction_exceeds_transaction', { limit: 0 });
	}
	const used = isFree ? free : taxed;
	let left = 0;
	while (isLawful(left + 1)) left++;
	if (change > left) throw new Refused('tax_budget_exceeded', { limit: used + left, used, left });
}
