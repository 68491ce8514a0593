import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { originsOf } from '../core/settings.ts';
import type { AppEnv } from './env.ts';
import { BOOKMARK } from './near.ts';

const DAY_SECONDS = 86_400;

/** The headers of data, which runs no scripts and may not be framed. Most pages are files (see `src/entrances/site`). */
const HEADERS = Object.entries({
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Origin-Agent-Cluster': '?1',
	'Referrer-Policy': 'no-referrer',
	'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
});

/**
 * Sets the headers that protect browsers, and keeps caches from storing personal data. Hono's `secureHeaders` would take about 3 % of the
 * processor time of a read.
 */
export const secured = createMiddleware<AppEnv>(async (c, next) => {
	c.header('Cache-Control', 'no-store');
	await next();
	const { headers } = c.res;
	for (const [name, value] of HEADERS) headers.set(name, value);
	const [contentPolicy, referrerPolicy] = [c.get('contentPolicy'), c.get('referrerPolicy')];
	const permissionsPolicy = c.get('permissionsPolicy');
	if (contentPolicy !== undefined) headers.set('Content-Security-Policy', contentPolicy);
	if (referrerPolicy !== undefined) headers.set('Referrer-Policy', referrerPolicy);
	if (permissionsPolicy !== undefined) headers.set('Permissions-Policy', permissionsPolicy);
});

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
		allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', BOOKMARK],
		exposeHeaders: [
			'Content-Disposition',
			'Deprecation',
			'ETag',
			'Idempotency-Replayed',
			'Link',
			'Location',
			'Retry-After',
			'Sunset',
			'X-Request-Id',
			BOOKMARK,
		],
		maxAge: DAY_SECONDS,
	});
}
