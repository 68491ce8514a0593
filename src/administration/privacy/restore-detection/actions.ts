import { backAgain } from '../../../foundation/cells/move/restoring.ts';
import type { CellBindings } from '../../../foundation/cells/places.ts';
import { databaseOf } from '../../../foundation/cells/places.ts';
import { type Author, CRON } from '../../../foundation/core/history.ts';
import { type Instant, LAST_INSTANT } from '../../../foundation/core/instant.ts';
import { batch } from '../../../foundation/db/database.ts';
import type { Buckets } from '../../../tenants/hosting/backups/rules.ts';
import { erasedPages } from '../../../tenants/hosting/erased-people/remote.ts';
import { lastRunOf } from '../../overview/jobs/actions.ts';
import { clearOrphans, readMemory, saveMemory } from '../reconciliation/remote.ts';
import { restoredSentence } from '../reconciliation/rules.ts';
import { changedAfter } from '../reconciliation/store.ts';
import { eraseAgain } from '../repeated-erasure/actions.ts';

type Env = CellBindings & Buckets;

/**
 * Detects that D1 went back to an earlier time, by comparing its last run with that in R2. It then erases people of D1 again. It fails until
 * the operator has reconciled D1 and R2.
 */
export async function noticeRestore(env: Env, now: Instant, lastRun: Instant): Promise<void> {
	const { BACKUPS } = env;
	if (BACKUPS === undefined) return;
	const to = await restoredTime(env, lastRun);
	if (to === null) return clearOrphans(BACKUPS, now);
	await eraseReturned(env, CRON, now, to);
	throw new Error(restoredSentence(to));
}

/** Stores in R2 when the jobs ran, after D1 has stored it too. */
export async function rememberRun({ BACKUPS }: Env, now: Instant): Promise<void> {
	if (BACKUPS !== undefined) await saveMemory(BACKUPS, { date: now, restoredTo: null });
}

/** Ends the reconciliation. From then on, runs are compared with the last run that D1 knows. */
export async function forgetRestore(env: Env): Promise<void> {
	await rememberRun(env, await lastRunOf(databaseOf(env, null)));
}

/** Returns the time to which D1 went back, and stores it in R2. Null if D1 did not go back, or is already reconciled. */
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

/**
 * Returns people of D1 who are listed as erased but have their data. If they were changed after they were listed, no restore brought them
 * back. Their erasure had failed, and they may still be employed. `since` is the time to which D1 was restored.
 */
export async function returnedPeople(env: Env, since: Instant | undefined) {
	const d1 = databaseOf(env, null);
	const back: string[] = [];
	const changed: string[] = [];
	for await (const page of erasedPages(env.BACKUPS)) {
		const ids = await backAgain(
			d1.$client,
			page.map(([, id]) => id),
		);
		const listed = page.flatMap(([, id, date]) => (ids.includes(id) ? [[id, date] as const] : []));
		const [found] =
			listed.length === 0 ? [[]] : await batch(d1, [changedAfter(d1, listed, since ?? LAST_INSTANT)]);
		const known = new Set(found.map(({ id }) => id));
		for (const id of ids) (known.has(id) ? changed : back).push(id);
	}
	return { back, changed };
}

/** The most people that one run erases again, because D1 limits the statements of a run. */
export const MAX_ERASED = 20;

/** Erases the returned people of D1 again. Returns their ids, and those of people who were changed. */
export async function eraseReturned(env: Env, author: Author, now: Instant, since: Instant | undefined) {
	const found = await returnedPeople(env, since);
	const back = found.back.slice(0, MAX_ERASED);
	await eraseAgain(databaseOf(env, null), back, { author, now });
	return { ...found, back };
}
