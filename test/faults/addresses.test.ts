import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { databaseOf } from '../../src/cells/places.ts';
import {
	entryOf,
	hire,
	holdersAmong,
	inCell,
	inD1,
	leaverOf,
	type Placed,
	storageOf,
	userIdOf,
} from '../cells/people.ts';
import { eventsFor } from '../harness/events.ts';
import { type Answer, as, at, db, newUser, now, type TestUser, uniqueEmail } from '../harness/service.ts';
import { STEP_FAULTS, type StepFault, stepping } from '../harness/steps.ts';

const NOON = '2023-03-07T12:00:00.000Z';
/** How often a caller repeats a request before giving up. */
const PATIENCE = 5;

let one: Placed;
let two: Placed;
let home: Placed;
let all: Placed[];
let platform: TestUser;

beforeAll(async () => {
	at(NOON);
	all = [one, two, home] = [await inCell(), await inCell(), await inD1()];
	platform = await newUser(['PLATFORM_ADMIN'], [], uniqueEmail(), one.cell ?? '');
	await storageOf(one).prepare('UPDATE companies SET retention_months = 0').run();
});
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	// No time is lost between the attempts of a lost call.
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

const MANY_STEPS = 5;

/** A write to two databases. */
interface Write {
	caller: TestUser;
	/** The address that it gives to somebody of a company, or frees when there is none. */
	address: string;
	to: Placed | null;
	send(bindings?: typeof env): Promise<Answer>;
	/** The statuses of a success, and of a repetition whose first attempt took effect. */
	statuses: number[];
}

const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });

function hiring(to: Placed, address: string): Write {
	const headers = key();
	const body = { email: address, companyId: to.id };
	const send = (bindings = env) => as(to.admin, bindings).send('POST', '/employees', body, headers);
	return { caller: to.admin, address, to, send, statuses: [201] };
}

async function takingOver(from: Placed, to: Placed): Promise<Write> {
	const address = uniqueEmail();
	await leaverOf(from, address);
	return hiring(to, address);
}

const WRITES: Record<string, () => Promise<Write>> = {
	'A new employee in a cell': async () => hiring(one, uniqueEmail()),

	'A new address of somebody in a cell': async () => {
		const { body } = await hire(one, uniqueEmail());
		const [address, path, headers] = [uniqueEmail(), `/users/${await userIdOf(one, body.employeeId)}`, key()];
		const send = (bindings = env) => as(one.admin, bindings).send('PUT', path, { email: address }, headers);
		return { caller: one.admin, address, to: one, send, statuses: [200] };
	},

	'An import into a cell': async () => {
		const address = uniqueEmail();
		const file = ['email', uniqueEmail(), address].join('\r\n');
		const path = `/companies/${one.id}/employees/import`;
		const headers = { 'Content-Type': 'text/csv' };
		const send = (bindings = env) => as(one.admin, bindings).send('POST', path, file, headers);
		return { caller: one.admin, address, to: one, send, statuses: [200] };
	},

	'A person created by SCIM in a cell': async () => {
		const address = uniqueEmail();
		const headers = { 'Content-Type': 'application/scim+json' };
		const send = (bindings = env) =>
			as(one.admin, bindings).send('POST', '/scim/v2/Users', { userName: address }, headers);
		return { caller: one.admin, address, to: one, send, statuses: [201, 409] };
	},

	'An erasure in a cell': async () => {
		const address = uniqueEmail();
		const { employeeId } = await leaverOf(one, address);
		const [path, headers] = [`/employees/${employeeId}/erasure`, key()];
		const send = (bindings = env) => as(platform, bindings).send('POST', path, undefined, headers);
		return { caller: platform, address, to: null, send, statuses: [200] };
	},

	'An address that passes from a cell to another': () => takingOver(one, two),
	'An address that passes from a cell to D1': () => takingOver(one, home),
	'An address that passes from D1 to a cell': () => takingOver(home, two),
};

/** Sends a request as often as its caller should, at its times. */
async function patiently(send: () => Promise<Answer>): Promise<number> {
	let answer = await send();
	for (let tries = 1; answer.headers.has('Retry-After') && tries < PATIENCE; tries++) {
		at(new Date(now() + 1000 * Number(answer.headers.get('Retry-After'))).toISOString());
		answer = await send();
	}
	return answer.status;
}

