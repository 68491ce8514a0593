import { newId } from '../../../foundation/core/id.ts';
import { addMonths, type Instant, startOfMonth, toYearMonth } from '../../../foundation/core/instant.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { toEvent } from '../../../foundation/db/events.ts';
import { closedUntil } from '../rules.ts';
import { openFile, storeFile } from './remote.ts';
import {
	archivesDue,
	beginFile,
	discardFiles,
	firstBefore,
	removeFiles,
	replaceFile,
	saveArchive,
	sliceOf,
} from './store.ts';

const AN_HOUR_MS = 3_600_000;
/** The most events in a file, and the most files in a run. The next run of the cron continues. */
const SLICE_SIZE = 5000;
const MAX_FILES = 100;

/** Moves events of closed years to files. Returns the number of handled events and files. */
export async function archiveHistory(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	const moved = await moveClosedYears(db, bucket, now);
	return moved + (await blankArchives(db, bucket, now)) + (await clearFiles(db, bucket, now));
}

/** Stores a file for each company and month, then replaces its events in one batch. */
async function moveClosedYears(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	const closed = closedUntil(now);
	let moved = 0;
	for (let files = 0; files < MAX_FILES; files++) {
		const [[first]] = await batch(db, [firstBefore(db, closed)]);
		if (first === undefined) break;
		const { company, companyId, position } = first;
		const month = startOfMonth(first.hour * AN_HOUR_MS);
		const key = `${companyId ?? 'platform'}/${toYearMonth(month)}/${newId(now)}.ndjson.gz`;
		const [rows] = await batch(db, [
			sliceOf(db, company, position, addMonths(month, 1), SLICE_SIZE),
			beginFile(db, key, now),
		]);
		const slice = rows.map(toEvent);
		if (slice.length === 0) continue;
		const sha256 = await storeFile(bucket, key, slice);
		const [one, ...more] = saveArchive(db, company, toYearMonth(month), slice, { key, sha256 });
		if (one !== undefined) await batch(db, [one, ...more]);
		moved += slice.length;
	}
	return moved;
}

async function blankArchives(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	const [due] = await batch(db, [archivesDue(db, MAX_FILES)]);
	for (const archive of due) {
		const key = `${archive.key.replace(/[^/]+$/, '')}${newId(now)}.ndjson.gz`;
		await batch(db, [beginFile(db, key, now)]);
		const sha256 = await storeFile(bucket, key, await openFile(bucket, archive));
		const [one, ...more] = replaceFile(db, archive, { key, sha256 }, now);
		if (one !== undefined) await batch(db, [one, ...more]);
	}
	return due.length;
}

/** Deletes unused objects an hour after they became unused, because somebody may still be reading them. */
async function clearFiles(db: Db, bucket: R2Bucket, now: Instant): Promise<number> {
	const [discarded] = await batch(db, [discardFiles(db, now - AN_HOUR_MS, now, MAX_FILES)]);
	const keys = discarded.map(({ key }) => key);
	if (keys.length === 0) return 0;
	await bucket.delete(keys);
	await batch(db, [removeFiles(db, keys)]);
	return keys.length;
}
