import { SCHEMA } from '../../../foundation/cells/schema.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { notFound, Refusal } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { readManifest } from './file.ts';
import { backUp, newRun, type WithBackups } from './making.ts';
import { listBackups } from './remote.ts';
import type { Backup, Manifest } from './rules.ts';
import { companyHere, newsOfCompany } from './store.ts';

/** The last backup of a company, and what was wrong with its files. */
export interface Saved {
	manifest: Manifest;
	/** Null if all files were there. */
	missing: string | null;
}

/**
 * Saves one company of this database at once, unless nothing has happened in it since its last backup. Returns its last backup; null if
 * its rows changed at each try, or it is not in this database.
 */
export async function backUpNow(
	db: Db,
	{ BACKUPS, ...buckets }: WithBackups,
	now: Instant,
	companyId: string,
): Promise<Saved | null> {
	const last = async () => {
		const { backups } = await listBackups(BACKUPS, companyId);
		const { date } = backups.at(-1) ?? {};
		return date === undefined ? null : readManifest(BACKUPS, companyId, toIso(date));
	};
	const [[company]] = await batch(db, [newsOfCompany(db, companyId)]);
	if (company === undefined) return null;
	const present = company.hasNews ? null : await last();
	if (present?.schema === SCHEMA) return { manifest: present, missing: null };
	const run = newRun(db, { ...buckets, BACKUPS }, now, () => true);
	if ((await backUp(run, companyId, Number.MAX_SAFE_INTEGER)) !== 1) return null;
	const manifest = await last();
	return manifest === null ? null : { manifest, missing: run.problems[0]?.message ?? null };
}

/** Lists the backups of a company, the newest first, even if the company is no longer in any database. */
export async function backupsOf(
	call: Call,
	bucket: R2Bucket | undefined,
	companyId: string,
	isKnown = false,
): Promise<Backup[]> {
	authorizeForAll(call.actor, 'listBackups');
	if (bucket === undefined)
		throw new Refusal('misconfigured', 'This service makes no backups, because it has no bucket BACKUPS.');
	const { backups } = await listBackups(bucket, companyId);
	if (backups.length === 0 && !isKnown) {
		const [found] = await batch(call.db, [companyHere(call.db, companyId)]);
		if (found.length === 0) throw notFound('company');
	}
	return backups.toReversed();
}
