import { aboutEmployee, type Change, CRON } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Upload } from '../../../foundation/core/upload.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { commit, type Violations } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { Replay, usedForAnother } from '../../../foundation/db/idempotency.ts';
import { identified } from '../../../foundation/db/record-events.ts';
import { unavailable } from '../../../foundation/db/retry.ts';
import { ABANDONED_AFTER_MS, type ReceiptType } from '../receipts/rules.ts';
import {
	beginFile,
	beingRemoved,
	discardAbandoned,
	discardFiles,
	type FileRow,
	type FileTable,
	removeFiles,
} from './store.ts';

/** The number of files in one step, and of steps in one run. The next run continues. */
export const CLEAR_LIMIT = 500;
const MAX_CLEAR_STEPS = 20;

/** Returns the fields of an arriving file. With an idempotency key, a repetition continues the interrupted attempt. */
export const newFile = ({ now, claim }: Call, { size }: Upload, mediaType: ReceiptType) => ({
	id: claim?.recordId ?? newId(now),
	dateCreated: now,
	dateStored: null,
	mediaType,
	size,
	sha256: null,
	dateDiscarded: null,
});

/**
 * Inserts the row of a file, and stores the file as it arrives. Returns its SHA-256, with which the caller marks the row as stored. After a
 * failure, both are removed at once. If a repetition of the request may still use them, `clearFiles` removes them later.
 */
export async function keepFile(
	{ db, claim }: Call,
	bucket: R2Bucket,
	table: FileTable,
	row: FileRow,
	upload: Upload,
	violations: Violations,
): Promise<string> {
	const [begun] = await commit(db, [beginFile(db, table, row)], violations);
	if ((begun as unknown[]).length === 0) throw beingRemoved();
	const httpMetadata = { contentType: row.mediaType };
	try {
		return await upload.passTo((file) => bucket.put(row.id, file, { httpMetadata }));
	} catch (error) {
		if (claim === undefined) await remove(db, bucket, table, [row.id]).catch(() => undefined);
		throw error instanceof Refusal ? error : unavailable(error);
	}
}

/** The idempotency key covers only the file's size and first bytes, so another file is recognised only at its end. */
export async function compareRepeated(error: unknown, upload: Upload): Promise<never> {
	if (!(error instanceof Replay)) throw error;
	const sha256 = await upload.passTo((file) => file.pipeTo(new WritableStream()));
	throw JSON.parse(error.answer.body).sha256 === sha256 ? error : usedForAnother();
}

interface Owned {
	id: string;
	employeeId: string;
	companyId: string;
}

type Removal = 'receipt.removed' | 'receipt_draft.removed' | 'standing_expense.proof_removed';

export const removalOf = (type: Removal, { id, employeeId, companyId }: Owned, now: Instant): Change => ({
	...aboutEmployee({ id: employeeId, companyId }, id),
	type,
	before: { dateDiscarded: null },
	after: { dateDiscarded: toIso(now) },
});

/** Discards files that are no longer needed, each with an event. `find` reads the next ones. */
export async function discardUnneeded(
	db: Db,
	table: FileTable,
	type: Removal,
	now: Instant,
	find: () => Promise<Owned[]>,
): Promise<void> {
	for (let step = 0; step < MAX_CLEAR_STEPS; step++) {
		const found = await find();
		if (found.length === 0) break;
		const changes = found.map((file) => removalOf(type, file, now));
		await commit(db, discardFiles(db, table, CRON, now, identified(changes, now)));
	}
}

/** Removes discarded files, and those of interrupted uploads. Returns their number. */
export async function clearFiles(db: Db, bucket: R2Bucket, table: FileTable, now: Instant): Promise<number> {
	let cleared = 0;
	for (let step = 0; step < MAX_CLEAR_STEPS; step++) {
		const begunBefore = now - ABANDONED_AFTER_MS;
		const [discarded] = await batch(db, [discardAbandoned(db, table, begunBefore, now, CLEAR_LIMIT)]);
		const ids = discarded.map(({ id }) => id);
		if (ids.length > 0) await remove(db, bucket, table, ids);
		cleared += ids.length;
		if (ids.length < CLEAR_LIMIT) break;
	}
	return cleared;
}

/** Deletes files before their rows. After a failure, the rows still show what is left. */
async function remove(db: Db, bucket: R2Bucket, table: FileTable, ids: string[]): Promise<void> {
	await bucket.delete(ids);
	await commit(db, [removeFiles(db, table, ids)]);
}
