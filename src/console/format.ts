import type { Instant } from '../foundation/core/instant.ts';
import { type Language, LOCALES } from '../foundation/core/language.ts';
import { type Currency, ISO_CODES } from '../foundation/core/money.ts';

/** Formats numbers, days and amounts in the reader's language. Days are those of the UTC calendar, as everywhere in the service. */
export interface Say {
	language: Language;
	/** 7 March 2026. */
	day(at: Instant): string;
	/** 7 Mar. */
	shortDay(at: Instant): string;
	/** 7 March 2026 at 09:30, in Berlin. */
	time(at: Instant): string;
	/** Mar. */
	shortMonth(at: Instant): string;
	/** Sat. */
	weekday(at: Instant): string;
	/** March 2026, of `2026-03`. */
	monthName(month: string): string;
	amount(value: number, currency?: Currency): string;
	/** An amount where there is little room: without its fraction when it is whole. */
	shortAmount(value: number, currency: Currency): string;
	/** An amount where there is room for whole units only: rounded to the nearest one. */
	wholeAmount(value: number, currency: Currency): string;
	/** An amount as it is typed into a field: 50,00 or 50.00. */
	typedAmount(value: number): string;
	number(value: number): string;
	/** 1.2 MB, never rounded up. */
	size(bytes: number): string;
	/** Germany, of `DE`. */
	country(code: string): string;
}

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000_000_000;

const known = new Map<Language, Say>();

export function sayIn(language: Language): Say {
	const say = known.get(language) ?? newSay(language);
	known.set(language, say);
	return say;
}

function newSay(language: Language): Say {
	const locale = LOCALES[language];
	const dates = (options: Intl.DateTimeFormatOptions) => {
		const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
		return (at: Instant) => format.format(at);
	};
	const month = dates({ month: 'long', year: 'numeric' });
	const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false });
	const plain = new Intl.NumberFormat(locale);
	const sizes = (unit: 'kilobyte' | 'megabyte' | 'gigabyte') =>
		new Intl.NumberFormat(locale, {
			style: 'unit',
			unit,
			maximumFractionDigits: 1,
			roundingMode: 'floor',
		});
	const units = [
		[GIGABYTE, sizes('gigabyte')],
		[MEGABYTE, sizes('megabyte')],
		[1000, sizes('kilobyte')],
	] as const;
	const countries = new Intl.DisplayNames(locale, { type: 'region' });
	return {
		language,
		day: dates({ dateStyle: 'long' }),
		shortDay: dates({ day: 'numeric', month: 'short' }),
		time: dates({ dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Berlin' }),
		monthName: (yearMonth) => month(Date.parse(yearMonth)),
		shortMonth: dates({ month: 'short' }),
		weekday: dates({ weekday: 'short' }),
		amount: (value, currency = 'EUR_CENT') =>
			new Intl.NumberFormat(locale, { style: 'currency', currency: ISO_CODES[currency] }).format(value / 100),
		shortAmount: (value, currency) =>
			new Intl.NumberFormat(locale, {
				style: 'currency',
				currency: ISO_CODES[currency],
				trailingZeroDisplay: 'stripIfInteger',
			}).format(value / 100),
		wholeAmount: (value, currency) =>
			new Intl.NumberFormat(locale, {
				style: 'currency',
				currency: ISO_CODES[currency],
				maximumFractionDigits: 0,
			}).format(value / 100),
		typedAmount: (value) => decimal.format(value / 100),
		number: (value) => plain.format(value),
		size: (bytes) => {
			const [unit, format] = units.find(([least]) => bytes >= least) ?? units[2];
			return format.format(bytes / unit);
		},
		country: (code) => countries.of(code) ?? code,
	};
}
