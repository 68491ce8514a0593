export const CURRENCIES = ['EUR_CENT', 'LEU_BANI', 'GBP_PENCE', 'CHF_CENTIMES'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const MAX_MONEY_VALUE = 100_000_000;

/** `value`: an integer in minor units, from 0 to `MAX_MONEY_VALUE`; only corrections may be negative. */
export interface Money {
	value: number;
	currency: Currency;
}
