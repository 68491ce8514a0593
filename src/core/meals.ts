import type { Country } from './countries.ts';
import type { Instant } from './instant.ts';
import type { Currency, Money } from './money.ts';

/** The values by which a country's law limits what an employer pays for a meal on a working day, in minor units. */
export interface MealValues {
	country: Country;
	/** The first day on which they hold. They hold until newer ones do. */
	from: Instant;
	currency: Currency;
	/** The official value of a meal, on which the employer pays a flat tax. */
	flatTaxed: number;
	/** The tax-free amount on top of it. */
	taxFree: number;
	/** The number of days in a month, for employers who keep no record of absences. */
	daysPerMonth: number;
	source: string;
}

/** The official value changes every year. docs/payroll-office.md lists the sources too. */
const germany = (year: number, flatTaxed: number, regulation: string): MealValues => ({
	country: 'DE',
	from: Date.UTC(year, 0, 1),
	currency: 'EUR_CENT',
	flatTaxed,
	taxFree: 310,
	daysPerMonth: 15,
	source: `SvEV § 2 (1) as of ${year} (${regulation}); LStR R 8.1 (7) no. 4; EStG § 40 (2) no. 1`,
});

/** By country, oldest first. */
export const MEAL_VALUES: readonly MealValues[] = [
	germany(2023, 380, '13th amending regulation'),
	germany(2024, 413, '14th amending regulation'),
	germany(2025, 440, '15th amending regulation'),
	germany(2026, 457, '16th amending regulation'),
];

/** The values that hold in a country on a day; null where the service knows none. */
export const mealValuesOn = (country: Country | null, day: Instant): MealValues | null =>
	MEAL_VALUES.findLast((values) => values.country === country && values.from <= day) ?? null;

export const hasMealValues = (country: Country): boolean =>
	MEAL_VALUES.some((values) => values.country === country);

export const mostForMeals = ({ flatTaxed, taxFree }: MealValues, days: number): number =>
	(flatTaxed + taxFree) * days;

/** Splits an amount: the official value is taxed, the rest is free. The sum of both is the amount. */
export function mealParts({ flatTaxed }: MealValues, days: number, { value }: Money) {
	const taxed = Math.min(value, flatTaxed * days);
	return { flatTaxed: taxed, taxFree: value - taxed };
}
