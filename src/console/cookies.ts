import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { LONGEST_MS } from '../auth/rules.ts';
import { SIGN_IN_MS } from '../auth/sso/rules.ts';
import { LANGUAGES, type Language } from '../core/language.ts';
import { BASE, type Context } from './env.ts';

const SESSION = 'zubrot';
const TRANSACTION = 'zubrot-provider';
const LANGUAGE = 'zubrot-language';
const YEAR_SECONDS = 31_536_000;

/** A browser on plain http, which only this machine is asked by, keeps no cookie with the prefix. */
const isPlain = (c: Context): boolean => new URL(c.req.url).protocol === 'http:';

const options = (c: Context, seconds: number): CookieOptions =>
	({
		path: '/',
		httpOnly: true,
		sameSite: 'Lax',
		maxAge: seconds,
		...(isPlain(c) ? {} : { secure: true, prefix: 'host' as const }),
	}) as CookieOptions;

const read = (c: Context, name: string): string | undefined =>
	isPlain(c) ? getCookie(c, name) : getCookie(c, name, 'host');

export const sessionCookie = (c: Context): string | undefined => read(c, SESSION);

export const keepSession = (c: Context, secret: string): void =>
	setCookie(c, SESSION, secret, options(c, LONGEST_MS / 1000));

export const dropSession = (c: Context): void => {
	deleteCookie(c, SESSION, options(c, 0));
};

/** Remembers who began a sign-in at a provider, and where the person wants to go afterwards. */
export const keepTransaction = (c: Context, transaction: string, to: string): void =>
	setCookie(c, TRANSACTION, JSON.stringify([transaction, to]), options(c, SIGN_IN_MS / 1000));

export function takeTransaction(c: Context): { transaction: string; to: string } {
	const kept = read(c, TRANSACTION);
	deleteCookie(c, TRANSACTION, options(c, 0));
	try {
		const [transaction, to] = JSON.parse(kept ?? '') as string[];
		return { transaction: String(transaction), to: ownAddress(c, to) };
	} catch {
		return { transaction: '', to: BASE };
	}
}

export const chosenLanguage = (c: Context): Language | undefined =>
	LANGUAGES.find((language) => language === read(c, LANGUAGE));

export const keepLanguage = (c: Context, language: Language): void =>
	setCookie(c, LANGUAGE, language, options(c, YEAR_SECONDS));

/** An address of the console; its first page in place of any other address. */
export function ownAddress(c: Context, address = ''): string {
	const { origin } = new URL(c.req.url);
	const url = URL.parse(address, origin);
	const isOurs = url?.origin === origin && /^\/console(\/|$)/.test(url.pathname);
	return url !== null && isOurs ? url.pathname + url.search : BASE;
}
