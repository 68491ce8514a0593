import type { Country } from './countries.ts';
import type { Instant } from './instant.ts';
import type { Currency } from './money.ts';

/** The legal values for a meal that an employer pays on a working day, in minor units. */
export interface MealValues {
	country: Country;
	/** `from` is the first day on which the values apply. `until` is the first day on which they no longer apply. */
	from: Instant;
	until: Instant;
	currency: Currency;
	/** The official value of a meal, for which the employer pays a flat tax. */
	flatTaxed: number;
	/** The tax-free amount on top of it. */
	taxFree: number;
	source: string;
}

/** The official value changes every year. The sources are also listed in docs/payroll-office.md. */
const germany = (year: number, flatTaxed: number, regulation: string): MealValues => ({
	country: 'DE',
	from: Date.UTC(year, 0, 1),
	until: Date.UTC(year + 1, 0, 1),
	currency: 'EUR_CENT',
	flatTaxed,
	taxFree: 310,
	source: `SvEV § 2 (1) as of ${year} (${regulation}); LStR R 8.1 (7) no. 4; EStG § 40 (2) no. 1`,
});

/** In each country, the oldest values come first. */
export const MEAL_VALUES: readonly MealValues[] = [
	germany(2023, 380, '13th amending regulation'),
	germany(2024, 413, '14th amending regulation'),
	germany(2025, 440, '15th amending regulation'),
	germany(2026, 457, '16th amending regulation'),
];

/** The number of meal days in a month that a country's law assumes when an employer keeps no record of absences. */
const MEAL_DAYS = [
	{ country: 'DE', from: Date.UTC(2023, 0, 1), daysPerMonth: 15, source: 'LStR R 8.1 (7) no. 4' },
] as const;

/** Returns the values of a country on a day; null when the service does not know them. Values of another year never apply. */
export const mealValuesOn = (country: Country | null, day: Instant): MealValues | null =>
	MEAL_VALUES.find((values) => values.country === country && values.from <= day && day < values.until) ??
	null;

export const mealDaysPerMonth = (country: Country | null, day: Instant): number | null =>
	MEAL_DAYS.findLast((law) => law.country === country && law.from <= day)?.daysPerMonth ?? null;

/** True when a country's law sets values for meals, but the service does not know those of the day. */
export const lacksMealValues = (country: Country | null, day: Instant): boolean =>
	mealDaysPerMonth(country, day) !== null && mealValuesOn(country, day) === null;

export const hasMealValues = (country: Country): boolean =>
	MEAL_VALUES.some((values) => values.country === country);

export const mostForMeals = ({ flatTaxed, taxFree }: MealValues, days: number): number =>
	(flatTaxed + taxFree) * days;

/** The meals of an expense: for how many days they are, and their total price in minor units; null if the author gave no price. */
export interface Meals {
	days: number;
	price: number | null;
}

interface MealExpense {
	amountValue: number;
	days: number | null;
	/** The price that the author gave, or the requested amount if only a part was taken. */
	mealPriceValue: number | null;
	requestedAmountValue: number | null;
	/** The amount that a verifier approved; null before the decision. */
	approvedAmountValue: number | null;
	approvedDays: number | null;
}

/**
 * Returns the meals of an expense; null for other modules. If fewer days are approved, the price falls in proportion. It is rounded down so
 * that the taxed part is never too small, and is at least the paid amount.
 */
export function mealsOf(expense: MealExpense): Meals | null {
	const { days: submitted, approvedDays, amountValue } = expense;
	if (submitted === null) return null;
	const days = approvedDays ?? submitted;
	const price = expense.mealPriceValue ?? expense.requestedAmountValue;
	if (price === null) return { days, price };
	const share = Math.floor((price * days) / submitted);
	return { days, price: Math.max(share, expense.approvedAmountValue ?? amountValue) };
}

/**
 * Splits an employer's payment for meals (LStH H 8.1 (7)). The taxed part is the official values minus the employee's share, at most the
 * whole amount. The rest is tax-free.
 */
export function mealParts({ flatTaxed }: MealValues, { days, price }: Meals, value: number) {
	const ownShare = price === null ? 0 : Math.max(0, price - value);
	const taxed = Math.max(0, Math.min(value, flatTaxed * days - ownShare));
	return { flatTaxed: taxed, taxFree: value - taxed };
}
