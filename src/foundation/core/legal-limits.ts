import type { Country } from './countries.ts';
import type { Instant } from './instant.ts';
import type { Module } from './modules.ts';
import type { Currency } from './money.ts';

/** The modules whose legal limits a company may observe. */
export const LIMITED_MODULES = [
	'HEALTH',
	'INTERNET',
	'HOLIDAY',
	'SPORTS',
] as const satisfies readonly Module[];
export type LimitedModule = (typeof LIMITED_MODULES)[number];

/** Warnings about benefits beyond a legal limit. They never refuse anything. */
export const LIMIT_WARNINGS = [
	'benefits_in_kind_exceeded',
	'gift_exceeded',
	'internet_exceeded',
	'health_exceeded',
	'recreation_exceeded',
] as const;
export type LimitWarning = (typeof LIMIT_WARNINGS)[number];

/** Up to how much, in minor units, the law of a country favours benefits of an employee. */
interface LegalLimit {
	code: LimitWarning;
	country: Country;
	/** The first day on which it holds, and the first one on which it does not; null while it holds. */
	from: Instant;
	until: Instant | null;
	currency: Currency;
	value: number;
	/** The calendar month or year (UTC) whose benefits count together. */
	period: 'month' | 'year';
	/** Expenses of this module count if the company observes its limit. */
	module: LimitedModule | null;
	/** Vouchers of this type count always. */
	vouchers: 'GENERIC' | 'SPECIAL' | null;
	/** How much an expense of the period raises it by naming relatives; null when they do not matter. */
	relatives: { spouse: number; child: number } | null;
	/** True when each voucher counts alone: a gift for an occasion such as a birthday. */
	isEach: boolean;
	source: string;
}

const GERMANY = { country: 'DE', from: Date.UTC(2022, 0, 1), until: null, currency: 'EUR_CENT' } as const;
const OF_MODULE = { ...GERMANY, vouchers: null, relatives: null, isEach: false } as const;

/** docs/payroll-office.md lists the sources too. */
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
