import type { Country } from './countries.ts';
import type { Instant } from './instant.ts';
import type { Currency } from './money.ts';

/** The values by which a country's law limits what an employer pays for a meal on a working day, in minor units. */
export interface MealValues {
	country: Country;
	/** The first day on which they hold, and the first one on which they do not. */
	from: Instant;
	until: Instant;
	currency: Currency;
	/** The official value of a meal, on which the employer pays a flat tax. */
	flatTaxed: number;
	/** The tax-free amount on top of it. */
	taxFree: number;
	source: string;
}

/** The official value changes every year. docs/payroll-office.md lists the sources too. */
const germany = (year: number, flatTaxed: number, regulation: string): MealValues => ({
	country: 'DE',
	from: Date.UTC(year, 0, 1),
	until: Date.UTC(year + 1, 0, 1),
	currency: 'EUR_CENT',
	flatTaxed,
	taxFree: 310,
	source: `SvEV § 2 (1) as of ${year} (${regulation}); LStR R 8.1 (7) no. 4; EStG § 40 (2) no. 1`,
});

/** By country, oldest first. */
export const MEAL_VALUES: readonly MealValues[] = [
	germany(2023, 380, '13th amending regulation'),
	germany(2024, 413, '14th amending regulation'),
	germany(2025, 440, '15th amending regulation'),
	germany(2026, 457, '16th amending regulation'),
];

/** The number of days that a country's law counts in a month, for employers who keep no record of absences. */
const MEAL_DAYS = [
	{ country: 'DE', from: Date.UTC(2023, 0, 1), daysPerMonth: 15, source: 'LStR R 8.1 (7) no. 4' },
] as const;

/** The values that hold in a country on a day; null where the service knows none. Those of another year never apply. */
export const mealValuesOn = (country: Country | null, day: Instant): MealValues | null =>
	MEAL_VALUES.find((values) => values.country === country && values.from <= day && day < values.until) ??
	null;

export const mealDaysPerMonth = (country: Country | null, day: Instant): number | null =>
	MEAL_DAYS.findLast((law) => law.country === country && law.from <= day)?.daysPerMonth ?? null;

/** True when a country's law values meals, but the service does not know the values of the day. */
export const lacksMealValues = (country: Country | null, day: Instant): boolean =>
	mealDaysPerMonth(country, day) !== null && mealValuesOn(country, day) === null;

export const hasMealValues = (country: Country): boolean =>
	MEAL_VALUES.some((values) => values.country === country);

export const mostForMeals = ({ flatTaxed, taxFree }: MealValues, days: number): number =>
	(flatTaxed + taxFree) * days;

/** For how many days the meals of an expense are, and their price together in minor units; null when nobody has named it. */
export interface Meals {
	days: number;
	price: number | null;
}

interface MealExpense {
	amountValue: number;
	days: number | null;
	/** The price as the author names it, or the requested amount if only a part was taken. */
	mealPriceValue: number | null;
	requestedAmountValue: number | null;
	/** The amount that a verifier approved; null before the decision. */
	approvedAmountValue: number | null;
	approvedDays: number | null;
}

/**
 * Returns the meals of an expense; null for other modules. Fewer days than submitted have their share of the price,
 * rounded down to the minor unit, so that the taxed part is never too small. It is never less than what is paid.
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
 * Splits what an employer pays for meals (LStH H 8.1 (7)). Taxed are the official values less what the employee pays,
 * and never more than the amount. The rest is free of tax. The sum of both is the amount.
 */
export function mealParts({ flatTaxed }: MealValues, { days, price }: Meals, value: number) {
	const ownShare = price === null ? 0 : Math.max(0, price - value);
	const taxed = Math.max(0, Math.min(value, flatTaxed * days - ownShare));
	return { flatTaxed: taxed, taxFree: value - taxed };
}
