import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { placeOf, ring } from '../../harness/alarms.ts';
import { newCompanyInCell, type TestCell, withoutCell } from '../../harness/cells.ts';
import type { ShownEvent } from '../../harness/events.ts';
import { announced, followOn, isAnnounced } from '../../harness/following.ts';
import { isTried } from '../../harness/sampling.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	restart,
	type TestCompany,
	type TestUser,
} from '../../harness/service.ts';

let platform: TestUser;
let cells: [TestCell, TestCell];
let start: string;
/** The companies of a test. Those of an earlier one may still announce something. */
let companies: TestCompany[];

async function newCompanyInD1(): Promise<TestCompany> {
	const company = await newCompany();
	companies.push(company);
	return company;
}

beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	cells = [await newCompanyInCell(), await newCompanyInCell()];
	companies = [...cells];
	await announceAll();
	start = (await follow('/events?limit=1000')).next;
});

/** Has the cells tell the directory of their events at once, and not after a second. */
const announceAll = () => Promise.all(cells.map(({ cell }) => announced(cell)));

/** Follows the events of the companies of this test. */
async function follow(path: string, user = platform, bindings: Bindings = env) {
	const { events, next } = await followOn(user, path, bindings);
	return { events: events.filter((one) => companies.some(({ id }) => id === one.companyId)), next };
}

const subjectsOf = (events: ShownEvent[]) =>
	events.filter(({ type }) => type === 'employee.created').map(({ subject }) => subject.id);

test.each([1, 2, 1000].filter((_, index) => isTried(index, 2)))(
	'a follower in pages of %i gets every event of D1 and of all cells once',
	async (limit) => {
		const inD1 = await newCompanyInD1();
		const made: string[] = [];
		for (const company of [cells[0], inD1, cells[1], cells[0]]) made.push(await newEmployee(company));
		await announceAll();
		const { events, next } = await follow(start.replace('limit=1000', `limit=${limit}`));
		expect(subjectsOf(events).toSorted()).toEqual(made.toSorted());
		expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
		const ofFirst = subjectsOf(events.filter(({ companyId }) => companyId === cells[0].id));
		expect(ofFirst).toEqual([made[0], made[3]]);

		expect((await follow(next)).events).toEqual([]);
		const later = await newEmployee(cells[1]);
		await announced(cells[1].cell);
		expect(subjectsOf((await follow(next)).events)).toEqual([later]);
	},
);

test('a cell that is alone for a while lengthens one announcement, which followers at any place read on', async () => {
	const countOf = async () =>
		(await env.DB.prepare('SELECT count(*) AS n FROM announcements').first<number>('n')) ?? 0;
	const made: string[] = [];
	/** Places of followers, each with the number of new people that it has read. */
	const places = [{ next: start, read: 0 }];
	const hire = async (company: TestCell) => {
		made.push(await newEmployee(company));
		await announced(company.cell);
		const { next } = await follow(places.at(-1)?.next ?? '');
		places.push({ next, read: made.length });
	};
	const [one, other] = cells;
	await hire(other);
	const before = await countOf();
	for (let times = 0; times < 3; times++) await hire(one);
	// One announcement has many places.
	for (let event = 0; event < 6; event++) {
		const { next, read } = places[event === 0 ? 1 : places.length - 1] ?? { next: start, read: 0 };
		const { body, headers } = await as(platform).get(next.replace('limit=1000', 'limit=1'));
		const [, behind = ''] = /<\/api\/v2(\/[^>]+)>; rel/.exec(headers.get('Link') ?? '') ?? [];
		places.push({ next: behind, read: read + subjectsOf(body).length });
	}
	expect(await countOf()).toBe(before + 1);
	await hire(other);
	await hire(one);
	expect(await countOf()).toBe(before + 3);

	at('2026-04-16T12:00:00.000Z');
	await hire(one);
	expect(await countOf()).toBe(before + 3);
	const found = async ({ next, read }: (typeof places)[number], limit: number) => {
		const { events } = await follow(next.replace(/limit=\d+/, `limit=${limit}`));
		expect(subjectsOf(events)).toEqual(made.slice(read));
		expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
	};
	for (const place of places) await found(place, 1000);
	for (const place of [places[0], places[3], places.at(-1)]) if (place !== undefined) await found(place, 1);

	// After a repair of D1, followers may have seen later numbers, so that no announcement becomes longer.
	await env.DB.prepare(`UPDATE sqlite_sequence SET seq = seq + 1000 WHERE name = 'announcements'`).run();
	await hire(one);
	expect(await countOf()).toBe(before + 4);
});

test('the whole list holds the events of D1 and of all cells', async () => {
	const made = [
		await newEmployee(cells[0]),
		await newEmployee(await newCompanyInD1()),
		await newEmployee(cells[1]),
	];
	await announceAll();
	const { body } = await as(platform).get('/events?type=employee.created');
	expect(subjectsOf(body)).toEqual(expect.arrayContaining(made));
	expect(new Set(body.map(({ id }: ShownEvent) => id)).size).toBe(body.length);
});

test('a filter is applied in the cells, and the place behind what it leaves out is not read again', async () => {
	const employeeId = await newEmployee(cells[0]);
	await newEmployee(cells[1]);
	await announceAll();
	const found = await follow(`/events?limit=1000&subject=${employeeId}`);
	expect(new Set(found.events.map(({ subject }) => subject.id))).toEqual(new Set([employeeId]));
	expect(found.events.length).toBeGreaterThan(0);
	const counted = vi.spyOn(env.CELLS, 'get');
	expect((await follow(found.next)).events).toEqual([]);
	// If a cell stands in for D1, its own reads count too.
	if (env.DATABASE === 'D1') expect(counted).not.toHaveBeenCalled();
});

