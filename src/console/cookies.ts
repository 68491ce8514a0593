import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Context as AnyContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { LANGUAGES, type Language } from '../foundation/core/language.ts';
import { sha256 } from '../foundation/core/vault.ts';
import { BOOKMARK_COOKIES, isRead, type Keeper } from '../foundation/http/near.ts';
import { LONGEST_MS } from '../tenants/auth/rules.ts';
import { BASE, type Context } from './env.ts';

const SESSION = 'zubrot';
/** Each sign-in in progress has its own cookie, because several tabs may sign in at once. */
const transactionOf = (hash: string): string => `zubrot-provider-${hash}`;
const LANGUAGE = 'zubrot-language';
const YEAR_SECONDS = 31_536_000;
/** Longer than a sign-in at an identity provider may take, so that a late one keeps what was typed. */
const KEPT_SECONDS = 3600;

/** Browsers keep no cookie with the `__Host-` prefix on plain http, which only requests from this machine use. */
const isPlain = (c: AnyContext): boolean => new URL(c.req.url).protocol === 'http:';

const options = (c: AnyContext, seconds: number): CookieOptions =>
	({
		path: '/',
		httpOnly: true,
		sameSite: 'Lax',
		maxAge: seconds,
		...(isPlain(c) ? {} : { secure: true, prefix: 'host' as const }),
	}) as CookieOptions;

const read = (c: AnyContext, name: string): string | undefined =>
	isPlain(c) ? getCookie(c, name) : getCookie(c, name, 'host');

export const sessionCookie = (c: Context): string | undefined => read(c, SESSION);

export const keepSession = (c: Context, secret: string): void =>
	setCookie(c, SESSION, secret, options(c, LONGEST_MS / 1000));

export const dropSession = (c: Context): void => {
	deleteCookie(c, SESSION, options(c, 0));
};

/** A browser keeps the bookmark of the last write and that of the last read in separate cookies. */
export const keptByBrowser: Keeper = {
	sent: (c) => Object.values(BOOKMARK_COOKIES).flatMap((name) => read(c, name) || []),
	keep: (c, bookmark) => {
		const name = BOOKMARK_COOKIES[isRead(c) ? 'seen' : 'written'];
		if (read(c, name) !== bookmark) setCookie(c, name, bookmark, options(c, LONGEST_MS / 1000));
	},
	session: (c) => read(c, SESSION) ?? '',
};

/** Kept while the user signs in at an identity provider: the secret, the page to open afterwards, and a form to send again. */
interface Transaction {
	transaction: string;
	to: string;
	kept: string;
}

/** Browsers keep 4,096 bytes of a cookie with its name. */
const MAX_COOKIE_LENGTH = 3900;
/** Servers refuse requests whose cookies are longer together. */
const MAX_HEADER_LENGTH = 12_000;
const MAX_KEPT_BYTES = 262_144;

/** True for the text of a form that is short enough to pass from page to page. */
export const canTravel = (kept: string): boolean => kept.length <= 60_000;

/** Returns false if the form was too long to be kept. */
export function keepTransaction(c: Context, { transaction, to, kept }: Transaction): boolean {
	const packed = (form: string) =>
		deflateRawSync(JSON.stringify([transaction, to, form])).toString('base64url');
	const room = MAX_HEADER_LENGTH - (c.req.header('Cookie') ?? '').length;
	const isAllKept = canTravel(kept) && packed(kept).length <= Math.min(room, MAX_COOKIE_LENGTH);
	const name = transactionOf(sha256(transaction));
	setCookie(c, name, packed(isAllKept ? kept : ''), options(c, KEPT_SECONDS));
	return isAllKept;
}

export function takeTransaction(c: Context): Transaction {
	const name = transactionOf((c.req.query('of') ?? '').replaceAll(/[^\w-]/g, ''));
	const packed = Buffer.from(read(c, name) ?? '', 'base64url');
	deleteCookie(c, name, options(c, 0));
	try {
		const text = inflateRawSync(packed, { maxOutputLength: MAX_KEPT_BYTES }).toString();
		const [transaction, to, kept] = JSON.parse(text) as string[];
		return { transaction: String(transaction), to: ownAddress(c, to), kept: String(kept) };
	} catch {
		return { transaction: '', to: BASE, kept: '' };
	}
}

export const chosenLanguage = (c: Context): Language | undefined =>
	LANGUAGES.find((language) => language === read(c, LANGUAGE));

export const keepLanguage = (c: Context, language: Language): void =>
	setCookie(c, LANGUAGE, language, options(c, YEAR_SECONDS));

/** Returns an address of the console. Any other address is replaced by the console's first page, so that no link leads away. */
export function ownAddress(c: Context, address = ''): string {
	const { origin } = new URL(c.req.url);
	const url = URL.parse(address, origin);
	const isOurs = url?.origin === origin && /^\/console(\/|$)/.test(url.pathname);
	return url !== null && isOurs ? url.pathname + url.search : BASE;
}
