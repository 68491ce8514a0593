import type { Country } from './countries.ts';
import type { Currency } from './money.ts';

/** Up to how much, in minor units, the law of a country leaves benefits in kind free of tax. More is a warning, never a refusal. */
interface BenefitLimits {
	country: Country;
	/** The first and the last month, as yyyy-MM; null while they hold. */
	from: string;
	until: string | null;
	currency: Currency;
	/** All GENERIC vouchers of a month together: beyond it, every cent of them is taxed. */
	month: number;
	/** A SPECIAL voucher: a gift for an occasion such as a birthday. */
	occasion: number;
	source: string;
}

export const BENEFIT_LIMITS: readonly BenefitLimits[] = [
	{
		country: 'DE',
		from: '2022-01',
		until: null,
		currency: 'EUR_CENT',
		month: 5000,
		occasion: 6000,
		source: 'EStG § 8 (2) sentence 11; LStR R 19.6 (1)',
	},
];
