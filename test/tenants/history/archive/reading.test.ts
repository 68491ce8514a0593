import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import {
	archiveRows,
	closeYear,
	newPast,
	type Past,
	STILL_OPEN,
	storedFiles,
} from '../../../harness/archives.ts';
import { eventsFor } from '../../../harness/events.ts';
import { as, at, newUser, runCron, type TestUser } from '../../../harness/service.ts';
import { eachTestFinds } from '../../../harness/snapshot.ts';

let past: Past;
let reader: TestUser;

eachTestFinds(async () => {
	past = await newPast();
	reader = await newUser(
		['TECHNICAL_USER'],
		past.companies.map(({ id }) => id),
	);
});

afterEach(() => vi.restoreAllMocks());

const live = async () => (await env.DB.prepare('SELECT count(*) AS n FROM events').first<number>('n')) ?? 0;

test('2021 is closed on 1 April 2022, and leaves the database in a file for each company and month', async () => {
	const all = await live();
	await runCron(STILL_OPEN);
	expect([await live(), await storedFiles()]).toEqual([all, []]);

	await closeYear();
	const archives = await archiveRows();
	expect(archives.map(({ month }) => month)).toEqual(
		['2021-10', '2021-11', '2021-12'].flatMap((month) => [month, month, month]),
	);
	expect(archives.map(({ key }) => key).sort()).toEqual(await storedFiles());
	const folders = [...past.companies.map(({ id }) => id), 'platform'].sort();
	expect([...new Set(archives.map(({ key }) => key.split('/')[0]))].sort()).toEqual(folders);
	expect(await live()).toBe(all - archives.reduce((sum, { count }) => sum + count, 0));
	expect(await runCron('2022-04-01T01:00:00.000Z')).toMatchObject({ archiveHistory: 0 });
});

test('the latest event of all stays, because its position must not be given again', async () => {
	const before = await eventsFor(past.platform);
	await runCron('2023-04-01T00:00:00.000Z');
	expect(await live()).toBe(1);
	expect(await eventsFor(past.platform)).toEqual(before);
});

test('a session leaves with its last event, and what it did is still found by who did it', async () => {
	const sessions = async () => {
		const query =
			'SELECT DISTINCT lower(hex(session_id)) AS id FROM event_authors WHERE session_id IS NOT NULL';
		const { results } = await env.DB.prepare(query).all<{ id: string }>();
		return results.map(({ id }) => id);
	};
	const idOf = ({ sessionId }: TestUser) => sessionId.replaceAll('-', '');
	const [company] = past.companies;
	at('2022-02-01T12:00:00.000Z');
	const [visitor, regular] = [await newUser(['COMPANY_ADMIN'], [company.id]), company.admin];
	for (const admin of [visitor, regular]) {
		await as(admin).put(`/employees/${past.employee}`, { costCentre: admin.userId });
	}
	at('2023-01-15T12:00:00.000Z');
	await as(regular).put(`/employees/${past.employee}`, { costCentre: 'later' });
	const ofVisitor = () => eventsFor(past.platform, `actor=${visitor.userId}`);
	const before = await ofVisitor();
	expect(before).toHaveLength(1);
	expect(await sessions()).toEqual(expect.arrayContaining([idOf(visitor), idOf(regular)]));

	at('2023-04-01T00:00:00.000Z');
	await runCron('2023-04-01T00:00:00.000Z');
	expect(await sessions()).toContain(idOf(regular));
	expect(await sessions()).not.toContain(idOf(visitor));
	expect(await ofVisitor()).toEqual(before);
});

test('everyone reads what they read before: same events, order, filters, pages and cursors', async () => {
	const readers = [past.platform, reader, past.companies[0].admin];
	const filters = [
		'',
		`companyId=${past.companies[0].id}`,
		`subject=${past.employee}`,
		'type=employee.updated',
		'since=2021-11-20T12:00:00.000Z',
		`subject=${past.employee.toUpperCase()}&type=employee.updated&since=2021-12-01T00:00:00.000Z`,
	];
	const queries = filters.flatMap((filter) => [filter, `${filter}&limit=3`, `${filter}&limit=1000`]);
	const readAll = async () => {
		const found: unknown[] = [];
		for (const user of readers) {
			for (const query of queries) {
				const { body, headers } = await as(user).get(`/events?${query}`);
				found.push({ query, body, link: headers.get('Link') });
			}
		}
		return found;
	};
	const before = await readAll();
	await closeYear();
	expect(await live()).toBeLessThan(10);
	at(STILL_OPEN);
	expect(await readAll()).toEqual(before);
});

test('pages go over from files to the database without a gap', async () => {
	const whole = await eventsFor(past.platform);
	await closeYear();
	const seen: unknown[] = [];
	for (let path: string | undefined = '/events?limit=4'; path !== undefined; ) {
		const { body, headers } = await as(past.platform).get(path);
		seen.push(...body);
		path = /^<[^>]*(\/events[^>]*)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1];
	}
	expect(seen).toEqual(whole);
});

test.each([
	['missing', (key: string) => env.HISTORY.delete(key)],
	['altered', (key: string) => env.HISTORY.put(key, 'something else')],
])('a file that is %s is a clear error, never a shorter list', async (_, damage) => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	await closeYear();
	const own = (await archiveRows()).find(({ key }) => key.startsWith(past.companies[0].id));
	await damage(own?.key ?? '');
	for (const query of ['', 'limit=1']) {
		const { status, body } = await as(past.companies[0].admin).get(`/events?${query}`);
		expect([status, body.code]).toEqual([500, 'archive_damaged']);
		expect(body.detail).toContain('2021-10');
	}
	expect(await eventsFor(past.companies[1].admin)).not.toEqual([]);
	expect(await eventsFor(past.companies[0].admin, 'since=2022-01-01T00:00:00.000Z')).toHaveLength(2);
});

test('an event that only a file holds is not repeated: an employee who left in a closed year has left once', async () => {
	const { employee, companies } = past;
	at('2021-12-31T12:00:00.000Z');
	await as(companies[0].admin).put(`/employees/${employee}`, { dateTerminated: '2022-01-31T00:00:00.000Z' });
	await runCron('2022-02-01T00:00:00.000Z');
	at('2023-04-01T00:00:00.000Z');
	await as(companies[1].admin).put(`/companies/${companies[1].id}`, {});
	await as(past.platform).put(`/companies/${companies[1].id}`, { name: 'Later' });
	await runCron('2023-04-01T00:00:00.000Z');
	await env.DB.prepare('UPDATE employees SET date_termination_settled = NULL WHERE id = ?')
		.bind(employee)
		.run();
	await runCron('2023-04-01T01:00:00.000Z');
	expect(await eventsFor(companies[0].admin, 'type=employee.left')).toHaveLength(1);
});
