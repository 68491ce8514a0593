import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from './env.ts';

const DAY_SECONDS = 86_400;

/** The API serves only data; the page at `/` runs only its own script and styles. Neither may be framed. */
const policies = {
	api: secureHeaders({
		contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
	}),
	page: secureHeaders({
		contentSecurityPolicy: {
			defaultSrc: ["'none'"],
			scriptSrc: ["'self'", "'unsafe-inline'"],
			styleSrc: ["'unsafe-inline'"],
			imgSrc: ["'self'", 'data:'],
			fontSrc: ["'self'", 'data:'],
			connectSrc: ["'self'"],
			baseUri: ["'none'"],
			formAction: ["'none'"],
			frameAncestors: ["'none'"],
		},
	}),
};

/** Sets the headers that keep browsers from misusing a response, and caches from keeping personal data. */
export const secured = createMiddleware<AppEnv>((c, next) => {
	const isPage = c.req.path === '/';
	return policies[isPage ? 'page' : 'api'](c, async () => {
		await next();
		if (!isPage && c.req.path !== '/openapi.json') c.header('Cache-Control', 'no-store');
	});
});

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
