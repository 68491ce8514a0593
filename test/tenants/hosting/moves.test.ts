import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { forgetMigrations, noteMigrations } from '../../administration/monitoring/operated.ts';
import { ring } from '../../harness/alarms.ts';
import { inCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { begin, runNew } from '../../harness/moving.ts';
import { pageOf } from '../../harness/page.ts';
import {
	as,
	at,
	newUser,
	now,
	restart,
	runCron,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';
import {
	adminOf,
	cellOf,
	countIn,
	moved as movedBy,
	NOON,
	pathOf,
	settled,
	stepOf as stepFor,
} from './world-moves.ts';

let platform: TestUser;
let own: World;
let other: World;

eachTestFinds(async () => {
	at(NOON);
	platform = await newUser(['PLATFORM_ADMIN']);
	[own, other] = [await newWorld(), await newWorld()];
	// The cell would send the mails that wait.
	await runCron(NOON);
});
beforeEach(() => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	restart();
});

const move = (world: World) => as(platform).post(pathOf(world));
const stepOf = (world: World) => stepFor(platform, world);
const moved = (world: World) => movedBy(platform, world);

test('a process that still looks for a caller in D1 says that the company moves, instead of "not found"', async () => {
	const colleague = as(await newUser(['COMPANY_ADMIN'], [own.companyId]));
	const { path, admin } = { path: `/companies/${own.companyId}`, admin: as(adminOf(own)) };
	for (const one of [admin, colleague]) expect((await one.get(path)).status).toBe(200);
	expect((await move(own)).status).toBe(200);
	expect((await admin.put(path, { name: 'Renamed' })).body.code).toBe('company_moving');
	const person = { email: uniqueEmail(), companyId: own.companyId };
	const { employeeId } = (await admin.post('/employees', person)).body;
	const early = await colleague.get(`/employees/${employeeId}`);
	expect(early).toMatchObject({ status: 503, body: { code: 'company_moving' } });
	expect(early.headers.get('Retry-After')).toBe('2');
	expect((await colleague.get(`/employees/${employeeId}`)).status).toBe(200);
	const unknown = `/employees/${crypto.randomUUID()}`;
	expect((await colleague.get(unknown)).status).toBe(404);
	await settled(own);
	const stranger = as(adminOf(other));
	expect([(await stranger.get(unknown)).status, (await stranger.get(unknown)).status]).toEqual([404, 404]);
});

/** The pause between two requests. Without one, they would mostly slow down the move. */
const PAUSE_MS = 30;

/** Adds people one after the other until `work` has ended. Returns those whose request succeeded. */
async function addedDuring(work: Promise<unknown>): Promise<string[]> {
	let isOver = false;
	void work.finally(() => {
		isOver = true;
	});
	const added: string[] = [];
	for (let n = 0; n < 200 && !isOver; n++) {
		const email = uniqueEmail();
		const asked = as(adminOf(own)).post('/employees', { email, companyId: own.companyId });
		const { status, body } = await asked;
		if (status === 201) added.push(email);
		else expect([status, body.code]).toEqual([503, 'company_moving']);
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
	await work;
	return added;
}

test('every person who was added during moves is there once, and nobody else', async () => {
	const logged = vi.spyOn(console, 'error');
	logged.mockClear();
	const emailsOf = async () =>
		(await as(adminOf(own)).get(`/employees?companyId=${own.companyId}&limit=500`)).body.map(
			({ email }: { email: string }) => email,
		);
	const before = await emailsOf();
	const added = await addedDuring(move(own));
	at(new Date(now() + 61_000).toISOString());
	await ring(await cellOf(own.companyId), now());
	expect(await stepOf(own)).toMatchObject({ step: 'DONE' });
	restart();
	added.push(...(await addedDuring(move(own))));
	restart();
	expect(added.length).toBeGreaterThan(2);
	// A copied page may name people who are not copied yet.
	expect(logged.mock.calls).toEqual([]);
	expect((await emailsOf()).sort()).toEqual([...before, ...added].sort());
	const cell = await cellOf(own.companyId);
	// Addresses of requests that the end of a move refused are in doubt until the cron asks the cell.
	const d1 = databaseOf(env, null);
	await d1.directory?.settle(d1, now() + 3_600_000);
	const known = await env.DB.prepare('SELECT address FROM addresses WHERE cell = ?').bind(cell).all();
	const users = await inCell(cell).prepare(`SELECT email_key FROM users WHERE email_key LIKE '%@%'`).all();
	const listed = (rows: Record<string, unknown>[]) => rows.map((row) => String(Object.values(row)[0])).sort();
	expect(listed(known.results).filter((address) => address.includes('@'))).toEqual(listed(users.results));
});

/** Returns the line of a company on Today of the platform. */
async function waitingIn({ companyId }: World): Promise<string> {
	const { body } = await browse(await visitOf(platform)).get('/today', { 'Accept-Language': 'en' });
	const lines = pageOf(body).select('.panel:last-child li');
	const found = lines.filter((line) => line.one('link').href?.endsWith(`?company=${companyId}`));
	expect(found).toHaveLength(1);
	return found[0]?.text ?? '';
}

/** Stores events of two companies and of none. Returns what the log of the platform lists of them now and later. */
async function accessEvents() {
	const users = [own.userId, other.userId];
	const made: string[] = [];
	for (const [index, companyId] of [own.companyId, null, other.companyId, null].entries()) {
		made.push(newId(now()));
		await env.DB.prepare(`INSERT INTO access_events (id, date, type, key, count, user_id, company_id)
			VALUES (?1, ?2, 'access.refused', ?1, 1, ?3, ?4)`)
			.bind(made.at(-1), now(), users[Math.floor(index / 2)], companyId)
			.run();
	}
	const listed = async () => {
		const { body } = await as(platform).get('/access-events');
		return body.map(({ id }: { id: string }) => id).filter((id: string) => made.includes(id));
	};
	return { made, listed, moved: [...made.slice(2), ...made.slice(0, 2)] };
}

test('a company that has moved and its access events are listed once, also while its old rows are still in D1', async () => {
	const before = await waitingIn(own);
	expect(before).toContain('2 receipts to verify');
	const events = await accessEvents();
	expect(await events.listed()).toEqual(events.made);
	await move(own);
	expect(await countIn(env.DB, 'access_events', `company_id = '${own.companyId}'`)).toBeGreaterThan(0);
	expect(await stepOf(own)).toMatchObject({ step: 'OPENED' });
	expect(await countIn(env.DB, 'companies', `id = '${own.companyId}'`)).toBe(1);
	const idsAt = async (path: string) =>
		(await as(platform).get(path)).body.map((one: Record<string, string>) => one.id ?? one.employeeId);
	for (const path of ['/companies', '/companies?limit=1000', '/employees', '/flex/tax-rule-templates']) {
		const ids = await idsAt(path);
		expect(ids.length, path).toBe(new Set(ids).size);
	}
	expect(await idsAt('/companies')).toContain(own.companyId);
	restart();
	const added = { companyId: own.companyId, email: uniqueEmail() };
	expect(await as(platform).post('/employees', added)).toMatchObject({ status: 201, body: added });
	const page = await browse(await visitOf(platform)).get('/platform', { 'Accept-Language': 'en' });
	expect(page.body.split(`/console/platform/companies/${own.companyId}"`).length - 1).toBe(1);
	expect(await waitingIn(own)).toBe(before);
	expect(await events.listed()).toEqual(events.moved);
	await ring(await cellOf(own.companyId), now() + 61_000);
	await settled(own);
	expect(await waitingIn(own)).toBe(before);
	expect(await events.listed()).toEqual(events.moved);
	await move(own);
	expect(await waitingIn(own)).toBe(before);
});

test('a second request returns the same move, and a company that nobody knows has none', async () => {
	await move(own);
	expect(await move(own)).toMatchObject({ status: 200, body: { step: 'OPENED' } });
	// The jobs of D1 wait for the old rows to be deleted.
	expect(await runCron('2023-03-07T12:00:30.000Z')).toEqual({});
	expect(await runCron('2023-03-07T13:00:00.000Z')).not.toEqual({});
	expect(await stepOf(own)).toMatchObject({ step: 'DONE' });
	expect(await countIn(env.DB, 'moves', `company_id = '${own.companyId}'`)).toBe(1);
	const unknown = { ...own, companyId: own.userId };
	expect(await move(unknown)).toMatchObject({ status: 404, body: { code: 'not_found' } });
	expect(await as(platform).get(pathOf(other))).toMatchObject({ status: 404, body: { code: 'not_found' } });
	expect(await as(adminOf(other)).post(pathOf(own))).toMatchObject({ status: 403 });
});

test('a user of several companies manages them all when each has moved', async () => {
	const adviser = await newUser(['COMPANY_ADMIN'], [own.companyId, other.companyId]);
	const { email } = (await as(platform).get(`/users/${adviser.userId}`)).body;
	let times = 0;
	const works = async () => {
		for (const { companyId } of [own, other]) {
			const renamed = await as(adviser).put(`/companies/${companyId}`, { name: `Company ${++times}` });
			expect(renamed).toMatchObject({ status: 200, body: { name: `Company ${times}` } });
			const listed = (await as(adviser).get(`/users?companyId=${companyId}`)).body;
			expect(listed.find(({ id }: { id: string }) => id === adviser.userId)).toMatchObject({ email });
		}
		const { body } = await as(adviser).get('/auth/me');
		expect(body.manageableCompanyIds).toEqual([own.companyId, other.companyId].sort());
	};
	await works();
	expect(await move(own)).toMatchObject({ status: 200 });
	expect(await stepOf(own)).toMatchObject({ step: 'OPENED' });
	restart();
	// The old rows are still there.
	await works();
	await moved(own);
	await works();
	await moved(other);
	await works();
	await moved(own);
	await works();
	const taken = await as(platform).put(`/users/${adviser.userId}`, { manageableCompanyIds: [own.companyId] });
	expect(taken).toMatchObject({ status: 200, body: { manageableCompanyIds: [own.companyId] } });
	restart();
	expect((await as(adviser).get(`/companies/${other.companyId}`)).status).toBe(404);
	expect((await as(adviser).get(`/companies/${own.companyId}`)).status).toBe(200);
});

test('a company does not move while one of its administrators is an employee of another one', async () => {
	const { userId } = await userOf(other.employeeId);
	const given = { roles: ['EMPLOYEE', 'COMPANY_ADMIN'], manageableCompanyIds: [own.companyId] };
	expect((await as(platform).put(`/users/${userId}`, given)).status).toBe(200);
	expect(await move(own)).toMatchObject({ status: 409, body: { code: 'several_databases' } });
	expect(await countIn(env.DB, 'moves', `company_id = '${own.companyId}'`)).toBe(0);
});

test('a move by older code waits while D1 has a newer schema, and opens a closed company again where it was', async () => {
	const [copying, closed] = [await begin(own.companyId, env), await begin(other.companyId, env)];
	await runNew(copying, now(), () => false);
	await env.DB.prepare(`UPDATE moves SET step = 'CLOSED', date_closed = ${now()} WHERE cell = ?`)
		.bind(closed)
		.run();
	await noteMigrations();
	await env.DB.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
	try {
		expect(await runNew(copying)).toEqual({ isServing: false, next: now() + 5000 });
		expect(await runNew(closed)).toMatchObject({ isServing: false, next: null });
	} finally {
		await forgetMigrations();
	}
	const stepOf = ({ companyId }: World) => as(platform).get(`/companies/${companyId}/move`);
	expect((await stepOf(own)).body).toMatchObject({ step: 'COPYING' });
	expect((await stepOf(other)).body).toMatchObject({ step: 'GIVEN_UP', reason: 'CLOSED_TOO_LONG' });
	expect((await as(adminOf(other)).put(`/companies/${other.companyId}`, { name: 'Here' })).status).toBe(200);
	for (let n = 0; !(await runNew(copying, now() + 61_000)).isServing; n++) expect(n).toBeLessThan(100);
});

test('a company that is closed reads, and writes get 503', async () => {
	const parties = `SELECT id FROM event_parties WHERE uuid = unhex(replace(?, '-', ''))`;
	const close = env.DB.prepare(
		`INSERT INTO movers (company_id, id, kind, party, is_closed) VALUES (?1, ?2, 'USER', (${parties.replace('?', '?2')}), TRUE)`,
	);
	for (const id of [own.companyId, own.userId]) await close.bind(own.companyId, id).run();
	const admin = as(adminOf(own));
	expect((await admin.get(`/employees?companyId=${own.companyId}`)).status).toBe(200);
	const refused = await admin.put(`/companies/${own.companyId}`, { name: 'Renamed' });
	expect(refused).toMatchObject({ status: 503, body: { code: 'company_moving' } });
	expect(refused.headers.get('Retry-After')).toBe('2');
	expect((await admin.get(`/companies/${own.companyId}/export`)).status).toBe(503);
	const key = { 'Idempotency-Key': 'while it is closed' };
	const keyed = await admin.send('PUT', `/companies/${own.companyId}`, { name: 'Renamed' }, key);
	expect(keyed.body.code).toBe('company_moving');
	expect(await countIn(env.DB, 'idempotency_keys', `caller_id = '${own.userId}'`)).toBe(0);
	// A refusal that the log cannot take is not given.
	const forbidden = () => admin.post(`/companies/${own.companyId}/move`);
	const unlogged = await forbidden();
	expect(unlogged).toMatchObject({ status: 503, body: { code: 'company_moving' } });
	expect(unlogged.headers.get('Retry-After')).toBe('2');
	expect((await as(adminOf(other)).put(`/companies/${other.companyId}`, { name: 'Renamed' })).status).toBe(
		200,
	);
	await env.DB.prepare('DELETE FROM movers').run();
	expect((await admin.put(`/companies/${own.companyId}`, { name: 'Renamed' })).status).toBe(200);
	expect((await forbidden()).status).toBe(403);
	const log = (await admin.get(`/companies/${own.companyId}/access-events`)).body;
	const refusals = log.filter(({ request }: { request: string }) => request.endsWith('/move'));
	expect(refusals).toMatchObject([{ type: 'access.refused', count: 1 }]);
});
