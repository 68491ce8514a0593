import { SCHEMA, UNKNOWN } from '../../foundation/cells/schema.ts';
import { newId } from '../../foundation/core/id.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { JOBS } from '../../foundation/core/jobs.ts';
import { faultsIn, type Values } from '../../foundation/core/settings.ts';
import { firstIdAt } from '../../foundation/db/columns.ts';
import { batch, type Db } from '../../foundation/db/database.ts';
import { databaseMessage } from '../../foundation/db/retry.ts';
import { jobsOfCells, lastRuns, waitingFor } from '../overview/jobs/store.ts';
import { expose } from './metrics/rules.ts';
import {
	add,
	type Counts,
	type Figures,
	type JobStatus,
	olderSchema,
	type Status,
	type Trouble,
	troublesOf,
	unreachable,
	wrongSetting,
} from './rules.ts';
import {
	foldCounts,
	saveCounts,
	sizeOfDatabase,
	sizesOfD1,
	stateOfService,
	sumsOfCells,
	sumsOfCounts,
	unsent,
} from './store.ts';

const MINUTE_MS = 60_000;
/** A row is written for at most half an hour. It is added to the sum when it is two hours old. */
const ROW_MS = 30 * MINUTE_MS;
const FOLDED_MS = 120 * MINUTE_MS;
/** Within this time, repeated requests for the metrics get the same text. */
const KEPT_MS = 15_000;

interface Counter {
	/** The id of its present row, the start of that row, and its stored counts. */
	id: string;
	from: Instant;
	row: Counts;
	/** The counts since the row was last written. */
	fresh: Counts;
	dateSaved: Instant;
	metrics: { date: Instant; text: Promise<string> } | null;
}

/** The counters are kept by environment, because each process of the Worker has its own. */
const counters = new WeakMap<object, Counter>();

function counterOf(env: object): Counter {
	const known = counters.get(env) ?? { id: '', from: 0, row: {}, fresh: {}, dateSaved: 0, metrics: null };
	counters.set(env, known);
	return known;
}

const isOlder = (date: Instant, ms: number, now: Instant): boolean => now < date || now - date >= ms;

/**
 * Counts a request, or an attempt at a message. Once a minute, it returns the work of storing the counts, which a request does after its
 * response. If that fails, the next minute stores them. It counts nothing while nobody can read the counts.
 */
export function count(
	env: { OPERATOR_KEY?: string; OPERATED_LOCALLY?: string },
	db: Db,
	[key, figures]: readonly [string, Figures],
	now: Instant,
): Promise<unknown> | null {
	if (!env.OPERATOR_KEY && !env.OPERATED_LOCALLY) return null;
	const counter = counterOf(env);
	add(counter.fresh, key, figures);
	if (!isOlder(counter.dateSaved, MINUTE_MS, now)) return null;
	// The cron may already have added an older row to the sum.
	if (isOlder(counter.from, ROW_MS, now)) Object.assign(counter, { id: newId(now), from: now, row: {} });
	for (const [known, counted] of Object.entries(counter.fresh)) add(counter.row, known, counted);
	Object.assign(counter, { fresh: {}, dateSaved: now });
	return batch(db, [saveCounts(db, counter.id, counter.row)]);
}

/** Adds the rows of past processes to the sum of old ones. */
export const foldOldCounts = (db: Db, now: Instant) => foldCounts(db, firstIdAt(now - FOLDED_MS));

export interface Configured {
	env: Values;
	isLocal: boolean;
}

const troublesOfSettings = ({ env, isLocal }: Configured): Trouble[] =>
	faultsIn(env, isLocal).map(wrongSetting);

export async function readReadiness(configured: Configured, db: Db, now: Instant): Promise<Readiness> {
	const ofSettings = troublesOfSettings(configured);
	try {
		const status = statusOf(await readStatusRows(db, now));
		return { status, troubles: [...ofSettings, ...troublesOf(status, SCHEMA, now)], error: null };
	} catch (error) {
		const isOld = UNKNOWN.test(databaseMessage(error));
		const trouble = isOld ? olderSchema('The database lacks a table or a column.') : unreachable();
		return { status: null, troubles: [...ofSettings, trouble], error };
	}
}

export interface Readiness {
	status: Status | null;
	troubles: Trouble[];
	/** The error, for the log; null if the database responded. */
	error: unknown;
}

const statusQueries = (db: Db, now: Instant) =>
	[
		sizeOfDatabase(db),
		stateOfService(db, now),
		lastRuns(db),
		waitingFor(db, now),
		jobsOfCells(db),
		sumsOfCells(db),
	] as const;

type StatusRows = Awaited<ReturnType<typeof readStatusRows>>;
const readStatusRows = (db: Db, now: Instant) => batch(db, statusQueries(db, now));

function statusOf([size, [state], [last], queues, ofCells, [cells]]: StatusRows): Status {
	const { meta } = size as Pick<D1Result, 'meta'>;
	const jobs = JOBS.map((job): JobStatus => {
		const run = last?.jobs?.[job];
		const queue = queues.find((one) => one.job === job);
		const inCells = ofCells.find((one) => one.job === job);
		const since = [queue?.since, inCells?.waitingSince].filter((date) => date != null) as Instant[];
		return {
			job,
			dateRun: run?.dateRun ?? null,
			dateSucceeded: run?.dateSucceeded ?? null,
			handled: (run?.handled ?? 0) + (inCells?.handled ?? 0),
			dateSucceededInCells: inCells?.dateFailed == null ? null : (inCells.dateSucceeded ?? 0),
			waiting: queue === undefined ? null : queue.count + (inCells?.waiting ?? 0),
			waitingSince: since.length === 0 ? null : Math.min(...since),
		};
	});
	return {
		...(state as NonNullable<typeof state>),
		dateRun: last?.dateRun || null,
		jobs,
		bytes: meta.size_after ?? 0,
		cellBytes: cells?.cellBytes ?? 0,
		largestCellBytes: cells?.largestCellBytes ?? 0,
		cells: cells?.companies ?? 0,
		peopleInCells: cells?.people ?? 0,
	};
}

/** Returns all metrics as OpenMetrics text. Within a few seconds, a process returns the same text without reading again. */
export function readMetrics(configured: Configured, db: Db, now: Instant): Promise<string> {
	const counter = counterOf(configured.env);
	const { metrics } = counter;
	if (metrics !== null && !isOlder(metrics.date, KEPT_MS, now)) return metrics.text;
	const text = loadMetrics(configured, db, now);
	counter.metrics = { date: now, text };
	// After an error, the next request tries again.
	text.catch(() => {
		counter.metrics = null;
	});
	return text;
}

async function loadMetrics(configured: Configured, db: Db, now: Instant): Promise<string> {
	const [sums, [d1], missing, ...found] = await batch(db, [
		sumsOfCounts(db),
		sizesOfD1(db),
		unsent(db),
		...statusQueries(db, now),
	]);
	const status = statusOf(found);
	return expose({
		sums,
		status,
		companies: d1?.companies ?? 0,
		people: d1?.people ?? 0,
		unsent: missing,
		troubles: [...troublesOfSettings(configured), ...troublesOf(status, SCHEMA, now)],
		now,
	});
}
