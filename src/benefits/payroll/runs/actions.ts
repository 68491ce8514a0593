import { createHash } from 'node:crypto';
import { type Author, CRON } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { closesUntil, monthOfCutOff } from '../../../foundation/core/months.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { notFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { type CompanyJob, inSteps } from '../../../foundation/db/steps.ts';
import { authorOf, type Outcome } from '../../../foundation/db/write.ts';
import { companyIdInScope, loadCompany, loadInCompany } from '../../../tenants/companies/store.ts';
import { csvHeader, csvRows, layoutOf } from '../csv/rules.ts';
import {
	type HeldOverKey,
	type HeldOverLine,
	heldOverCounts,
	heldOverPage,
	holdOver,
} from '../obstacles/store.ts';
import { noSettings, settingsOf } from '../settings/store.ts';
import { addToSums, alreadyClosed, requireMeant, type Sums, sumsOf } from './rules.ts';
import {
	commitLines,
	companiesDue,
	finishRuns,
	firstCutOff,
	type LineKey,
	latestRun,
	linesOfRuns,
	type NewRun,
	openRuns,
	type PayrollRun,
	type RunFigures,
	runOfCompany,
	runsByIds,
	runsPage,
	unfinishedRuns,
} from './store.ts';

const PAGE_SIZE = 5000;
const RUNS_PER_STEP = 500;

/** Returns the latest closed month; null while the company has closed none. */
export async function readLatestClosed(call: Call, companyId: string): Promise<Instant | null> {
	const scope = authorize(call.actor, 'readCompany');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [[latest]] = await loadInCompany(call, scope, companyId, [latestRun(call.db, ownerId)]);
	return latest?.month ?? null;
}

/** Closes a month before its cut-off. It commits the pending lines, and the month takes no more expenses. */
export async function closePayrollRun(
	call: Call,
	companyId: string,
	month: Instant,
	isEarlyMeant: boolean,
): Promise<Outcome<PayrollRun>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'closePayrollRun');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [company, [latest], [first], [{ bookingMonth } = noSettings(companyId)]] = await loadCompany(
		call,
		scope,
		companyId,
		[latestRun(db, ownerId), firstCutOff(db, ownerId), settingsOf(db, ownerId)],
	);
	const id = call.claim?.recordId ?? newId(now);
	const latestClosed = latest?.month ?? null;
	// An interrupted attempt with the same idempotency key may have closed the run already.
	const isClosed = latestClosed !== null && latestClosed >= month;
	const [run] = isClosed ? (await batch(db, [runOfCompany(db, ownerId, id)]))[0] : await openOne();
	if (run === undefined) throw alreadyClosed();
	if (run.state === 'CLOSED') return { before: null, after: run, statements: [], changes: [] };
	const figures = await figuresOf(db, [run]);
	const statements = finishRuns(db, authorOf(call), figures, now);
	return { before: null, after: closedRun(run, figures[0]), statements, changes: [] };

	async function openOne(): Promise<PayrollRun[]> {
		requireMeant(month, now, isEarlyMeant, { company, latest, first });
		return open(db, authorOf(call), now, [
			newRun({ id, companyId, month, closedBy: actor.userId, bookingMonth }),
		]);
	}
}

export async function listPayrollRuns(
	call: Call,
	companyId: string,
	after: string,
	limit: number,
): Promise<PayrollRun[]> {
	const scope = authorize(call.actor, 'listPayrollRuns');
	const [runs] = await loadInCompany(call, scope, companyId, [
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

/** Lists the lines that a run carried to the next one, because the format of the payroll office cannot contain them. */
export async function listHeldOver(
	call: Call,
	companyId: string,
	runId: string,
	after: HeldOverKey,
	limit: number,
): Promise<HeldOverLine[]> {
	const scope = authorize(call.actor, 'listHeldOver');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [[run], lines] = await load(call, [
		runOfCompany(call.db, ownerId, runId),
		heldOverPage(call.db, ownerId, runId, after, limit, call.statusAt),
	]);
	if (run === undefined) throw notFound('payroll run');
	return lines;
}

/** Finishes interrupted runs, and closes due ones. Returns their number. Leaves a run alone that another caller closes meanwhile. */
export const closeDueRuns: CompanyJob = (db, now, mayGoOn, companyId) =>
	inSteps(mayGoOn, RUNS_PER_STEP, async (size) => {
		const [unfinished, due] = await batch(db, [
			unfinishedRuns(db, size, companyId),
			companiesDue(db, now, size, companyId),
		]);
		const runs = due.map(({ reference, ...of }) =>
			newRun({ ...of, id: newId(now), month: monthOfCutOff(reference), closedBy: null }),
		);
		const opened = runs.length === 0 ? [] : await open(db, CRON, now, runs);
		const figures = await figuresOf(db, [...unfinished, ...opened]);
		await commit(db, finishRuns(db, CRON, figures, now));
		return unfinished.length + due.length;
	});

/** Commits the lines of new runs in one batch. Committed lines cannot change any more. */
async function open(db: Db, author: Author, now: Instant, runs: NewRun[]): Promise<PayrollRun[]> {
	const ids = runs.map(({ id }) => id);
	const results = await commit(db, [
		...openRuns(db, author, runs, now),
		...holdOver(db, ids, now),
		commitLines(db, ids, now),
		runsByIds(db, ids),
	]);
	return results.at(-1) as PayrollRun[];
}

/** Counts the committed lines in pages. Returns each run's number of lines, its sums and the SHA-256 of its CSV export. */
export async function figuresOf(db: Db, runs: readonly PayrollRun[]): Promise<RunFigures[]> {
	const counts = new Map(runs.map((run) => [run.id, newCount(run)]));
	const ids = [...counts.keys()];
	let after: LineKey = { runId: '', position: '' };
	for (let isLast = runs.length === 0; !isLast; ) {
		const [lines, held] = await batch(db, [linesOfRuns(db, ids, after, PAGE_SIZE), heldOverCounts(db, ids)]);
		for (const { runId, count } of held) {
			const counted = counts.get(runId);
			if (counted !== undefined) counted.heldOverCount = count;
		}
		for (const [runId, ofRun] of Map.groupBy(lines, (line) => line.runId ?? '')) {
			const count = counts.get(runId);
			if (count === undefined) continue;
			count.hash.update(csvRows(ofRun, count.layout));
			count.lineCount += ofRun.length;
			addToSums(count.sums, ofRun);
		}
		const last = lines.at(-1);
		after = { runId: last?.runId ?? '', position: last?.position ?? '' };
		isLast = lines.length < PAGE_SIZE;
	}
	return [...counts].map(([id, { hash, layout, sums, ...counted }]) => ({
		id,
		...counted,
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

const newCount = ({ companyId, month, dateCreated, csvLayout, hasParts }: PayrollRun) => {
	const layout = layoutOf(csvLayout, hasParts);
	return {
		companyId,
		month,
		dateClosed: dateCreated,
		layout,
		hash: createHash('sha256').update(csvHeader(layout)),
		lineCount: 0,
		sums: new Map() as Sums,
		heldOverCount: 0,
	};
};

export const newRun = (run: Omit<NewRun, 'closesUntil'>): NewRun => ({
	...run,
	closesUntil: closesUntil(run.month),
});
