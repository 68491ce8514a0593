import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { MOVED } from '../../../src/foundation/cells/interface.ts';
import { SCHEMA } from '../../../src/foundation/cells/schema.ts';
import { ring } from '../../harness/alarms.ts';
import { inCell, newCompanyInCell } from '../../harness/cells.ts';
import { followOn } from '../../harness/following.ts';
import { cellOfCompany, undriven } from '../../harness/moving.ts';
import { backUp, rowsOf } from '../../harness/restoring.ts';
import { isTried } from '../../harness/sampling.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	restart,
	type TestUser,
} from '../../harness/service.ts';
import { snapshot } from '../../harness/snapshot.ts';
import { newSpender, type Spender } from '../../harness/spending.ts';
import { begun, LATER_MS, NOON, newCompanyWithMoney, type Place, runWith } from './moving.ts';

let platform: TestUser;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	// The attempts of a lost call follow each other without a delay.
	vi.spyOn(Math, 'random').mockReturnValue(0);
	at(NOON);
	restart();
	platform = await newUser(['PLATFORM_ADMIN']);
});

/** They take turns, because each fault at each write would take minutes. A death before a write leaves what one after the last does. */
const KINDS = ['dies after', 'loses the answer of', 'dies before', 'fails at'] as const;

interface Fault {
	place: Place;
	/** The round trip to this place. */
	trip: number;
	kind: (typeof KINDS)[number];
}

const OVERLOADED = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';

/** Runs the new cell with one fault or none, and returns which round trips to each place have written. */
async function runOver(cell: string, fault: Fault | null): Promise<Record<Place, number[]>> {
	const trips = { D1: 0, source: 0, cell: 0 };
	const writes: Record<Place, number[]> = { D1: [], source: [], cell: [] };
	let isDead = false;
	await runWith(cell, async (place, run, hasWritten) => {
		if (isDead) throw new Error('The process has died');
		const trip = ++trips[place];
		const kind = place === fault?.place && trip === fault.trip ? fault.kind : null;
		isDead = kind === 'dies before' || kind === 'dies after';
		if (kind === 'dies before' || kind === 'fails at') throw new Error(OVERLOADED);
		const result = await run();
		// A lost answer has the same statements sent again at once, so that a page is stored twice.
		if (kind !== null) throw new Error(isDead ? OVERLOADED : 'Network connection lost.');
		if (hasWritten(result)) writes[place].push(trip);
		return result;
	});
	return writes;
}

/** Ends a restore by the alarm of its cell. The old rows of D1 are deleted a minute after the company has opened. */
async function carriedOn(cell: string): Promise<void> {
	for (const times of [0, 1, 2]) await ring(cell, now() + times * LATER_MS);
	restart();
}

/** The restore adds events, which followers show, and takes these rows of its own. */
const ASIDE = ['events', 'event_hours'];

/** The rows of the restored company and of the directory, without the name of the cell. */
async function endOf({ company }: Spender, cell: string) {
	const own = Object.entries(await rowsOf(cell)).filter(([table]) => !ASIDE.includes(table));
	const of = (text: string, value: string) => env.DB.prepare(text).bind(value);
	const found = await env.DB.batch([
		of('SELECT address, user_id, claim FROM addresses WHERE cell = ? ORDER BY address', cell),
		of('SELECT kind, value FROM claims WHERE cell = ? ORDER BY kind, value', cell),
		of('SELECT step, reason, released, erased, key FROM moves WHERE cell = ?', cell),
		of('SELECT cell, schema FROM places WHERE company_id = ?', company.id),
		of('SELECT hash FROM forwards WHERE company_id = ? ORDER BY hash', company.id),
		of('SELECT id FROM employees WHERE company_id = ?', company.id),
		of('SELECT id FROM movers WHERE company_id = ?', company.id),
		env.DB.prepare('SELECT a.address FROM addresses a JOIN users u ON u.email_key = a.address'),
	]);
	const [, , , , , ...nothing] = found.map(({ results }) => results);
	expect(nothing).toEqual([[], [], []]);
	expect(await inCell(cell).prepare('SELECT count(*) AS n FROM moves').first('n')).toBe(0);
	const text = JSON.stringify([own, found.map(({ results }) => results)]);
	return JSON.parse(text.replaceAll(cell, 'CELL'));
}

/** Followers of one company and of all, who have read everything. */
interface Followers {
	all: string;
	own: string;
}

async function followersOf({ company }: Spender, cell: string | null): Promise<Followers> {
	const admin = await openSession(company.admin.userId, cell ?? undefined);
	return {
		all: (await followOn(platform, '/events?limit=1000')).next,
		own: (await followOn(admin, `/events?limit=1000&companyId=${company.id}`)).next,
	};
}

/** Both followers learn of the restore once, and of an employee who is added then. The last write finds an open company. */
async function requireFollowed(spender: Spender, cell: string, { all, own }: Followers): Promise<void> {
	const { company } = spender;
	const admin = await openSession(company.admin.userId, cell);
	const employeeId = await newEmployee({ ...company, admin });
	await ring(cell, now() + LATER_MS);
	for (const { events } of [await followOn(platform, all), await followOn(admin, own)]) {
		const ids = events.filter(({ companyId }) => companyId === company.id);
		expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
		const types = ids.map(({ type }) => type);
		expect(types.filter((type) => type === 'company.restored')).toHaveLength(1);
		expect(ids.some(({ subject }) => subject.id === employeeId)).toBe(true);
	}
}

/** The faults at these writes, one kind after the other. */
const faultsAt = (writes: Record<Place, number[]>, isChosen: (place: Place, index: number) => boolean) =>
	(['D1', 'source', 'cell'] as const)
		.flatMap((place) =>
			writes[place].flatMap((trip, index) => (isChosen(place, index) ? [{ place, trip }] : [])),
		)
		.map((one, index): Fault => ({ ...one, kind: KINDS[index % KINDS.length] ?? 'fails at' }));

