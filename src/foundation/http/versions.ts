import type { Handler, MiddlewareHandler } from 'hono';
import { Refusal } from '../core/refusals.ts';
import type { AppEnv } from './env.ts';

/** The released versions of the OpenAPI document, the newest one last. The files of `src/entrances/site/released` have these names. */
export const VERSIONS: readonly string[] = ['1.0'];

export const DOCUMENT_PATH = '/openapi.json';

export const fileOf = (version: string): string => `openapi/${version}.json`;

/**
 * Serves the OpenAPI document of this service, or with `?version=1.0` that of a released version. A file has its own headers, so this comes
 * before the middleware that sets the headers of operations.
 */
export const serveDocument: MiddlewareHandler<AppEnv> = (c, next) => {
	const version = c.req.query('version');
	if (version !== undefined && !VERSIONS.includes(version)) return next();
	const path = version === undefined ? DOCUMENT_PATH : `/${fileOf(version)}`;
	return c.env.ASSETS.fetch(new Request(new URL(path, c.req.url), c.req.raw));
};

export const refuseVersion: Handler<AppEnv> = (c) => {
	c.header('Access-Control-Allow-Origin', '*');
	throw new Refusal(
		'not_found',
		`There is no such version of the document. Released versions: ${VERSIONS.join(', ')}. Omit version for the document of this service.`,
	);
};
