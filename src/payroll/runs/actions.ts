import { createHash } from 'node:crypto';
import { companyIdInScope, loadCompany } from '../../companies/store.ts';
import { type Author, CRON } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { invalidField, notFound, Refusal } from '../../core/refusals.ts';
import { type Call, load } from '../../db/call.ts';
import { batch, type Db } from '../../db/client.ts';
import { commit } from '../../db/commit.ts';
import { inSteps, type MayGoOn } from '../../db/steps.ts';
import { authorOf, type Outcome } from '../../db/write.ts';
import { closesUntil, monthOfCutOff } from '../calendar.ts';
import { csvHeader, csvRows } from '../export/csv.ts';
import { addToSums, type Sums, sumsOf } from './rules.ts';
import {
	closeMonths,
	companiesDue,
	finishRuns,
	type LineKey,
	latestRun,
	linesOfRuns,
	type PayrollRun,
	type RunFigures,
	runOfCompany,
	runsPage,
	unfinishedRuns,
} from './store.ts';

const PAGE_SIZE = 5000;
const RUNS_PER_STEP = 500;

/** Closes a month before its cut-off: commits what is pending, and lets the month take no more expenses. */
export async function closePayrollRun(
	call: Call,
	companyId: string,
	month: Instant,
): Promise<Outcome<PayrollRun>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'closePayrollRun');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [, [latest]] = await loadCompany(call, scope, companyId, [latestRun(db, ownerId)]);
	if (month > now) throw invalidField('month', 'in_future', 'month must not lie in the future.');
	const id = call.claim?.recordId ?? newId(now);
	const isClosed = latest?.month != null && latest.month >= month;
	// Under an idempotency key, an interrupted attempt of this request may have closed the run.
	const [run] = isClosed
		? (await batch(db, [runOfCompany(db, ownerId, id)]))[0]
		: await open(db, authorOf(call), now, [newRun(id, companyId, month, actor.userId)]);
	if (run === undefined) throw alreadyClosed();
	if (run.state === 'CLOSED') return { before: null, after: run, statements: [], changes: [] };
	const figures = await figuresOf(db, [run]);
	const statements = finishRuns(db, authorOf(call), figures, now);
	return { before: null, after: closedRun(run, figures[0]), statements, changes: [] };
}

export async function listPayrollRuns(
	call: Call,
	companyId: string,
	after: string,
	limit: number,
): Promise<PayrollRun[]> {
	const scope = authorize(call.actor, 'listPayrollRuns');
	const [, runs] = await loadCompany(call, scope, companyId, [
		runsPage(call.db, companyIdInScope(call.db, scope, companyId), after, limit),
	]);
	return runs;
}

export async function readPayrollRun(call: Call, companyId: string, runId: string): Promise<PayrollRun> {
	const scope = authorize(call.actor, 'readPayrollRun');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [[run]] = await load(call, [runOfCompany(call.db, ownerId, runId)]);
	if (run === undefined) throw notFound('payroll run');
	return run;
}

/**
 * Finishes interrupted runs and closes those whose cut-off has passed; returns how many. A run that somebody else closes
 * meanwhile is left to them.
 */
export const closeDueRuns = (db: Db, now: Instant, mayGoOn: MayGoOn): Promise<number> =>
	inSteps(mayGoOn, RUNS_PER_STEP, async (size) => {
		const [unfinished, due] = await batch(db, [unfinishedRuns(db, size), companiesDue(db, now, size)]);
		const runs = due.map(({ companyId, reference }) =>
			newRun(newId(now), companyId, monthOfCutOff(reference), null),
		);
		const opened = runs.length === 0 ? [] : await open(db, CRON, now, runs);
		const figures = await figuresOf(db, [...unfinished, ...opened]);
		await commit(db, finishRuns(db, CRON, figures, now));
		return unfinished.length + due.length;
	});

/** Commits the lines of new runs in one batch. Committed lines cannot change any more. */
async function open(
	db: Db,
	author: Author,
	now: Instant,
	runs: ReturnType<typeof newRun>[],
): Promise<PayrollRun[]> {
	const results = await commit(db, closeMonths(db, author, runs, now));
	return results.at(-1) as PayrollRun[];
}

/** Counts the committed lines page by page: number, sums and the SHA-256 of each run's CSV export. */
async function figuresOf(db: Db, runs: readonly PayrollRun[]): Promise<RunFigures[]> {
	const counts = new Map(
		runs.map(({ id, companyId, dateCreated }) => [id, { companyId, dateClosed: dateCreated, ...newCount() }]),
	);
	let after: LineKey = { runId: '', id: '' };
	for (let isLast = runs.length === 0; !isLast; ) {
		const [lines] = await batch(db, [linesOfRuns(db, [...counts.keys()], after, PAGE_SIZE)]);
		for (const [runId, ofRun] of Map.groupBy(lines, (line) => line.runId ?? '')) {
			const count = counts.get(runId) ?? newCount();
			count.hash.update(csvRows(ofRun));
			count.lineCount += ofRun.length;
			addToSums(count.sums, ofRun);
		}
		const last = lines.at(-1);
		after = { runId: last?.runId ?? '', id: last?.id ?? '' };
		isLast = lines.length < PAGE_SIZE;
	}
	return [...counts].map(([id, { companyId, dateClosed, hash, lineCount, sums }]) => ({
		id,
		companyId,
		dateClosed,
		lineCount,
		sums: sumsOf(sums),
		sha256: hash.digest('hex'),
	}));
}

const closedRun = (run: PayrollRun, figures: RunFigures | undefined): PayrollRun => ({
	...run,
	...figures,
	state: 'CLOSED',
	dateModified: run.dateCreated,
});

const newCount = () => ({
	hash: createHash('sha256').update(csvHeader()),
	lineCount: 0,
	sums: new Map() as Sums,
});

const newRun = (id: string, companyId: string, month: Instant, closedBy: string | null) => ({
	id,
	companyId,
	month,
	closesUntil: closesUntil(month),
	closedBy,
});

const alreadyClosed = (): Refusal =>
	new Refusal('period_closed', 'The payroll run of this month or of a later one is closed already.');
