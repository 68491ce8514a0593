import { isOfThisMachine } from '../../foundation/core/addresses.ts';
import { type Instant, toIso, toIsoOrNull } from '../../foundation/core/instant.ts';
import type { Db } from '../../foundation/db/database.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { logError } from '../../foundation/http/log.ts';
import { type Measured, SLOW_MS } from '../../foundation/http/measure.ts';
import { requireOperator } from '../../foundation/http/operator.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { count, readMetrics, readReadiness } from './actions.ts';
import { hasFailed, keyInAddress, mailSince, type Status } from './rules.ts';

/** Addresses for operators and their programs. They are not part of the API. */
export const monitoringRoutes = createRouter();

monitoringRoutes.get('/ready', async (c) => {
	requireAccess(c);
	const { status, troubles, error } = await readReadiness(configured(c), c.var.db, c.var.now);
	if (error !== null) logError('ready_failed', error, { requestId: c.var.requestId });
	const isReady = troubles.length === 0;
	return c.json(
		{
			status: isReady ? 'ready' : 'not_ready',
			problems: troubles,
			now: toIso(c.var.now),
			isPublicUrl: c.env.PUBLIC_URL ? new URL(c.req.url).origin === c.env.PUBLIC_URL : null,
			...(status && figuresOf(status)),
		},
		isReady ? 200 : 503,
	);
});

monitoringRoutes.get('/metrics', async (c) => {
	requireAccess(c);
	const text = await readMetrics(configured(c), c.var.db, c.var.now);
	return c.body(text, 200, {
		'Content-Type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
	});
});

type OperatorRequest = Parameters<typeof requireOperator>[0];

const configured = ({ env, req }: OperatorRequest) => ({ env, isLocal: isOfThisMachine(req.url) });

/** Refuses callers without access. A local start needs no key, but a page under another host name still gets no access. */
function requireAccess(c: OperatorRequest): void {
	const { url } = c.req;
	if (new URL(url).search !== '') throw keyInAddress();
	if (c.env.OPERATED_LOCALLY !== '1' || !isOfThisMachine(url)) requireOperator(c);
}

const figuresOf = (status: Status) => ({
	schema: status.schema,
	lastCronRun: toIsoOrNull(status.dateRun),
	jobs: status.jobs.map((job) => ({
		job: job.job,
		lastSuccess: toIsoOrNull(job.dateSucceeded),
		hasFailed: hasFailed(job),
	})),
	oldestMailDue: toIsoOrNull(mailSince(status)),
	oldestWebhookDue: toIsoOrNull(status.deliverySince),
	databaseBytes: status.bytes,
	largestCellBytes: status.largestCellBytes,
	archivesDue: status.archivesDue,
	lateCells: status.lateCells,
	platformAdmins: status.platformAdmins,
	platformAdminsWithoutSecondFactor: status.platformAdminsWithoutSecondFactor,
});

/** Counts a request for `/metrics`. Returns the work that follows the response, or null. */
export const countMeasured = (
	env: Bindings,
	db: Db,
	{ operation, status, ms, trips, rowsRead, rowsWritten }: Measured,
	now: Instant,
): Promise<unknown> | null =>
	count(
		env,
		db,
		[`${operation} ${status}`, [1, ms >= SLOW_MS ? 1 : 0, ms, trips, rowsRead, rowsWritten]],
		now,
	);
