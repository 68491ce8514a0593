import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ring } from '../../harness/alarms.ts';
import { inCell, withoutCell } from '../../harness/cells.ts';
import { messageOf, receive, verified } from '../../harness/incoming-mail.ts';
import { bearing } from '../../harness/keys.ts';
import { register } from '../../harness/mail.ts';
import { PNG } from '../../harness/receipts.ts';
import {
	as,
	at,
	call,
	newEmployee,
	newUser,
	now,
	restart,
	runCron,
	runCronOver,
	type TestUser,
	userOf,
} from '../../harness/service.ts';
import { perform } from '../../whole/contract/answers.ts';
import { operations } from '../../whole/contract/document.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';
import { adminOf, cellOf, countIn, moved, NOON, stepOf } from './world-moves.ts';

let platform: TestUser;
/** The company that moves, and one that stays in D1. */
let own: World;
let other: World;

/** Reads that tell of themselves, such as exports, which the access log records. Those of the platform are refused anyway. */
const CHANGING = ['exportCompany', 'exportEmployee', 'listAccessEventsOfCompany', 'readMove'];
const READS = operations
	.filter(({ method, operationId }) => method === 'GET' && !CHANGING.includes(operationId))
	.map(({ operationId }) => operationId);

/** Reads everything that the administrator of a company can read. */
async function readAll(world: World): Promise<Record<string, unknown>> {
	const all: Record<string, unknown> = {};
	for (const id of READS) {
		const { status, body } = await perform(as(adminOf(world)).send, id, world);
		all[id] = { status, body: status < 400 ? body : body.code };
	}
	return all;
}

/** The answers of the company and of its links before the move. */
let before: Awaited<ReturnType<typeof prepared>>;

beforeAll(async () => {
	at(NOON);
	platform = await newUser(['PLATFORM_ADMIN']);
	[own, other] = [await newWorld(), await newWorld()];
	// The cell would send the mails that wait.
	await runCron(NOON);
	before = await prepared();
	await moved(platform, own);
});
beforeEach(() => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at(NOON);
	restart();
});

const calendarOf = (address: string) => call('GET', `https://zubrot.example${new URL(address).pathname}`);
const peopleByKey = () => bearing(own.apiKey, 'GET', `/employees?companyId=${own.companyId}`);
const eventsPath = () => `/events?companyId=${own.companyId}&limit=500`;

/** Makes what the worlds lack, and reads everything. */
async function prepared() {
	const admin = as(adminOf(own));
	const calendar = await admin.post(`/companies/${own.companyId}/calendar/address`, { showsNames: true });
	const person = await userOf(own.employeeId);
	await register(person.userId);
	const receipts = await as(person).post(`/employees/${own.employeeId}/flex/receipt-address`);
	// A page with more than 2 MB of texts.
	for (const n of [1, 2, 3])
		await env.DB.prepare(
			`INSERT INTO idempotency_keys (caller_id, key, fingerprint, attempt, record_id, date_created, lease_until, body)
			VALUES (?, ?, '', '', '', ?, 0, ?)`,
		)
			.bind(own.userId, `key ${n}`, now(), String(n).repeat(900_000))
			.run();
	return {
		person,
		calendar: calendar.body.address,
		receipts: receipts.body,
		file: await calendarOf(calendar.body.address),
		people: await peopleByKey(),
		events: (await admin.get(eventsPath())).body,
		own: await readAll(own),
		others: await readAll(other),
	};
}

test('every read is the same before and after a move from D1, under the same session', async () => {
	expect(before.own.listEmployees).toMatchObject({ status: 200 });
	expect(await stepOf(platform, own)).toMatchObject({ step: 'DONE', isFromCell: false, reason: null });
	expect(await readAll(own)).toEqual(before.own);
	expect(await readAll(other)).toEqual(before.others);
	const cell = await cellOf(own.companyId);
	for (const table of ['employees', 'expenses', 'payroll_transactions', 'api_keys', 'companies']) {
		const column = table === 'companies' ? 'id' : 'company_id';
		expect(await countIn(env.DB, table, `${column} = '${own.companyId}'`), table).toBe(0);
		expect(await countIn(inCell(cell), table), table).toBeGreaterThan(0);
	}
	expect(await countIn(env.DB, 'movers')).toBe(0);
	expect(await countIn(env.DB, 'users', `email LIKE '%@guest.invalid' AND home IS NULL`)).toBe(0);
});

