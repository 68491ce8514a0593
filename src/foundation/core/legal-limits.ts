import type { Country } from './countries.ts';
import type { Instant } from './instant.ts';
import type { Module } from './modules.ts';
import type { Currency } from './money.ts';

/** The modules whose legal limits a company can choose to observe. */
export const LIMITED_MODULES = [
	'HEALTH',
	'INTERNET',
	'HOLIDAY',
	'SPORTS',
] as const satisfies readonly Module[];
export type LimitedModule = (typeof LIMITED_MODULES)[number];

/** Warnings about benefits above a legal limit. They never cause a refusal. */
export const LIMIT_WARNINGS = [
	'benefits_in_kind_exceeded',
	'gift_exceeded',
	'internet_exceeded',
	'health_exceeded',
	'recreation_exceeded',
] as const;
export type LimitWarning = (typeof LIMIT_WARNINGS)[number];

/** The amount, in minor units, up to which the law of a country favours benefits of an employee. */
interface LegalLimit {
	code: LimitWarning;
	country: Country;
	/** `from` is the first day on which the limit applies. `until` is the first day on which it no longer applies; null while it applies. */
	from: Instant;
	until: Instant | null;
	currency: Currency;
	value: number;
	/** The calendar month or year (UTC) in which benefits are added up. */
	period: 'month' | 'year';
	/** Expenses of this module count if the company observes the module's limit; null when no expenses count. */
	module: LimitedModule | null;
	/** Vouchers of this type always count. */
	vouchers: 'GENERIC' | 'SPECIAL' | null;
	/** How much the limit rises when an expense of the period names relatives; null when relatives do not matter. */
	relatives: { spouse: number; child: number } | null;
	/** True when each voucher is compared with the limit alone, such as a gift for a birthday. */
	isEach: boolean;
	source: string;
}

const GERMANY = { country: 'DE', from: Date.UTC(2022, 0, 1), until: null, currency: 'EUR_CENT' } as const;
const OF_MODULE = { ...GERMANY, vouchers: null, relatives: null, isEach: false } as const;

/** The sources are also listed in docs/payroll-office.md. */
export const LEGAL_LIMITS: readonly LegalLimit[] = [
	{
		...GERMANY,
		code: 'benefits_in_kind_exceeded',
		value: 5000,
		period: 'month',
		module: 'SPORTS',
		vouchers: 'GENERIC',
		relatives: null,
		isEach: false,
		source: 'EStG § 8 (2) sentence 11',
	},
	{
		...GERMANY,
		code: 'gift_exceeded',
		value: 6000,
		period: 'month',
		module: null,
		vouchers: 'SPECIAL',
		relatives: null,
		isEach: true,
		source: 'LStR R 19.6 (1)',
	},
	{
		...OF_MODULE,
		code: 'internet_exceeded',
		value: 5000,
		period: 'month',
		module: 'INTERNET',
		source: 'EStG § 40 (2) no. 5; LStR R 40.2 (5)',
	},
	{
		...OF_MODULE,
		code: 'health_exceeded',
		value: 60_000,
		period: 'year',
		module: 'HEALTH',
		source: 'EStG § 3 no. 34',
	},
	{
		...OF_MODULE,
		code: 'recreation_exceeded',
		value: 15_600,
		period: 'year',
		module: 'HOLIDAY',
		relatives: { spouse: 10_400, child: 5200 },
		source: 'EStG § 40 (2) no. 3',
	},
];