const TIMEOUT_MS = 120_000;

test('a restore of a company in a cell ends the same, whatever fails at whichever write', {
	timeout: TIMEOUT_MS,
}, async () => {
	const spender = await newSpender({}, await newCompanyInCell());
	await spender.approved();
	await spender.submitted();
	const { company } = spender;
	const date = await backUp(company.id, company.cell ?? '');
	const start = new Date(now()).toISOString();
	const tried = async (fault: Fault | null) => {
		at(start);
		restart();
		const source = (await cellOfCompany(company.id)) ?? '';
		const followers = await followersOf(spender, source);
		const cell = await begun(platform, spender, date);
		const writes = await runOver(cell, fault);
		await carriedOn(cell);
		const reply = await env.CELLS.get(env.CELLS.idFromName(source)).batch(SCHEMA, []);
		expect(reply).toEqual({ failed: MOVED + cell });
		const end = await endOf(spender, cell);
		await requireFollowed(spender, cell, followers);
		return { writes, end };
	};
	// The first restore begins from another state than those that follow it.
	await tried(null);
	const { writes, end } = await tried(null);
	expect(end).toMatchObject({ 1: { 2: [{ step: 'OPENED', reason: null }] } });
	const isChosen = (place: Place, index: number) => isTried(index, place === 'cell' ? 26 : 3);
	for (const fault of faultsAt(writes, isChosen)) {
		const name = `the process ${fault.kind} trip ${fault.trip} to ${fault.place}`;
		expect((await tried(fault)).end, name).toEqual(end);
	}
});

test('a restore of a company in D1 ends the same, whatever fails at whichever write to D1', {
	timeout: TIMEOUT_MS,
}, async () => {
	const spender = await newCompanyWithMoney();
	const date = await backUp(spender.company.id, null);
	const followers = await followersOf(spender, null);
	const again = await snapshot();
	const tried = async (fault: Fault | null) => {
		await again();
		restart();
		const cell = await begun(platform, spender, date);
		const writes = await runOver(cell, fault);
		await carriedOn(cell);
		const end = await endOf(spender, cell);
		const left = Object.entries(await rowsOf(null));
		await requireFollowed(spender, cell, followers);
		return { writes, end: [end, JSON.parse(JSON.stringify(left).replaceAll(cell, 'CELL'))] };
	};
	const { writes, end } = await tried(null);
	expect(end).toMatchObject([{ 1: { 2: [{ step: 'DONE', reason: null }] } }, expect.anything()]);
	// The company closes, its credentials are noted, everybody is led to the cell, and old rows are deleted.
	const isChosen = (place: Place, index: number) => place === 'D1' && [4, 6, 7, 30].includes(index);
	for (const fault of faultsAt(writes, isChosen)) {
		const name = `the process ${fault.kind} trip ${fault.trip} to ${fault.place}`;
		expect((await tried(fault)).end, name).toEqual(end);
	}
});

test('one of several moves and restores at the same time begins, and the others wait', async () => {
	const { company } = await newCompanyWithMoney();
	const date = await backUp(company.id, null);
	const path = `/companies/${company.id}`;
	const ask = (action: string) =>
		as(platform, undriven()).post(`${path}/${action}`, action === 'restore' ? { backup: date } : undefined);
	const actions = ['restore', 'move', 'restore', 'move'];
	const answers = await Promise.all(actions.map(ask));
	const moves = env.DB.prepare('SELECT cell, backup FROM moves WHERE company_id = ?').bind(company.id);
	const [begun, ...others] = (await moves.all<{ cell: string; backup: string | null }>()).results;
	expect(others).toEqual([]);
	const winner = begun?.backup === null ? 'move' : 'restore';
	const waits = { status: 503, body: { code: 'company_moving' } };
	for (const [index, answer] of answers.entries())
		if (answer.status !== 200 || actions[index] !== winner) expect(answer).toMatchObject(waits);
	expect(answers.some(({ status }) => status === 200)).toBe(true);
	// Later requests get the same answers.
	expect(await ask(winner)).toMatchObject({ status: 200, body: { step: 'COPYING' } });
	expect(await ask(winner === 'move' ? 'restore' : 'move')).toMatchObject(waits);
	await carriedOn(begun?.cell ?? '');
});

test('a cell that cannot be reached stops no restore, takes rights elsewhere with it, and leads on later', async () => {
	const company = await newCompanyInCell();
	const { admin, cell: source } = company;
	const other = await newCompany();
	const manageableCompanyIds = [company.id, other.id].sort();
	const given = await as(platform).put(`/users/${admin.userId}`, { manageableCompanyIds });
	expect(given.status).toBe(200);
	const date = await backUp(company.id, source);
	const cell = await begun(platform, { company }, date);
	await runWith(cell, (place, run) => {
		if (place === 'source') throw new Error(OVERLOADED);
		return run();
	});
	restart();
	const { body } = await as(platform, undriven()).get(`/companies/${company.id}/move`);
	expect(body).toMatchObject({ step: 'OPENED', reason: null, released: [], releasedGrants: 1 });
	const again = await openSession(admin.userId, cell);
	expect((await as(again).put(`/companies/${company.id}`, { name: 'Restored' })).status).toBe(200);
	expect((await as(again).get(`/companies/${other.id}`)).status).toBe(404);
	const old = () => env.CELLS.get(env.CELLS.idFromName(source)).batch(SCHEMA, []);
	expect(await old()).not.toHaveProperty('failed');
	await ring(cell, now() + 3_700_000);
	expect(await old()).toEqual({ failed: MOVED + cell });
});