test('an announcement that the directory lost can be made again, and a repeated one changes nothing', async () => {
	const employeeId = await newEmployee(cells[0]);
	await isAnnounced(cells[0]);
	await env.DB.prepare(
		'DELETE FROM announcements WHERE id = (SELECT max(id) FROM announcements WHERE cell = ?)',
	)
		.bind(cells[0].cell)
		.run();
	expect(subjectsOf((await follow(start)).events)).toEqual([]);
	for (let times = 0; times < 2; times++) await announced(cells[0].cell);
	expect(subjectsOf((await follow(start)).events)).toEqual([employeeId]);
});

test('a cell tells of its company with its events, and a run announces what its jobs have changed', async () => {
	const employeeId = await newEmployee(cells[0]);
	const budget = { budget: { value: 5000, currency: 'EUR_CENT' }, startDate: '2026-04-01T00:00:00.000Z' };
	await as(cells[0].admin).put(`/employees/${employeeId}/goodies/budget`, budget);
	await isAnnounced(cells[0]);
	const { summary } = (await placeOf(cells[0].cell)) ?? {};
	expect(JSON.parse(String(summary))).toMatchObject({ administrators: 1, waiting: 0, referenceDay: 7 });
	await ring(cells[0].cell, '2026-04-01T01:00:00.000Z');
	expect(await placeOf(cells[0].cell)).toMatchObject({ last_run: Date.parse('2026-04-01T01:00:00.000Z') });
	expect((await follow(start)).events.map(({ type }) => type)).toContain('voucher.issued');
});

test('a cell that cannot be reached is 503, and the follower goes on where it was', async () => {
	const employeeId = await newEmployee(cells[0]);
	await announced(cells[0].cell);
	const answer = await as(platform, withoutCell(cells[0].cell)).get(start);
	expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
	expect(subjectsOf((await follow(start)).events)).toEqual([employeeId]);
});

test('a follower of one company in a cell has that cell’s own positions', async () => {
	const employeeId = await newEmployee(cells[0]);
	const { events, next } = await follow('/events?limit=2', cells[0].admin);
	expect(subjectsOf(events)).toEqual([employeeId]);
	const [at] = JSON.parse(atob(new URL(next, 'https://x').searchParams.get('cursor') ?? ''));
	expect(at).toBe(events.length);
});

test('a cursor that names no place is refused', async () => {
	for (const place of ['[1,2]', '["1",2,3]', '[1,2,3,4]', 'null', '[1,2.5,3]']) {
		const cursor = encodeURIComponent(btoa(`[${place},"0"]`));
		const refused = await as(platform).get(`/events?cursor=${cursor}`);
		expect(refused, place).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
	}
});

/** Moves a company, and has its old rows in D1 deleted when `isLeft`. */
async function move(companyId: string, isLeft: boolean): Promise<TestCell['cell']> {
	expect((await as(platform).post(`/companies/${companyId}/move`)).status).toBe(200);
	expect((await as(platform).get(`/companies/${companyId}/move`)).body).toMatchObject({ step: 'OPENED' });
	const cell = await env.DB.prepare('SELECT cell FROM places WHERE company_id = ?')
		.bind(companyId)
		.first<string>('cell');
	restart();
	if (isLeft) await ring(cell ?? '', now() + 61_000);
	return cell ?? '';
}

test.each([
	[3, true],
	[1000, false],
])('a company that moves is followed on, in pages of %i, its old rows deleted: %s', async (limit, isLeft) => {
	const [mover, stayer] = [await newCompanyInD1(), await newCompanyInD1()];
	const path = start.replace('limit=1000', `limit=${limit}`);
	const made = [await newEmployee(mover), await newEmployee(stayer)];
	const early = await follow(path);
	expect(subjectsOf(early.events)).toEqual(made);
	const unread = [await newEmployee(mover), await newEmployee(stayer)];
	const cell = await move(mover.id, isLeft);
	const moved = { ...mover, cell };
	const later = [await newEmployee(moved), await newEmployee(stayer)];
	await announced(cell);

	const next = await follow(early.next);
	expect(subjectsOf(next.events).toSorted()).toEqual([...unread, ...later].toSorted());
	const fresh = await follow(path);
	expect(subjectsOf(fresh.events).toSorted()).toEqual([...made, ...unread, ...later].toSorted());
	expect(new Set(fresh.events.map(({ id }) => id)).size).toBe(fresh.events.length);
	const ofMover = subjectsOf(fresh.events.filter(({ companyId }) => companyId === mover.id));
	expect(ofMover).toEqual([made[0], unread[0], later[0]]);

	// From there it moves to another cell.
	if (!isLeft) return;
	const second = await move(mover.id, false);
	const news = (await follow(next.next)).events;
	expect(news.filter(({ type }) => type !== 'company.move_started')).toEqual([]);
	const last = await newEmployee(moved);
	await announced(second);
	expect(subjectsOf((await follow(next.next)).events)).toEqual([last]);
	expect(subjectsOf((await follow(path)).events).toSorted()).toEqual(
		[...made, ...unread, ...later, last].toSorted(),
	);
});
