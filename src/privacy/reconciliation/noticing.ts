import { backAgain } from '../../cells/move/restoring.ts';
import type { CellBindings } from '../../cells/places.ts';
import { databaseOf } from '../../cells/places.ts';
import { type Author, CRON } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import type { Buckets } from '../../hosting/backups/actions.ts';
import { erasedPages } from '../../hosting/backups/erased.ts';
import { lastRunOf } from '../../overview/jobs/actions.ts';
import { eraseAgain } from '../erasure/again.ts';
import { clearOrphans, readMemory, saveMemory } from './remote.ts';
import { restoredSentence } from './rules.ts';

type Env = CellBindings & Buckets;

/**
 * Notices that D1 went back to an earlier time, by the time of the last run in R2. It then erases people of D1 again. Fails until the
 * operator has reconciled D1 and R2.
 */
export async function noticeRestore(env: Env, now: Instant, lastRun: Instant): Promise<void> {
	const { BACKUPS } = env;
	if (BACKUPS === undefined) return;
	const to = await restoredTime(env, lastRun);
	if (to === null) return clearOrphans(BACKUPS, now);
	await eraseReturned(env, CRON, now);
	throw new Error(restoredSentence(to));
}

/** Remembers in R2 that the jobs have run, once D1 knows it too. */
export async function rememberRun({ BACKUPS }: Env, now: Instant): Promise<void> {
	if (BACKUPS !== undefined) await saveMemory(BACKUPS, { date: now, restoredTo: null });
}

/** Ends the reconciliation. From then on, the jobs compare with the last run that D1 knows. */
export async function forgetRestore(env: Env): Promise<void> {
	await rememberRun(env, await lastRunOf(databaseOf(env, null)));
}

/** Returns the time to which D1 went back, and remembers it in R2; null if it did not, or if that is reconciled. */
export async function restoredTime(env: Env, lastRun?: Instant): Promise<Instant | null> {
	const { BACKUPS } = env;
	const memory = BACKUPS === undefined ? null : await readMemory(BACKUPS);
	if (BACKUPS === undefined || memory === null) return null;
	if (memory.restoredTo !== null) return memory.restoredTo;
	const last = lastRun ?? (await lastRunOf(databaseOf(env, null)));
	if (last >= memory.date) return null;
	await saveMemory(BACKUPS, { ...memory, restoredTo: last });
	return last;
}

/** Returns the people of D1 who are back although they were erased. */
export async function returnedPeople(env: Env): Promise<string[]> {
	const d1 = databaseOf(env, null);
	const back: string[] = [];
	for await (const page of erasedPages(env.BACKUPS)) {
		const ids = page.map(([, id]) => id);
		back.push(...(await backAgain(d1.$client, ids)));
	}
	return back;
}

/** How many people one run erases again. D1 limits the statements of a run. */
export const MAX_ERASED = 20;

/** Erases people of D1 again who are back. Returns their ids. */
export async function eraseReturned(env: Env, author: Author, now: Instant): Promise<string[]> {
	const back = (await returnedPeople(env)).slice(0, MAX_ERASED);
	await eraseAgain(databaseOf(env, null), back, { author, now });
	return back;
}
