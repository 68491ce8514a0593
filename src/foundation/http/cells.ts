import { z } from '@hono/zod-openapi';
import { CURRENCIES, type Currency } from '../core/money.ts';
import { utcDateTime, utcEnd } from './dates.ts';
import { language } from './fields.ts';

// These fields have the formats that people write in a spreadsheet.

const MINOR_UNITS = 100;

/** An amount such as `50`, `50,00` or `50.5`. It is converted to minor units. */
export const amountCell = z
	.string()
	.regex(
		/^\d{1,9}([.,]\d{1,2})?$/,
		'Must be an amount such as 50 or 50,00, without currency and thousands separators',
	)
	.transform((amount) => Math.round(Number(amount.replace(',', '.')) * MINOR_UNITS));

const CURRENCY_NAMES: Record<string, Currency> = {
	...Object.fromEntries(CURRENCIES.map((currency) => [currency, currency])),
	EUR: 'EUR_CENT',
	RON: 'LEU_BANI',
	GBP: 'GBP_PENCE',
	CHF: 'CHF_CENTIMES',
};

export const currencyCell = z
	.string()
	.transform((name) => CURRENCY_NAMES[name.toUpperCase()])
	.refine((currency) => currency !== undefined, 'Must be EUR, CHF, GBP or RON');

/** A day as `2026-04-01`, `01.04.2026` or `01.04.26`, or a date-time in UTC. A day means its first millisecond in UTC. */
export const startCell = z
	.string()
	.transform((day) => isoDayOf(day, 'T00:00:00.000Z'))
	.pipe(utcDateTime('2026-04-01T00:00:00.000Z'));

/** Like `startCell`, for an end. A day means its last millisecond in UTC. */
export const endCell = z
	.string()
	.transform((day) => isoDayOf(day, 'T23:59:59.999Z'))
	.pipe(utcEnd('2026-12-31T23:59:59.999Z'));

function isoDayOf(day: string, time: string): string {
	const iso = day.replace(/^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/, (_, date, month, year) =>
		[year.padStart(4, '20'), month.padStart(2, '0'), date.padStart(2, '0')].join('-'),
	);
	return /^\d{4}-\d{2}-\d{2}$/.test(iso) ? iso + time : iso;
}

export const flagCell = z
	.string()
	.toLowerCase()
	.refine((word) => YES.includes(word) || NO.includes(word), 'Must be yes or no')
	.transform((word) => YES.includes(word));

const YES = ['yes', 'ja', 'true', '1', 'x'];
const NO = ['no', 'nein', 'false', '0'];

/** Several values in one cell, separated by `|`. */
export const listCell = <S extends z.ZodType<unknown, string[]>>(list: S) =>
	z
		.string()
		.transform((cell) => cell.split('|').map((part) => part.trim()))
		.pipe(list);

/** A language such as `de` or `de-AT`, or its name in German, in English or in the language itself. */
export const languageCell = z
	.string()
	.transform((given) => codeByName(given.toLowerCase()) ?? (given.length === 2 ? given.toLowerCase() : given))
	.pipe(language);

/** The official languages of Europe, and other languages that many people there speak. */
const LANGUAGE_CODES =
	'ar,bg,bs,ca,cs,da,de,el,en,es,et,fa,fi,fr,ga,hr,hu,is,it,lt,lv,mk,mt,nl,no,pl,pt,ro,ru,sk,sl,sq,sr,sv,tr,uk'.split(
		',',
	);

let codes: Map<string, string> | undefined;

function codeByName(name: string): string | undefined {
	codes ??= new Map(
		LANGUAGE_CODES.flatMap((code) =>
			['de', 'en', code].map((inLanguage): [string, string] => {
				const names = new Intl.DisplayNames([inLanguage], { type: 'language' });
				return [names.of(code)?.toLowerCase() ?? code, code];
			}),
		),
	);
	return codes.get(name);
}
