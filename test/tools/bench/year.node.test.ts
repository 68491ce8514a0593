import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from './node-d1.ts';
import { serviceOver } from './year.ts';

test('a month of the service can be lived in Node, receipts included, so that its bytes can be counted', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-year-'));
	const { sqlite, d1 } = openDatabase(join(folder, 'year.sqlite'));
	try {
		const { hire, spend, runCron } = serviceOver(d1);
		const month = Date.parse('2025-01-01T00:00:00.000Z');
		const people = await hire(1, month);
		await runCron(month);
		await spend(people, month);
		const kept = sqlite.prepare('SELECT length(sha256) AS digits FROM receipts').all();
		expect(kept).toMatchObject([{ digits: 64 }, { digits: 64 }]);
		expect(sqlite.prepare('SELECT count(*) AS n FROM issued_vouchers').get()).toMatchObject({ n: 1 });
	} finally {
		sqlite.close();
		rmSync(folder, { recursive: true });
	}
}, 60_000);