/** Runs the job of the cron alone, because the others take most of the time of a run. */
const settled = () => databaseOf(env, null).directory?.settle(db, now() + 3_600_000);

/** The events after a fault, before the same request is sent again. Each tells who may have the address instead. */
const FOLLOW_UPS = {
	'the same request': async () => null,
	'a request in another cell': async ({ address, to }: Write) => rival(to === two ? one : two, address),
	'a request in D1': async ({ address, to }: Write) =>
		to === home ? rival(one, address) : rival(home, address),
	settling: async () => {
		await settled();
		return null;
	},
};

async function rival(company: Placed, address: string): Promise<Placed | null> {
	const status = await patiently(() => hire(company, address));
	expect([201, 409]).toContain(status);
	return status === 201 ? company : null;
}

/** All databases and the directory agree that these companies have the address, and nothing is in doubt. */
async function requirePlace(address: string, expected: Placed | null): Promise<void> {
	const holders = await holdersAmong(all, address);
	expect(holders.map(({ id }) => id)).toEqual(expected === null ? [] : [expected.id]);
	const entry = await entryOf(address);
	expect(entry).toEqual(
		expected === null || expected.cell === null ? null : { cell: expected.cell, claim: null },
	);
	if (expected === null) return;
	const [person, ...others] = await peopleWith(expected, address);
	expect(others).toEqual([]);
	if (person === undefined) return;
	for (const [subject, type] of [
		[person.employeeId, 'employee.created'],
		[person.userId, 'user.created'],
	]) {
		expect(await eventsFor(expected.admin, `subject=${subject}&type=${type}`)).toHaveLength(1);
	}
}

async function peopleWith(company: Placed, address: string) {
	const query = `SELECT e.id AS employeeId, u.id AS userId FROM users u JOIN employees e ON e.user_id = u.id
		WHERE u.email_key = ? AND e.company_id = ?`;
	const found = storageOf(company).prepare(query).bind(address, company.id);
	return (await found.all<{ employeeId: string; userId: string }>()).results;
}

async function begun(write: Write, fault: StepFault | null) {
	for (const company of all) await storageOf(company).prepare('DELETE FROM login_attempts').run();
	at(NOON);
	await as(write.caller).get('/auth/me');
	const { bindings, steps, arrive } = stepping(fault);
	const { status } = await write.send(bindings as typeof env);
	return { steps, arrive, status };
}

test.each(Object.keys(WRITES))(
	'%s ends like a faultless one, whatever fails at whichever step',
	{ timeout: 300_000 },
	async (name) => {
		const faultless = await (WRITES[name] as () => Promise<Write>)();
		const { steps, status } = await begun(faultless, null);
		expect(status).toBe(faultless.statuses[0]);
		expect(new Set(steps)).toEqual(new Set(['D1', 'cell']));
		await requirePlace(faultless.address, faultless.to);

		const faults = [...steps.keys()].flatMap((at) => STEP_FAULTS.map((kind) => ({ step: at + 1, kind })));
		const followUps = Object.entries(FOLLOW_UPS);
		for (const [index, fault] of faults.entries()) {
			// Writes of many steps take one of them after each fault, in turn.
			const next = steps.length > MANY_STEPS ? [followUps[index % followUps.length]] : followUps;
			for (const [then, follow] of next as typeof followUps) {
				const told = `${fault.kind} at step ${fault.step} of ${steps.join(', ')}, then ${then}`;
				await endsWell(await (WRITES[name] as () => Promise<Write>)(), fault, follow).catch((error) => {
					throw new Error(told, { cause: error });
				});
			}
		}
	},
);

async function endsWell(
	write: Write,
	fault: StepFault,
	follow: (write: Write) => Promise<Placed | null>,
): Promise<void> {
	const { arrive } = await begun(write, fault);
	const winner = await follow(write);
	await arrive();
	const status = await patiently(() => write.send());
	if (winner === null || write.to === null) expect(write.statuses).toContain(status);
	else expect(status === 409 || write.statuses.includes(status)).toBe(true);
	await settled();
	const expected = winner ?? write.to;
	await requirePlace(write.address, expected);
}