test('a page with more than 2 MB of texts is copied too', async () => {
	const read = `SELECT group_concat(substr(body, 1, 1) || length(body)) AS n FROM idempotency_keys WHERE key GLOB 'key ?'`;
	const found = await inCell(await cellOf(own.companyId))
		.prepare(read)
		.first('n');
	expect(found).toBe('1900000,2900000,3900000');
});

test('API keys and addresses of calendars and receipts of D1 stay valid', async () => {
	const { calendar, receipts, file, people, person } = before;
	expect([file.status, people.status]).toEqual([200, 200]);
	expect((await calendarOf(calendar)).body).toEqual(file.body);
	expect((await peopleByKey()).body).toEqual(people.body);
	const { address, sender } = receipts;
	const path = `/employees/${own.employeeId}/flex/receipt-drafts`;
	const drafts = await as(person).get(path);
	const mail = messageOf([verified(sender.split('@')[1]), `From: ${sender}`], [{ bytes: PNG }]);
	await receive(mail, { from: sender, to: address });
	expect((await as(person).get(path)).body.length).toBe(drafts.body.length + 1);
});

test('after a move, people add and change what they like, and an event follows the last cursor', async () => {
	const admin = as(adminOf(own));
	const employeeId = await newEmployee({ id: own.companyId, admin: adminOf(own) });
	expect((await admin.get(`/employees/${employeeId}`)).status).toBe(200);
	const after = await admin.get(eventsPath());
	expect(after.body.slice(0, before.events.length)).toEqual(before.events);
	expect(after.body.length).toBeGreaterThan(before.events.length);
	const numbers = after.body.map(({ sequence }: { sequence: number }) => sequence);
	expect(numbers).toEqual([...new Set<number>(numbers)].sort((a, b) => a - b));
	const listed = (await as(platform).get('/companies')).body.map(({ id }: { id: string }) => id);
	expect(listed.filter((id: string) => id === own.companyId)).toHaveLength(1);
});

test('every read is the same after a move from cell to cell, and after another one', async () => {
	const first = await cellOf(own.companyId);
	// A move would send the mails that wait.
	await ring(first, now());
	const read = await readAll(own);
	const second = await moved(platform, own);
	const third = await moved(platform, own);
	expect(new Set([first, second, third]).size).toBe(3);
	expect(await readAll(own)).toEqual(read);
	expect(await stepOf(platform, own)).toMatchObject({ step: 'OPENED', isFromCell: true });
	const named = { ...adminOf(own), cell: first };
	expect((await as(named).get(`/companies/${own.companyId}`)).body).toMatchObject({ id: own.companyId });
	// A week later, the cells that it has left are empty, and still lead to it.
	const aWeekLater = '2023-03-14T13:00:00.000Z';
	at(aWeekLater);
	const error = vi.spyOn(console, 'error').mockImplementation(() => {});
	const { BACKUPS: _, ...bindings } = withoutCell(first);
	await runCronOver(bindings, aWeekLater);
	const lines = error.mock.calls.map(([line]) => JSON.parse(line));
	const left = lines.filter(({ event }) => event === 'left_cell_not_cleared');
	expect(left).toMatchObject([{ cell: first }]);
	// One that cannot be reached keeps no other from being cleared.
	expect(await stepOf(platform, own)).toMatchObject({ step: 'DONE' });
	expect(await countIn(env.DB, 'moves', `date_ended IS NULL AND source = '${first}'`)).toBe(1);
	await runCron(aWeekLater);
	expect(await countIn(env.DB, 'moves', 'date_ended IS NULL')).toBe(0);
	restart();
	expect((await as(named).get(`/companies/${own.companyId}`)).body).toMatchObject({ id: own.companyId });
});
