export const CURRENCIES = ['EUR_CENT', 'LEU_BANI', 'GBP_PENCE', 'CHF_CENTIMES'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const MAX_MONEY_VALUE = 100_000_000;

/** `value` counts the currency's minor unit: an integer from 0 to `MAX_MONEY_VALUE`. */
export interface Money {
	value: number;
	currency: Currency;
}
