import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { Refusal } from '../core/refusals.ts';
import type { AppEnv } from './env.ts';

const DAY_SECONDS = 86_400;

/** The Worker serves data, which runs nothing and may not be framed. Most pages are files (see `src/site`). */
const dataOnly = secureHeaders({
	contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
	// Only browsers and plug-ins that are gone listened to these.
	...{ xDnsPrefetchControl: false, xDownloadOptions: false, xPermittedCrossDomainPolicies: false },
	...{ xXssProtection: false, removePoweredBy: false },
});

/** Sets the headers that keep browsers from misusing a response, and caches from keeping personal data. */
export const secured = createMiddleware<AppEnv>(async (c, next) => {
	c.header('Cache-Control', 'no-store');
	await dataOnly(c, next);
	const [contentPolicy, referrerPolicy] = [c.get('contentPolicy'), c.get('referrerPolicy')];
	if (contentPolicy !== undefined) c.header('Content-Security-Policy', contentPolicy);
	if (referrerPolicy !== undefined) c.header('Referrer-Policy', referrerPolicy);
});

/** Lets web pages of the origins in `CORS_ORIGINS` call the service; none when that is unset. */
export function crossOrigin() {
	let known = '';
	let answer: MiddlewareHandler<AppEnv> | undefined;
	return createMiddleware<AppEnv>((c, next) => {
		const { CORS_ORIGINS = '' } = c.env;
		if (CORS_ORIGINS !== known) {
			answer = allowing(originsOf(CORS_ORIGINS));
			known = CORS_ORIGINS;
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

/** The origins in the setting `CORS_ORIGINS`. Refuses what no browser sends, such as `*` or a path. */
export function originsOf(setting = ''): string[] {
	const origins = setting.split(',').map((origin) => origin.trim());
	const wrong = origins.findIndex((one) => one !== '' && !(URL.canParse(one) && new URL(one).origin === one));
	if (wrong === -1) return origins.filter((origin) => origin !== '');
	throw new Refusal(
		'misconfigured',
		`Entry ${wrong + 1} of CORS_ORIGINS is not an origin such as https://benefits.example, without a path.`,
	);
}
