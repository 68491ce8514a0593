import { createHash } from 'node:crypto';
import { authorize } from '../auth/policy.ts';
import { companyIdInScope, companyInScope } from '../companies/store.ts';
import { DomainError, invalidField, notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import type { Call } from '../db/call.ts';
import { batch, type Db } from '../db/client.ts';
import { commit } from '../db/commit.ts';
import { csvHeader, csvRows } from '../payroll/rules.ts';
import { addToSums, closesUntil, monthOfCutOff, type Sums, sumsOf } from './rules.ts';
import {
	closeMonths,
	companiesDue,
	finishRuns,
	type LineKey,
	latestRun,
	linesOfRuns,
	type PayrollRun,
	runOfCompany,
	runsPage,
	unfinishedRuns,
} from './store.ts';

const PAGE_SIZE = 5000;
/** Runs closed in one step, and steps a cron run: the rest waits for the next one. */
const RUNS_PER_STEP = 500;
const MAX_STEPS = 10;

/** Closes a month before its cut-off: what is pending then is committed, and the month takes no more expenses. */
export async function closePayrollRun(call: Call, companyId: string, month: Instant): Promise<PayrollRun> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'closePayrollRun');
	const [[company], [latest]] = await batch(db, [
		companyInScope(db, scope, companyId),
		latestRun(db, companyIdInScope(db, scope, companyId)),
	]);
	if (company === undefined) throw notFound('company');
	if (month > now) throw invalidField('month', 'in_future', 'month must not lie in the future.');
	if (latest?.month != null && latest.month >= month) {
		throw alreadyClosed();
	}
	const [run] = await close(db, now, [newRun(now, companyId, month, actor.userId)]);
	if (run === undefined) throw alreadyClosed();
	return run;
}

export async function listPayrollRuns(
	call: Call,
	companyId: string,
	after: string,
	limit: number,
): Promise<PayrollRun[]> {
	const scope = authorize(call.actor, 'listPayrollRuns');
	const [[company], runs] = await batch(call.db, [
		companyInScope(call.db, scope, companyId),
		runsPage(call.db, companyIdInScope(call.db, scope, companyId), after, limit),
	]);
	if (company === undefined) throw notFound('company');
	return runs;
}

export async function readPayrollRun(call: Call, companyId: string, runId: string): Promise<PayrollRun> {
	const scope = authorize(call.actor, 'readPayrollRun');
	const company = companyIdInScope(call.db, scope, companyId);
	const [[run]] = await batch(call.db, [runOfCompany(call.db, company, runId)]);
	if (run === undefined) throw notFound('payroll run');
	return run;
}

/**
 * Finishes runs that were interrupted and closes those whose cut-off has passed, a bounded number at once; answers how many.
 * A run that somebody else closes meanwhile is theirs.
 */
export async function closeDueRuns(db: Db, now: Instant): Promise<number> {
	let closed = 0;
	for (let step = 0; step < MAX_STEPS; step++) {
		const [unfinished, due] = await batch(db, [
			unfinishedRuns(db, RUNS_PER_STEP),
			companiesDue(db, now, RUNS_PER_STEP),
		]);
		if (unfinished.length + due.length === 0) break;
		await finish(db, now, unfinished);
		const runs = due.map(({ companyId, reference }) =>
			newRun(now, companyId, monthOfCutOff(reference), null),
		);
		await close(db, now, runs);
		closed += unfinished.length + due.length;
	}
	return closed;
}

/** Commits the lines in one batch, then counts them page by page: what is committed cannot change any more. */
async function close(db: Db, now: Instant, runs: ReturnType<typeof newRun>[]): Promise<PayrollRun[]> {
	if (runs.length === 0) return [];
	const results = await commit(db, closeMonths(db, runs, now));
	return finish(db, now, results.at(-1) as PayrollRun[]);
}

/** Freezes count, sums and the SHA-256 of each run's CSV export. */
async function finish(db: Db, now: Instant, runs: PayrollRun[]): Promise<PayrollRun[]> {
	const counts = new Map(runs.map(({ id }) => [id, newCount()]));
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
	const figures = [...counts].map(([id, { hash, lineCount, sums }]) => ({
		id,
		lineCount,
		sums: sumsOf(sums),
		sha256: hash.digest('hex'),
	}));
	if (figures.length > 0) await commit(db, [finishRuns(db, figures, now)]);
	return runs.map((run, index) => ({
		...run,
		...figures[index],
		state: 'CLOSED',
		dateModified: now,
		dateClosed: now,
	}));
}

const newCount = () => ({
	hash: createHash('sha256').update(csvHeader()),
	lineCount: 0,
	sums: new Map() as Sums,
});

const newRun = (now: Instant, companyId: string, month: Instant, closedBy: string | null) => ({
	id: newId(now),
	companyId,
	month,
	closesUntil: closesUntil(month),
	closedBy,
});

const alreadyClosed = (): DomainError =>
	new DomainError('period_closed', 'The payroll run of this month or of a later one is closed already.');
