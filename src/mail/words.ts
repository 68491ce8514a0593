import { dictionary, type Language } from '../core/language.ts';
import type { Module } from '../core/modules.ts';
import type { Currency } from '../core/money.ts';
import { type Reason, textOfReason } from '../core/reasons.ts';
import { MODULE_NAMES } from '../core/words.ts';

const LOCALES: Record<Language, string> = { de: 'de-DE', en: 'en-GB' };

const ISO_CODES: Record<Currency, string> = {
	EUR_CENT: 'EUR',
	LEU_BANI: 'RON',
	GBP_PENCE: 'GBP',
	CHF_CENTIMES: 'CHF',
};

/** An amount in minor units, such as `12,50 €`. */
export const money = (language: Language, minor = '0', currency = 'EUR_CENT'): string =>
	new Intl.NumberFormat(LOCALES[language], {
		style: 'currency',
		currency: ISO_CODES[currency as Currency] ?? 'EUR',
	}).format(Number(minor) / 100);

/** A day, from `yyyy-MM-dd`. */
export const day = (language: Language, date = ''): string =>
	formatted(language, date, { day: 'numeric', month: 'long', year: 'numeric' });

/** A month, from `yyyy-MM`. */
export const month = (language: Language, yearMonth = ''): string =>
	formatted(language, `${yearMonth}-01`, { month: 'long', year: 'numeric' });

/** Reasons of a verifier as sentences, from their codes; of mails that tell no codes, the verifier's own words. */
export const reasons = (language: Language, codes = '', words = ''): string =>
	codes === ''
		? words
		: codes
				.split(' ')
				.map((code) => textOfReason(code as Reason, words || null, language))
				.join(' ');

/** A module of the flex budget, from its name in the API. */
export const module = (language: Language, name = ''): string => MODULES[language][name as Module] ?? name;

const MODULES = dictionary(MODULE_NAMES);

function formatted(language: Language, date: string, parts: Intl.DateTimeFormatOptions): string {
	const at = Date.parse(date);
	return Number.isNaN(at)
		? date
		: new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone: 'UTC' }).format(at);
}
