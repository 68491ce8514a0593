import { foldOldCounts } from '../../administration/monitoring/actions.ts';
import { dueTimes } from '../../administration/overview/due/actions.ts';
import { lastRunOf, noteRuns } from '../../administration/overview/jobs/actions.ts';
import { resealSecrets } from '../../administration/privacy/resealing/actions.ts';
import { noticeRestore, rememberRun } from '../../administration/privacy/restore-detection/actions.ts';
import { expireProposals } from '../../administration/proposals/actions.ts';
import { clearOldDeliveries } from '../../administration/webhooks/deliveries/actions.ts';
import { type Dispatch, sweepWebhooks } from '../../administration/webhooks/sending/actions.ts';
import { clearDrafts } from '../../benefits/expenses/drafts/actions.ts';
import { clearReceipts } from '../../benefits/expenses/receipts/actions.ts';
import { clearProofs } from '../../benefits/expenses/standing-proofs/actions.ts';
import { databaseOf, runCell } from '../../foundation/cells/places.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { COMPANY_JOBS, isInRealTime, JOBS, type Job } from '../../foundation/core/jobs.ts';
import { isRefusal } from '../../foundation/core/refusals.ts';
import { clearAccessEvents } from '../../foundation/db/access-events.ts';
import { inRealTime } from '../../foundation/db/clock.ts';
import type { Db } from '../../foundation/db/database.ts';
import { clearOldKeys } from '../../foundation/db/idempotency.ts';
import { MOVING } from '../../foundation/db/retry.ts';
import type { MayGoOn } from '../../foundation/db/steps.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { logError } from '../../foundation/http/log.ts';
import { wakeWebhooks } from '../../foundation/http/webhooks.ts';
import { clearExpiredSessions } from '../../tenants/auth/actions.ts';
import { checkDomains } from '../../tenants/auth/domains/actions.ts';
import { clearOldUsage } from '../../tenants/companies/actions.ts';
import { archiveHistory } from '../../tenants/history/archive/actions.ts';
import { driveMove, pendingMoves } from '../../tenants/hosting/moves/actions.ts';
import { clearLeftCells } from '../../tenants/hosting/moves/steps.ts';
import { backUpCompanies } from '../../tenants/hosting/nightly-backups/actions.ts';
import { clearOldMails } from '../../tenants/mail/actions.ts';
import { remindPeople } from '../../tenants/mail/reminders/actions.ts';
import { type Office, sendDueMails } from '../../tenants/mail/sending/actions.ts';
import { isOfCompanies, OF_COMPANIES, sendCompanies, sendForJob } from './companies.ts';
import { officeOf } from './mail.ts';
import { noteSize } from './size.ts';

interface Storage {
	db: Db;
	receipts: R2Bucket;
	history: R2Bucket;
	office: Office;
	dispatch: Pick<Dispatch, 'db' | 'wake'>;
	backups: R2Bucket | undefined;
	/** Returns whether a backup may go on. Unlike a job, it cannot be continued by another run. */
	mayBackUp: MayGoOn;
	/** Asks for a backup of each company. Returns the time of the run before, or null if this run has to make the backups. */
	sendBackups: (companyIds: readonly string[]) => Promise<Instant | null>;
	/** The address of a resolver for DNS over HTTPS. */
	resolver: string | undefined;
}

/**
 * Each job does everything due until `now`, so that a missed, late, doubled or interrupted run is repaired by the next
 * one. Pauses need no job, because each due voucher depends on the pause that covers it.
 */
const OTHERS: Record<
	Exclude<Job, keyof typeof OF_COMPANIES>,
	(storage: Storage, now: Instant, mayGoOn: MayGoOn) => Promise<number>
