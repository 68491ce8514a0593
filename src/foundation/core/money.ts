export const CURRENCIES = ['EUR_CENT', 'LEU_BANI', 'GBP_PENCE', 'CHF_CENTIMES'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const ISO_CODES: Record<Currency, string> = {
	EUR_CENT: 'EUR',
	LEU_BANI: 'RON',
	GBP_PENCE: 'GBP',
	CHF_CENTIMES: 'CHF',
};

export const MAX_MONEY_VALUE = 100_000_000;

/** `value` is an integer in minor units, from 0 to `MAX_MONEY_VALUE`. Only corrections may be negative. */
export interface Money {
	value: number;
	currency: Currency;
}

/** Writes minor units as a decimal number with a comma, such as 50,00 for 5000. It uses only integer arithmetic, which is exact. */
export function decimalComma(value: number): string {
	const digits = String(Math.abs(value)).padStart(3, '0');
	return `${value < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}
