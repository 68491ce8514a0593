import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { LANGUAGES, type Language } from '../core/language.ts';
import type { AppEnv } from './env.ts';

/** The language that the caller prefers of those that we have, by `Accept-Language`; English unless said. */
export function languageOf(c: Context<AppEnv>): Language {
	const wanted = parseAccept(c.req.header('Accept-Language') ?? '').map(({ type }) =>
		type.slice(0, 2).toLowerCase(),
	);
	return wanted.flatMap((tag) => LANGUAGES.find((language) => language === tag) ?? [])[0] ?? 'en';
}
