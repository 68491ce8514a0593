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
export const secured = createMiddleware<AppEnv>((c, next) =>
	dataOnly(c, async () => {
		await next();
		c.header('Cache-Control', 'no-store');
	}),
);

/** Lets web pages of the origins in `CORS_ORIGINS` call the service; none when that is unset. */
export const crossOrigin = createMiddleware<AppEnv>(async (c, next) => {
	const origin = (c.env.CORS_ORIGINS ?? '').split(',').flatMap(originOf);
	if (origin.length === 0) return next();
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
	})(c, next);
});

/** The configured origin in a list; an empty list for anything else, such as `*` or `null`. */
function originOf(given: string): string[] {
	const origin = given.trim();
	return URL.canParse(origin) && new URL(origin).origin === origin ? [origin] : [];
}
