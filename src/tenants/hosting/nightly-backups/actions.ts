import type { Instant } from '../../../foundation/core/instant.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import type { MayGoOn } from '../../../foundation/db/steps.ts';
import { backUp, newRun, type Run, RunIsOver } from '../backups/actions.ts';
import { clearBackups } from '../backups/remote.ts';
import { type Buckets, NIGHT_MS, nightOf } from '../backups/rules.ts';
import {
	type DueCompany,
	dueCompanies,
	noteFirst,
	noteLooks,
	outdatedBackups,
	saveBackup,
} from '../backups/store.ts';

const PAGE = 500;
/** A message without an effect after this time counts as lost. Until then, another run may still be working on it. */
const LOST_AFTER_MS = 30 * 60_000;
/**
 * Saves each company of this database that has changed since its last backup, and deletes old backups. Returns how many backups it made and
 * deleted. If rows change meanwhile, it tries a company up to three times, and again in each hour of the night. It fails if a company has no
 * backup by the morning. Companies that are moving are saved too, because reading does not disturb a move. `send` puts each company into a
 * message of its own, and returns when it did so before. If it returns null, this run saves all companies.
 */
export async function backUpCompanies(
	db: Db,
	{ BACKUPS, ...buckets }: Buckets,
	now: Instant,
	mayGoOn: MayGoOn,
	send: (companyIds: readonly string[]) => Promise<Instant | null> = async () => null,
): Promise<number> {
	if (BACKUPS === undefined) return 0;
	// The company with the oldest try comes first, so that none is delayed forever.
	const due = (await lookAtAll(db, now)).sort((one, other) => (one.begun ?? 0) - (other.begun ?? 0));
	const sentBefore = due.length > 0 ? await send(due.map(({ id }) => id)) : null;
	const isSent = sentBefore !== null;
	const night = nightOf(now);
	const run = newRun(db, { ...buckets, BACKUPS }, now, mayGoOn);
	// A company is late only if its first message of this night is old enough, and nobody is saving it. Lost messages make it late.
	const isLongAgo = (date: Instant | null) => date !== null && date >= night && now - date >= LOST_AFTER_MS;
	const isLate = (begun: Instant | null) => isLongAgo(begun) || (begun !== null && isLongAgo(sentBefore));
	let left = due.filter(({ begun }) => !isSent || isLate(begun)).length;
	let handled = 0;
	try {
		for (const { id } of isSent ? [] : due) {
			const saved = await noting(run, () => backUp(run, id));
			if (saved === undefined || saved === null) continue;
			left--;
			handled += saved;
		}
		handled += await clearOutdated(run);
	} catch (error) {
		if (!(error instanceof RunIsOver)) throw error;
	}
	if (left > 0 && now - night >= NIGHT_MS)
		run.problems.unshift(new Error(`${left} companies have no backup of this night`));
	const [first] = run.problems;
	if (first !== undefined) throw first;
	return handled;
}

export async function backUpCompany(
	db: Db,
	{ BACKUPS, ...buckets }: Buckets,
	now: Instant,
	mayGoOn: MayGoOn,
	companyId: string,
): Promise<number> {
	if (BACKUPS === undefined) return 0;
	const run = newRun(db, { ...buckets, BACKUPS }, now, mayGoOn);
	try {
		const saved = await backUp(run, companyId);
		const [first] = run.problems;
		if (first !== undefined) throw first;
		return saved ?? 0;
	} catch (error) {
		if (error instanceof RunIsOver) return 0;
		throw error;
	}
}

async function noting<T>({ problems }: Run, work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof RunIsOver) throw error;
		problems.push(error instanceof Error ? error : new Error(String(error)));
		return undefined;
	}
}

/** Returns the companies to save. Records for all others that nothing has happened, so that this night skips them. */
async function lookAtAll(db: Db, now: Instant): Promise<DueCompany[]> {
	const due: DueCompany[] = [];
	for (let after = ''; ; ) {
		const [found] = await batch(db, [dueCompanies(db, nightOf(now), after, PAGE)]);
		const quiet = found.filter(({ hasNews }) => !hasNews);
		const position = Math.min(...found.map((company) => company.position));
		const idsOf = (some: readonly DueCompany[]) => some.map(({ id }) => id);
		if (quiet.length > 0) await batch(db, noteLooks(db, idsOf(quiet), position, now));
		const fresh = found.filter(({ begun, hasNews }) => hasNews && begun === null);
		if (fresh.length > 0) await batch(db, [noteFirst(db, idsOf(fresh))]);
		due.push(...found.filter(({ hasNews }) => hasNews));
		if (found.length < PAGE) return due;
		after = found.at(-1)?.id ?? '';
	}
}

/** Deletes old backups of companies that have not changed since. */
async function clearOutdated(run: Run): Promise<number> {
	const { db, buckets, now, pace } = run;
	let cleared = 0;
	for (let after = ''; ; ) {
		const [found] = await batch(db, [outdatedBackups(db, now, after, PAGE)]);
		for (const { companyId } of found) {
			pace();
			const ended = await noting(run, () => clearBackups(buckets.BACKUPS, companyId, now));
			if (ended === undefined) continue;
			cleared += ended.deleted;
			await batch(db, [saveBackup(db, companyId, { outdated: ended.outdated })]);
		}
		if (found.length < PAGE) return cleared;
		after = found.at(-1)?.companyId ?? '';
	}
}
