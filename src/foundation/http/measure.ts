import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { METHOD_NAME_ALL } from 'hono/router';
import type { RouterRoute } from 'hono/types';
import QuickLRU from 'quick-lru';
import { databaseOf } from '../cells/places.ts';
import type { Instant } from '../core/instant.ts';
import { Refusal } from '../core/refusals.ts';
import { sha256 } from '../core/vault.ts';
import type { Db } from '../db/database.ts';
import type { Meter } from '../db/meter.ts';
import { innerOf } from './attempts.ts';
import type { AppEnv, Bindings } from './env.ts';
import { logError, logInfo } from './log.ts';
import { DESCRIBED } from './operation.ts';

/** The figures of a finished request. They contain nothing that a caller has sent. */
export interface Measured extends Meter {
	/** The operation id for the API, else method and route. */
	operation: string;
	status: number;
	ms: number;
}

/** Requests that take this long are always logged. */
export const SLOW_MS = 1000;

const DEFAULT_SHARE = 0.01;
const BASE = '/api/v2';

/** The meters of unfinished requests. A request that a copy of the database passes on to the primary keeps its meter. */
const open = new WeakMap<Request, Meter>();

/**
 * Measures each request. It logs requests that are slow, failed or in the sample, and passes all of them to `count`. A request of this
 * service to itself belongs to the request that causes it.
 */
export const measured = (
	clock: () => Instant,
	count: (env: Bindings, db: Db, one: Measured, now: Instant) => Promise<unknown> | null,
): MiddlewareHandler<AppEnv> =>
	createMiddleware<AppEnv>(async (c, next) => {
		const share = shareOf(c.env.LOG_SAMPLE);
		const { OPERATOR_KEY, OPERATED_LOCALLY, REQUESTS } = c.env;
		const isUnwanted = share === null && !OPERATOR_KEY && !OPERATED_LOCALLY && !REQUESTS;
		if (isUnwanted || innerOf(c.req.raw) !== undefined) return next();
		const request = c.req.raw;
		const known = open.get(request);
		const meter = known ?? { trips: 0, rowsRead: 0, rowsWritten: 0 };
		c.set('meter', meter);
		if (known !== undefined) return next();
		open.set(request, meter);
		const from = clock();
		await next();
		const now = clock();
		const one = { operation: operationOf(c), status: c.res.status, ms: now - from, ...meter };
		if (share !== null && isLogged(one, c.var.requestId, share)) log(c, one);
		c.env.REQUESTS?.writeDataPoint({
			indexes: [one.operation.slice(0, MAX_INDEX_LENGTH)],
			blobs: [one.operation, String(one.status)],
			doubles: [one.ms, one.trips, one.rowsRead, one.rowsWritten],
		});
		const work = count(c.env, databaseOf(c.env, null), one, now);
		if (work !== null) {
			c.executionCtx.waitUntil(work.catch((error: unknown) => logError('counts_not_stored', error, {})));
		}
	});

/** Analytics Engine takes at most 96 bytes for an index. */
const MAX_INDEX_LENGTH = 96;

/** Returns the share of requests to log, or null if none are logged at all. */
function shareOf(setting = String(DEFAULT_SHARE)): number | null {
	if (setting === 'off') return null;
	const share = Number(setting);
	if (setting.trim() !== '' && share >= 0 && share <= 1) return share;
	throw new Refusal('misconfigured', 'LOG_SAMPLE must be a number from 0 to 1, or off.');
}

/** Refusals that clients cause in large numbers by signing in, polling or losing a race. They are logged as rarely as successes. */
const COMMON: readonly number[] = [401, 404, 409, 429];

const isLogged = ({ status, ms }: Measured, requestId: string, share: number): boolean =>
	(status >= 400 && !COMMON.includes(status)) || ms >= SLOW_MS || placeOf(requestId) < share;

/** Returns a number from 0 to 1 that depends only on the request id (FNV-1a). */
function placeOf(requestId: string): number {
	let hash = 0x81_1c_9d_c5;
	for (let place = 0; place < requestId.length; place++) {
		hash = Math.imul(hash ^ requestId.charCodeAt(place), 0x01_00_01_93);
	}
	return (hash >>> 0) / 2 ** 32;
}

function log(c: Context<AppEnv>, one: Measured): void {
	const companyId = c.req.param('companyId') ?? c.get('call')?.actor.soleCompanyId;
	logInfo('request', {
		requestId: c.var.requestId,
		...one,
		...(companyId && { company: markOf(companyId) }),
	});
}

const MAX_MARKS = 10_000;
const MARK_LENGTH = 12;
const marks = new QuickLRU<string, string>({ maxSize: MAX_MARKS });

/** Returns the mark that stands for a company in the log. It can only be computed from the company's id. */
function markOf(companyId: string): string {
	const id = companyId.toLowerCase();
	const mark = marks.get(id) ?? sha256(id).slice(0, MARK_LENGTH);
	marks.set(id, mark);
	return mark;
}

/** Requests without a route share this name, because callers choose their paths. */
const UNMATCHED = 'unmatched';

const names = new WeakMap<RouterRoute, string>();
let operationIds: ReadonlyMap<string, string> | undefined;

function operationOf(c: Context<AppEnv>): string {
	const route = matchedRoutes(c).find(({ method }) => method !== METHOD_NAME_ALL);
	if (route === undefined) return UNMATCHED;
	const name = names.get(route) ?? nameOf(`${route.method} ${route.path}`);
	names.set(route, name);
	return name;
}

function nameOf(route: string): string {
	operationIds ??= new Map(
		[...DESCRIBED].map(([id, { method, path }]) => [
			`${method.toUpperCase()} ${BASE}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
			id,
		]),
	);
	return operationIds.get(route) ?? route;
}
