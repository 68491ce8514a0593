import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { MAX_OPENED, storeFile, withArchived } from '../../../../src/tenants/history/archive/remote.ts';
import { archiveRows, closeYear, newPast } from '../../../harness/archives.ts';
import { eachTestFinds } from '../../../harness/snapshot.ts';

eachTestFinds(async () => {
	await newPast();
});

test('an answer opens no more files than a bound, and refuses what needs more', async () => {
	const sha256 = await storeFile(env.HISTORY, 'empty', []);
	const archive = {
		id: 1,
		key: 'empty',
		sha256,
		month: '2021-10',
		firstPosition: 1,
		lastPosition: 2,
		due: [],
	};
	const opened = (count: number) =>
		withArchived(env.HISTORY, Array(count).fill(archive), [], {}, { after: 0 }, 1);
	expect(await opened(MAX_OPENED)).toEqual([]);
	await expect(opened(MAX_OPENED + 1)).rejects.toMatchObject({ code: 'history_too_wide' });
}, 60_000);

test('a page opens only the files that it needs', async () => {
	await closeYear();
	const rows = await archiveRows();
	const opened: string[] = [];
	const bucket = {
		get: (key: string) => {
			opened.push(key);
			return env.HISTORY.get(key);
		},
	} as unknown as R2Bucket;
	const { results } = await env.DB.prepare('SELECT * FROM event_archives ORDER BY first_position').all();
	const archives = results.map((row) => ({
		id: Number(row.id),
		key: String(row.key),
		sha256: String(row.sha256),
		month: String(row.month),
		firstPosition: Number(row.first_position),
		lastPosition: Number(row.last_position),
		due: [],
	}));
	const page = await withArchived(bucket, archives, [], {}, { after: 0 }, 2);
	expect(page.map(({ position }) => position)).toEqual([1, 2]);
	expect(opened.length).toBeLessThan(rows.length);
});
