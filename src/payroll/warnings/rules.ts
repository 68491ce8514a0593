import type { Country } from '../../core/countries.ts';
import type { Currency } from '../../core/money.ts';

/** What is permitted but costs more tax than it seems to. */
export const WARNINGS = ['benefits_in_kind_exceeded', 'gift_exceeded'] as const;
type WarningCode = (typeof WARNINGS)[number];

/** The most employees whose vouchers are warned of. */
export const MAX_WARNED = 1000;

/** The vouchers of an employee in a month, where some limit is passed. */
export interface Exceeding {
	employeeId: string;
	personnelNumber: string | null;
	firstName: string | null;
	lastName: string | null;
	currency: Currency;
	/** What GENERIC vouchers add up to, and the largest SPECIAL one, with the limit of each. */
	total: number;
	monthLimit: number;
	largest: number;
	occasionLimit: number;
}

export interface Warning extends Omit<Exceeding, 'total' | 'monthLimit' | 'largest' | 'occasionLimit'> {
	code: WarningCode;
	value: number;
	limit: number;
}

export const warningsOf = (exceeding: readonly Exceeding[]): Warning[] =>
	exceeding.flatMap(({ total, monthLimit, largest, occasionLimit, ...whose }) => [
		...(total > monthLimit
			? [{ ...whose, code: 'benefits_in_kind_exceeded' as const, value: total, limit: monthLimit }]
			: []),
		...(largest > occasionLimit
			? [{ ...whose, code: 'gift_exceeded' as const, value: largest, limit: occasionLimit }]
			: []),
	]);

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
