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
	commitLines,
	companiesDue,
	finishRun,
	insertRun,
	latestRun,
	linesPage,
	monthClosed,
	type PayrollRun,
	runOfCompany,
	runsPage,
	unfinishedRuns,
} from './store.ts';

const PAGE_SIZE = 5000;
const RUNS_PER_STEP = 20;
/** Bounded, since an invocation may run 1,000 statements and a run takes about four. */
const RUNS_PER_JOB = 60;

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
		throw new DomainError(
			'period_closed',
			'The payroll run of this month or of a later one is closed already.',
		);
	}
	return close(db, now, companyId, month, actor.userId);
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
 * A run that fails does not keep the others from closing.
 */
export async function closeDueRuns(db: Db, now: Instant): Promise<number> {
	let closed = 0;
	for (;;) {
		const [unfinished, due] = await batch(db, [
			unfinishedRuns(db, RUNS_PER_STEP),
			companiesDue(db, now, RUNS_PER_STEP),
		]);
		const steps = [
			...unfinished.map((run) => () => finish(db, now, run)),
			...due.map((one) => () => close(db, now, one.companyId, monthOfCutOff(one.reference), null)),
		].slice(0, RUNS_PER_JOB - closed);
		if (steps.length === 0) return closed;
		const failures: unknown[] = [];
		for (const step of steps) await step().catch((error) => isClosedElsewhere(error) || failures.push(error));
		if (failures.length > 0)
			throw new AggregateError(failures, `${failures.length} payroll runs failed to close`);
		closed += steps.length;
	}
}

/** Another cron, or an early close, came first. */
const isClosedElsewhere = (error: unknown): boolean =>
	error instanceof DomainError && error.code === 'period_closed';

/** Commits the lines in one batch, then counts them page by page: what is committed cannot change any more. */
async function close(
	db: Db,
	now: Instant,
	companyId: string,
	month: Instant,
	closedBy: string | null,
): Promise<PayrollRun> {
	const run: PayrollRun = {
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		companyId,
		month,
		closesUntil: closesUntil(month),
		state: 'CLOSING',
		closedBy,
		dateClosed: null,
		lineCount: null,
		sums: null,
		sha256: null,
	};
	await commit(db, [insertRun(db, run), commitLines(db, run, now)], monthClosed);
	return finish(db, now, run);
}

/** Freezes count, sums and the SHA-256 of the run's CSV export. */
async function finish(db: Db, now: Instant, run: PayrollRun): Promise<PayrollRun> {
	const hash = createHash('sha256').update(csvHeader());
	const sums: Sums = new Map();
	let lineCount = 0;
	for (let after = ''; ; ) {
		const [lines] = await batch(db, [linesPage(db, run.id, after, PAGE_SIZE)]);
		hash.update(csvRows(lines));
		addToSums(sums, lines);
		lineCount += lines.length;
		const last = lines.at(-1);
		if (lines.length < PAGE_SIZE || last === undefined) break;
		after = last.id;
	}
	const closed: PayrollRun = {
		...run,
		state: 'CLOSED',
		dateModified: now,
		dateClosed: now,
		lineCount,
		sums: sumsOf(sums),
		sha256: hash.digest('hex'),
	};
	await commit(db, [finishRun(db, closed)]);
	return closed;
}