> = {
	resealSecrets: ({ db, office }, _, mayGoOn) => resealSecrets(db, office.vault, mayGoOn),
	checkDomains: ({ db, resolver }, now, mayGoOn) => checkDomains(db, resolver, now, mayGoOn),
	remindPeople: ({ db }, now, mayGoOn) => remindPeople(db, now, mayGoOn),
	// Webhooks are sent by their queue, so that a receiver that hangs does not hold up the jobs.
	sendDueMails: async ({ office, dispatch }, now, mayGoOn) => {
		await sweepWebhooks(dispatch, now);
		return sendDueMails(office, now, mayGoOn);
	},
	clearReceipts: async ({ db, receipts }, now) =>
		(await clearReceipts(db, receipts, now)) +
		(await clearProofs(db, receipts, now)) +
		(await clearDrafts(db, receipts, now)),
	archiveHistory: ({ db, history }, now) => archiveHistory(db, history, now),
	clearExpiredSessions: ({ db }, now) => clearExpiredSessions(db, now),
	clearOldKeys: async ({ db }, now) => (await clearOldKeys(db, now)) + (await expireProposals(db, now)),
	clearAccessEvents: ({ db }, now) => clearAccessEvents(db, now),
	clearOldUsage: ({ db }, now) => clearOldUsage(db, now),
	clearOldMails: async ({ db }, now) => (await clearOldMails(db, now)) + (await clearOldDeliveries(db, now)),
	settleAddresses: async ({ db }, now) => (await db.directory?.settle(db, now)) ?? 0,
	backUpCompanies: (
		{ db, receipts: RECEIPTS, history: HISTORY, backups: BACKUPS, mayBackUp, sendBackups },
		now,
	) => backUpCompanies(db, { RECEIPTS, HISTORY, BACKUPS }, now, mayBackUp, sendBackups),
};

export interface JobReport {
	handled: Record<string, number>;
	/** The error of each failed job, by the job's name. */
	failed: Record<string, unknown>;
}

/**
 * Runs the due jobs in D1, and wakes cells that are overdue. A failing job does not stop the others; the next run repeats it. The
 * next run also continues jobs that had to stop early. While a company is leaving D1, the jobs `wait` for it; without a way to wait, the
 * next run does them.
 */
export async function runDueJobs(
	env: Bindings,
	now: Instant,
	mayGoOn: MayGoOn = () => true,
	wait?: () => Promise<unknown>,
): Promise<JobReport> {
	const d1 = databaseOf(env, null);
	let before: Instant;
	for (let waits = 0; ; waits++) {
		// If this fails, a company may be about to leave D1, and no job may touch its rows.
		const moves = await goOnMoving(env, d1, now).catch((error: unknown) => ({ error }));
		if ('error' in moves) return { handled: {}, failed: { goOnMoving: moves.error } };
		before = moves.lastRun;
		if (!moves.isWaiting) break;
		// The other companies do not have to wait. The message of the company that is leaving does nothing.
		if (waits === 0) await sendCompanies(env, d1, now, 1);
		if (wait === undefined || !mayGoOn()) return { handled: {}, failed: {} };
		await wait();
	}
	// If a restore of D1 brought erased people back, they are erased again before any job meets them.
	const noticed = await noticeRestore(env, now, before).catch((error: unknown) => ({ error }));
	const send = (fewest: number) => sendCompanies(env, d1, now, fewest);
	const { overdue, lastRun, bytes, ...report } = await runJobs(env, d1, now, mayGoOn, { send });
	if (noticed !== undefined) report.failed.noticeRestore = noticed.error;
	else if (!('noteRuns' in report.failed))
		await rememberRun(env, now).catch((error: unknown) => logError('run_not_remembered', error, {}));
	noteSize({ bytes, lastRun }, now);
	await wakeCells(overdue, env, now, mayGoOn);
	return report;
}

/**
 * Continues interrupted moves. Returns whether the jobs of D1 have to wait, and when they last ran. They wait while
 * D1 has rows of a company that is about to leave it.
 */
async function goOnMoving(env: Bindings, d1: Db, now: Instant) {
	const { moves, left, lastRun } = await pendingMoves(d1, now);
	for (const move of moves) {
		await driveMove(env, move, now).catch((error) => logError('move_not_driven', error, { cell: move.cell }));
	}
	await clearLeftCells(env, d1, left, now, (error, cell) =>
		logError('left_cell_not_cleared', error, { cell }),
	);
	const isWaiting = moves.length > 0 && (await pendingMoves(d1, now)).isAnyClosed;
	return { isWaiting, lastRun };
}

/** From this many due records on, each company is handled by itself. With fewer, one run handles all of them within seconds. */
const MANY = 10_000;

