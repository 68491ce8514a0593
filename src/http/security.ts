import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from './env.ts';

const DAY_SECONDS = 86_400;

/** The Worker serves only data, which runs nothing and may not be framed. Pages are files (see `src/site`). */
const dataOnly = secureHeaders({
	contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
});

/** Sets the headers that keep browsers from misusing a response, and caches from keeping personal data. */
export const secured = createMiddleware<AppEnv>((c, next) => {
	c.header('Cache-Control', 'no-store');
	return dataOnly(c, next);
});

/** Lets web pages of the origins in `CORS_ORIGINS` call the service; none when that is unset. */
export function crossOrigin() {
	let known = '';
	let answer: MiddlewareHandler<AppEnv> | undefined;
	return createMiddleware<AppEnv>((c, next) => {
		const { CORS_ORIGINS = '' } = c.env;
		if (CORS_ORIGINS !== known) {
			known = CORS_ORIGINS;
			answer = allowing(CORS_ORIGINS.split(',').flatMap(originOf));
		}
		return answer === undefined ? next() : answer(c, next);
	});
}

function allowing(origin: string[]): MiddlewareHandler<AppEnv> | undefined {
	if (origin.length === 0) return undefined;
	return cors({
		origin,
		allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
		allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
		exposeHeaders: [
			'Content-Disposition',
			'ETag',
			'Idempotency-Replayed',
			'Link',
			'Location',
			'Retry-After',
			'X-Request-Id',
		],
		maxAge: DAY_SECONDS,
	});
}

/** The configured origin in a list; an empty list for anything else, such as `*` or `null`. */
function originOf(given: string): string[] {
	const origin = given.trim();
	return URL.canParse(origin) && new URL(origin).origin === origin ? [origin] : [];
}
