import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeBeside } from '../../../../src/foundation/core/codes.ts';
import { inCell, newCompanyInCell, tracing } from '../../../harness/cells.ts';
import { databaseOver } from '../../../harness/database.ts';
import { eventsFor } from '../../../harness/events.ts';
import { bearing } from '../../../harness/keys.ts';
import { deliver, postOffice } from '../../../harness/mail.ts';
import { newDevice } from '../../../harness/push.ts';
import { codeOf } from '../../../harness/second-factor.ts';
import {
	as,
	at,
	call,
	newAddress,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	type TestCompany,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../../harness/service.ts';
import { confirmReset, logIn, mailedToken, PASSWORD, register, requestReset } from '../one-time/links.ts';
import { askFor, confirm, later, NOT_VALID, restore } from './people.ts';

const HOURS_72 = 72 * 3_600_000;
const ANOTHER = 'ten herons on the harbour';

interface Victim {
	company: TestCompany & { cell?: string };
	database: D1Database;
	userId: string;
	employeeId: string;
	email: string;
	/** A session of the person, since long ago. */
	own: TestUser;
}

let victim: Victim;
const mailed = (kind: string) => mailedToken(victim.userId, kind, victim.database);
const thiefSession = () => openSession(victim.userId, victim.company.cell);

/** An employee who is also an administrator, and has registered with a link from a mail. */
async function newVictim(company: Victim['company']): Promise<void> {
	const database = company.cell === undefined ? env.DB : inCell(company.cell);
	const employeeId = await newEmployee(company);
	const own = await userOf(employeeId, company.cell);
	const { userId } = own;
	const email = await database
		.prepare('SELECT email FROM users WHERE id = ?')
		.bind(userId)
		.first<string>('email');
	expect((await register(await mailedToken(userId, 'invitation', database))).status).toBe(200);
	const roles = `UPDATE users SET roles = '["EMPLOYEE","COMPANY_ADMIN"]', revision = revision + 1 WHERE id = ?`;
	await database.prepare(roles).bind(userId).run();
	await database
		.prepare('INSERT INTO user_companies (user_id, company_id) VALUES (?, ?)')
		.bind(userId, company.id)
		.run();
	victim = { company, database, userId, employeeId, email: email ?? '', own };
}

/** Moves the account to the thief's mailbox, with the stolen password. Returns the link in the old mailbox. */
async function move(thief: TestUser): Promise<string> {
	expect(await askFor(thief, uniqueEmail())).toMatchObject({ status: 200 });
	expect(await confirm(await mailed('address_confirmation'))).toMatchObject({ status: 200 });
	return mailed('address_changed');
}

async function addFactor(by: TestUser): Promise<string> {
	const { secret } = (await as(by).post('/auth/me/second-factor', { password: PASSWORD })).body;
	const body = { code: codeOf(secret) };
	expect((await as(by).post('/auth/me/second-factor/confirmation', body)).status).toBe(200);
	return secret;
}

/** Adds everything that lets the thief come back later. */
async function addAll(by: TestUser) {
	const { company, employeeId } = victim;
	await addFactor(by);
	const added = [
		await as(by).post('/auth/me/push-subscriptions', (await newDevice()).subscription),
		await as(by).post(`/employees/${employeeId}/flex/receipt-address`),
		await as(by).post(`/companies/${company.id}/webhook-endpoints`, { url: 'https://thief.example/' }),
	];
	expect(added.map(({ status }) => status)).toEqual([201, 201, 201]);
	const key = await as(by).post(`/companies/${company.id}/api-keys`, {
		name: 'thief',
		operations: ['readCompany'],
	});
	expect(key.status).toBe(201);
	return key.body.key as string;
}

const count = async (table: string, column = 'user_id', id = victim.userId, more = '') =>
	victim.database
		.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ? ${more}`)
		.bind(id)
		.first<number>('n');

/** Counts the additions of the thief that are left. */
const left = async () => ({
	factors: await count('second_factors'),
	codes: await count('recovery_codes'),
	devices: await count('push_subscriptions'),
	receiptAddresses: await count('receipt_addresses', 'employee_id', victim.employeeId),
	keys: await count('api_keys', 'maker_id', victim.userId, 'AND date_revoked IS NULL'),
	endpoints: await count('webhook_endpoints', 'company_id', victim.company.id, 'AND date_deleted IS NULL'),
	sessions: await count('sessions', 'user_id', victim.userId, 'AND date_revoked IS NULL'),
});
const NOTHING = {
	factors: 0,
	codes: 0,
	devices: 0,
	receiptAddresses: 0,
	keys: 0,
	endpoints: 0,
	sessions: 0,
};

const address = () =>
	victim.database.prepare('SELECT email FROM users WHERE id = ?').bind(victim.userId).first<string>('email');
const restUntil = () =>
	victim.database
		.prepare('SELECT rest_until FROM users WHERE id = ?')
		.bind(victim.userId)
		.first<number>('rest_until');
const kinds = async (userId = victim.userId) =>
	(
		await victim.database
			.prepare('SELECT kind FROM mails WHERE user_id = ? ORDER BY rowid')
			.bind(userId)
			.all<{ kind: string }>()
	).results.map(({ kind }) => kind);

describe.each([
	['D1', () => newCompany()],
	['a cell', () => newCompanyInCell()],
] as const)('in %s, the link "this was not me"', (_, newPlace) => {
	beforeEach(async () => {
		at('2026-03-07T12:00:00.000Z');
		await newVictim(await newPlace());
		later(60_000);
	});

	test.each([
		[
			'after',
			async () => {
				const thief = await thiefSession();
				const back = await move(thief);
				return { back, key: await addAll(await thiefSession()) };
			},
		],
		[
			'with the session that asks, before',
			async () => {
				const thief = await thiefSession();
				const key = await addAll(thief);
				return { back: await move(thief), key };
			},
		],
		[
			'between the request and the link',
			async () => {
				const [asking, other] = [await thiefSession(), await thiefSession()];
				expect((await askFor(asking, uniqueEmail())).status).toBe(200);
				const key = await addAll(other);
				expect((await confirm(await mailed('address_confirmation'))).status).toBe(200);
				return { back: await mailed('address_changed'), key };
			},
		],
	])('ends all that the thief added %s', async (_, steal) => {
		const { back, key } = await steal();
		later(60_000);
		expect(await restore(back)).toMatchObject({ status: 200, body: { success: true } });
		expect(await address()).toBe(victim.email);
		expect(await left()).toEqual(NOTHING);
		later(11_000);
		expect((await bearing(key, 'GET', `/companies/${victim.company.id}`)).status).toBe(401);
		expect(await restore(back)).toMatchObject(NOT_VALID);
	});

	test('tells the victim in one mail what ended, and from when the link in another one works', async () => {
		const thief = await thiefSession();
		const back = await move(thief);
		await addAll(await thiefSession());
		later(60_000);
		const told = now();
		expect(await restore(codeBeside(back))).toMatchObject({ status: 200 });
		expect((await kinds()).slice(-3)).toEqual(['address_restored', 'address_undone', 'password_reset']);
		expect(await kinds(victim.company.admin.userId)).toContain('identity_undone');
		expect(await restUntil()).toBe(told + HOURS_72);
		const { results } = await victim.database
			.prepare('SELECT kind, recipient, data FROM mails WHERE user_id = ?')
			.bind(victim.userId)
			.all<{ kind: string; recipient: string; data: string }>();
		const ended =
			'PASSWORD=1 SECOND_FACTOR=1 RECOVERY_CODES=1 DEVICE=1 WEBHOOK_ENDPOINT=1 API_KEY=1 RECEIPT_ADDRESS=1';
		expect(results.find(({ kind }) => kind === 'address_undone')).toMatchObject({
			recipient: victim.email,
			data: JSON.stringify({ ended, restUntil: String(told + HOURS_72), next: 'LINK' }),
		});
		expect(results.find(({ kind }) => kind === 'address_restored')?.data).toBe(JSON.stringify({ ended }));
		expect((await logIn(victim.email)).status).toBe(401);
	});

	test('mails a link to a new password that works after 72 hours, to the millisecond, for a day', async () => {
		const back = await move(await thiefSession());
		await addFactor(await thiefSession());
		const until = now() + HOURS_72;
		expect((await restore(back)).status).toBe(200);
		const link = await mailed('password_reset');
		const early = {
			status: 409,
			body: { code: 'link_too_early', earliestAllowed: new Date(until).toISOString() },
		};
		expect(await confirmReset(link, ANOTHER)).toMatchObject(early);
		expect((await requestReset(victim.email)).status).toBe(200);
		expect((await kinds()).at(-1)).toBe('password_reset_rests');
		at(new Date(until - 1).toISOString());
		expect(await confirmReset(link, ANOTHER)).toMatchObject(early);
		expect(await confirmReset(codeBeside(link), ANOTHER)).toMatchObject(early);
		at(new Date(until).toISOString());
		expect(await confirmReset(link, ANOTHER)).toMatchObject({ status: 200 });
		expect((await logIn(victim.email, ANOTHER)).status).toBe(200);
		expect(await confirmReset(link, ANOTHER)).toMatchObject(NOT_VALID);
	});

	test('takes at most two round trips to each database', async () => {
		const back = await move(await thiefSession());
		await addAll(await thiefSession());
		const { trips, bindings } = tracing();
		const from = { 'CF-Connecting-IP': newAddress() };
		const answer = await call('POST', '/auth/address/restoration', { token: back }, from, bindings);
		expect(answer.status).toBe(200);
		const here = trips.filter((name) => name === (victim.company.cell === undefined ? 'D1' : 'cell'));
		expect(here).toHaveLength(2);
	});
});

describe('an earlier addition of the person', () => {
	beforeEach(async () => {
		at('2026-03-07T12:00:00.000Z');
		await newVictim(await newCompany());
		later(60_000);
	});

	test('stays, such as the second factor, the receipt address and keys of an earlier session', async () => {
		const { own, employeeId, company } = victim;
		const secret = await addFactor(own);
		await as(own).post(`/employees/${employeeId}/flex/receipt-address`);
		const made = await as(own).post(`/companies/${company.id}/api-keys`, {
			name: 'mine',
			operations: ['readCompany'],
		});
		later(60_000);
		const thief = await thiefSession();
		expect(await askFor(thief, uniqueEmail(), { code: codeOf(secret) })).toMatchObject({ status: 200 });
		expect(await confirm(await mailed('address_confirmation'))).toMatchObject({ status: 200 });
		expect((await restore(await mailed('address_changed'))).status).toBe(200);
		expect(await left()).toMatchObject({ factors: 1, codes: 10, receiptAddresses: 1, keys: 1, sessions: 0 });
		expect(await restUntil()).toBeNull();
		expect(await kinds(company.admin.userId)).not.toContain('identity_undone');
		later(11_000);
		expect((await bearing(made.body.key, 'GET', `/companies/${company.id}`)).status).toBe(200);
		expect(await confirmReset(await mailed('password_reset'), ANOTHER)).toMatchObject({ status: 200 });
	});

	test('stays, but recovery codes that the thief renewed end, and nothing rests', async () => {
		const secret = await addFactor(victim.own);
		later(60_000);
		const thief = await thiefSession();
		const proof = { password: PASSWORD, code: codeOf(secret) };
		expect((await as(thief).post('/auth/me/second-factor/recovery-codes', proof)).status).toBe(200);
		later(60_000);
		expect(await askFor(thief, uniqueEmail())).toMatchObject({ status: 200 });
		expect(await confirm(await mailed('address_confirmation'))).toMatchObject({ status: 200 });
		expect((await restore(await mailed('address_changed'))).status).toBe(200);
		expect(await left()).toMatchObject({ factors: 1, codes: 0 });
		expect(await restUntil()).toBeNull();
	});

	test('before a change by the operator stays too', async () => {
		const { own, company } = victim;
		const fields = { name: 'mine', operations: ['readCompany'] };
		expect((await as(own).post(`/companies/${company.id}/api-keys`, fields)).status).toBe(201);
		later(60_000);
		const operator = await newUser(['PLATFORM_ADMIN']);
		expect((await as(operator).put(`/users/${victim.userId}`, { email: uniqueEmail() })).status).toBe(200);
		await addFactor(await thiefSession());
		expect((await restore(await mailed('address_changed'))).status).toBe(200);
		expect(await left()).toMatchObject({ keys: 1, factors: 0 });
	});
});

describe('the undo', () => {
	let back: string;
	beforeEach(async () => {
		at('2026-03-07T12:00:00.000Z');
		await newVictim(await newCompany());
		later(60_000);
		back = await move(await thiefSession());
	});

	test('ends the additions of a closed account too, mails no link, and leaves it closed', async () => {
		await addFactor(await thiefSession());
		expect((await as(victim.company.admin).post(`/users/${victim.userId}/closure`)).status).toBe(200);
		expect((await restore(back)).status).toBe(200);
		expect(await left()).toMatchObject({ factors: 0, codes: 0, sessions: 0 });
		expect((await kinds()).slice(-2)).toEqual(['address_restored', 'address_undone']);
		expect((await as(victim.company.admin).delete(`/users/${victim.userId}/closure`)).status).toBe(200);
		expect((await logIn(victim.email)).status).toBe(401);
		later(HOURS_72);
		await requestReset(victim.email);
		expect(await confirmReset(await mailed('password_reset'), ANOTHER)).toMatchObject({ status: 200 });
	});

	test('sends its mails to both mailboxes in their language, with a link only to the restored one', async () => {
		await addFactor(await thiefSession());
		const stolen = (await address()) ?? '';
		const { sent, bindings } = postOffice();
		await deliver(bindings);
		sent.length = 0;
		expect((await restore(back)).status).toBe(200);
		await deliver(bindings);
		const to = (email: string) => sent.filter((mail) => mail.to === email).map(({ text }) => text);
		expect(to(stolen)).toHaveLength(1);
		expect(to(stolen)[0]).not.toContain('#');
		expect(to(victim.email)).toHaveLength(2);
		expect(to(victim.email).join()).toMatch(
			/Ended: the password, the second factor,? and the recovery codes\./,
		);
		expect(to(victim.email).join()).toMatch(/Link and code work from 10 March 2026/);
	});

	test('names in the history what it ended', async () => {
		const thief = await thiefSession();
		await as(thief).post(`/companies/${victim.company.id}/webhook-endpoints`, {
			url: 'https://thief.example/',
		});
		expect((await restore(back)).status).toBe(200);
		const events = await eventsFor(
			victim.company.admin,
			`companyId=${victim.company.id}&type=compromise.ended`,
		);
		expect(events.map(({ after }) => after.kind)).toEqual(['WEBHOOK_ENDPOINT']);
	});

	test('includes what the thief adds between its read and its write', async () => {
		const thief = await thiefSession();
		let batches = 0;
		const DB = databaseOver(async (statements) => {
			if (++batches === 2) await addFactor(thief);
			return env.DB.batch(statements);
		});
		const from = { 'CF-Connecting-IP': newAddress() };
		const answer = await call('POST', '/auth/address/restoration', { token: back }, from, { ...env, DB });
		expect(answer.status).toBe(200);
		expect(await left()).toMatchObject({ factors: 0, codes: 0, sessions: 0 });
		expect(await restUntil()).toBe(now() + HOURS_72);
	});

	test('ends one time when two use the link at once, also with a lost answer', async () => {
		await addFactor(await thiefSession());
		let batches = 0;
		const DB = databaseOver(async (statements) => {
			const results = await env.DB.batch(statements);
			if (++batches === 2) throw new Error('D1_ERROR: Network connection lost.');
			return results;
		});
		const from = { 'CF-Connecting-IP': newAddress() };
		const lost = await call('POST', '/auth/address/restoration', { token: back }, from, { ...env, DB });
		expect(lost.status).toBe(200);
		expect(await restore(back)).toMatchObject(NOT_VALID);
		expect((await kinds()).filter((kind) => kind === 'address_undone')).toHaveLength(1);
	});
});
