import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { closeYear, newPast } from '../../../harness/archives.ts';
import { eachTestFinds } from '../../../harness/snapshot.ts';

eachTestFinds(async () => {
	await newPast();
});

const run = (sql: string) => env.DB.prepare(sql).run();
const refused = (sql: string) => expect(run(sql), sql).rejects.toThrow(/append_only/);

/** An archive of the first events of a company, with some of its columns otherwise. */
const archive = (columns: Record<string, string> = {}) => {
	const right = {
		company: 'company',
		month: `'2021-10'`,
		first_position: 'first',
		last_position: 'last',
		first_id: '(SELECT id FROM events WHERE position = first)',
		last_id: '(SELECT id FROM events WHERE position = last)',
		count: 'count',
		key: `'a key'`,
		sha256: `''`,
		...columns,
	};
	return `INSERT INTO event_archives (${Object.keys(right)}) SELECT ${Object.values(right)} FROM (
		SELECT company, min(position) AS first, max(position) AS last, count(*) AS count FROM events
		WHERE company = (SELECT company FROM events WHERE company IS NOT NULL ORDER BY position LIMIT 1)
			AND date < unixepoch('2021-12-01') * 1000)`;
};

test.each([
	['more events than there are', { count: 'count + 1' }],
	['fewer', { count: 'count - 1' }],
	['others at its beginning', { first_id: `x'00'` }],
	['others at its end', { last_id: `x'00'` }],
	['a wider range than its events', { last_position: 'last + 1' }],
	['the events of another company', { company: 'company + 1' }],
	['none', { first_position: '100000', last_position: '100001', count: '0' }],
])('the database refuses an archive that tells of %s', async (_, columns) => {
	await expect(run(archive(columns))).rejects.toThrow(/append_only|NOT NULL/);
});

test('the database refuses an archive of the latest event of all', async () => {
	const all = `SELECT company, '', position, position, id, id, 1, 'k', '' FROM events ORDER BY position DESC LIMIT 1`;
	await refused(
		`INSERT INTO event_archives (company, month, first_position, last_position, first_id, last_id, count, key, sha256) ${all}`,
	);
});

test('exactly what an archive covers may be removed, and no event comes back in its place', async () => {
	await run(archive());
	const { results } = await env.DB.prepare(
		`SELECT e.position FROM events e JOIN event_archives a ON e.company = a.company
		AND e.position BETWEEN a.first_position AND a.last_position`,
	).all<{ position: number }>();
	expect(results.length).toBeGreaterThan(3);
	const covered = results.map(({ position }) => position);
	await refused(`DELETE FROM events WHERE position NOT IN (${covered})`);
	await refused('DELETE FROM events');
	await run(`DELETE FROM events WHERE position IN (${covered})`);
	const rest = await env.DB.prepare('SELECT count(*) AS n FROM events').first('n');
	for (const position of covered) {
		await run(`INSERT OR REPLACE INTO events SELECT ${position}, randomblob(16), date, request_id, author, company, subject,
			record_id, type, fields, before, "after" FROM events LIMIT 1`);
	}
	expect(await env.DB.prepare('SELECT count(*) AS n FROM events').first('n')).toBe(rest);
});

test('the database refuses to alter or remove an archive, or to put another in its place', async () => {
	await closeYear();
	const read = async () => (await env.DB.prepare('SELECT * FROM event_archives').all()).results;
	const before = await read();
	for (const column of [
		'company',
		'month',
		'first_position',
		'last_position',
		'first_id',
		'last_id',
		'count',
		'key',
		'sha256',
	]) {
		await refused(`UPDATE OR REPLACE event_archives SET ${column} = 99`);
	}
	await refused('DELETE FROM event_archives');
	await refused('DELETE FROM event_archive_subjects');
	await refused('UPDATE event_archive_subjects SET archive = 99');
	await run(
		`REPLACE INTO event_archives SELECT id, company, '', first_position, last_position, first_id, last_id, 0, '', '' FROM event_archives`,
	);
	expect(await read()).toEqual(before);
});