interface Choices {
	/** Sends a message for each company with due records, if there are at least `fewest` of them. */
	send?: (fewest: number) => Promise<boolean>;
	mayBackUp?: MayGoOn;
	/** Leaves out the jobs for which it returns false. */
	mayRun?: (job: Job) => boolean;
}

/**
 * Runs the due jobs in one database. If much is due, or a job of companies fails, `send` gives each company a message
 * of its own. A slow or failing company then does not hold up the others. `now` is the real time, also in a sandbox.
 */
export async function runJobs(
	env: Bindings,
	db: Db,
	now: Instant,
	mayGoOn: MayGoOn,
	{ send = async () => false, mayBackUp = mayGoOn, mayRun = () => true }: Choices = {},
): Promise<JobReport & Awaited<ReturnType<typeof noteRuns>>> {
	const [real, its] = [inRealTime(db), now + (db.ahead ?? 0)];
	const storage: Storage = {
		db,
		receipts: env.RECEIPTS,
		history: env.HISTORY,
		backups: env.BACKUPS,
		mayBackUp,
		sendBackups: async (ids) => {
			if (db.cell !== undefined || env.JOBS_QUEUE === undefined) return null;
			const before = await lastRunOf(db);
			return (await sendForJob(env, 'backUpCompanies', ids, now)) ? before : null;
		},
		office: officeOf(env, real),
		dispatch: { db: real, wake: (due) => wakeWebhooks(env, { webhooksOf: db.cell ?? null, due }, now) },
		resolver: env.DNS_RESOLVER,
	};
	const report: JobReport = { handled: {}, failed: {} };
	// If the due times cannot be read, each job runs and looks for itself.
	const read = () => dueTimes(db, its, env.BACKUPS !== undefined).catch(() => null);
	let times = await read();
	const timeOf = (name: Job) => (isInRealTime(name) ? now : its);
	const isDue = (name: Job) => times === null || (times[name] ?? Number.POSITIVE_INFINITY) <= timeOf(name);
	let isSent = COMPANY_JOBS.some(isDue) && (await send(MANY));
	let [isOutdated, hasHandled] = [false, false];
	for (const name of JOBS) {
		if ((isSent && isOfCompanies(name)) || !mayRun(name)) continue;
		if (isOutdated) times = await read();
		isOutdated = false;
		// A backup also follows the work of other jobs. It notes companies in which nothing has happened.
		if (!isDue(name) && !(hasHandled && name === 'backUpCompanies')) {
			report.handled[name] = 0;
			continue;
		}
		try {
			const handled = await (isOfCompanies(name)
				? OF_COMPANIES[name](db, its, mayGoOn, undefined, storage.office.vault)
				: OTHERS[name](isInRealTime(name) ? { ...storage, db: real } : storage, timeOf(name), mayGoOn));
			report.handled[name] = handled;
			// A job that handled records may have made work for later ones.
			isOutdated = handled > 0;
			hasHandled ||= isOutdated;
		} catch (error) {
			times = null;
			// A company has just closed for its move. The next run handles the rest.
			if (!isRefusal(error, MOVING)) report.failed[name] = error;
			if (isOfCompanies(name)) isSent = await send(1);
		}
	}
	// The jobs that messages do are recorded when the messages end.
	const noted = JOBS.filter((name) => name in report.failed && !(isSent && isOfCompanies(name)));
	const failed = noted.map((name) => [name, null]);
	try {
		const ended = { ...report.handled, ...Object.fromEntries(failed) };
		const last = await noteRuns(real, now, ended, db.cell === undefined ? foldOldCounts(real, now) : []);
		return { ...report, ...last };
	} catch (error) {
		report.failed.noteRuns = error;
		return { ...report, overdue: [], lastRun: now, bytes: 0 };
	}
}

/** The number of cells that are woken at the same time. */
const AT_ONCE = 5;

/** Runs the jobs of cells that are overdue. One that fails does not stop the others. */
async function wakeCells(
	cells: readonly string[],
	env: Bindings,
	now: Instant,
	mayGoOn: MayGoOn,
): Promise<void> {
	const rest = cells.values();
	const worker = async () => {
		for (const cell of rest) {
			if (!mayGoOn()) return;
			await runCell(env, cell, now).catch((error) => logError('cell_not_woken', error, { cell }));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
