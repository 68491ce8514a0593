import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCellName } from '../../../src/foundation/cells/places.ts';
import { newSecret } from '../../../src/foundation/core/vault.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { newKey } from '../../../src/tenants/auth/keys/rules.ts';
import { inCell, newCompanyInCell, type TestCell, tracing } from '../../harness/cells.ts';
import { browse, cookiesOf } from '../../harness/console.ts';
import { bearing, newApiKey } from '../../harness/keys.ts';
import { type Answer, as, at, call, newAddress, newEmployee, uniqueEmail } from '../../harness/service.ts';
import { carrying } from '../../tenants/auth/addresses/people.ts';
import { mailedToken, PASSWORD } from '../../tenants/auth/one-time/links.ts';
import {
	account,
	atProvider,
	begin,
	comeBack,
	exchange,
	newColleague,
	withSso,
} from '../../tenants/auth/sso/people.ts';

let company: TestCell;
let other: TestCell;
let person: { userId: string; email: string };

beforeAll(async () => {
	at(new Date().toISOString());
	other = await newCompanyInCell();
});
beforeEach(async () => {
	at(new Date().toISOString());
	company = await newCompanyInCell();
	const employeeId = await newEmployee(company);
	const database = inCell(company.cell);
	const found = await database
		.prepare('SELECT users.id, email FROM users JOIN employees ON user_id = users.id WHERE employees.id = ?')
		.bind(employeeId)
		.first<{ id: string; email: string }>();
	person = { userId: found?.id ?? '', email: found?.email ?? '' };
});

const from = () => ({ 'CF-Connecting-IP': newAddress() });
const send = (path: string, body: object, bindings: Bindings = env) =>
	call('POST', path, body, from(), bindings);
const mailed = (kind?: string) => mailedToken(person.userId, kind, inCell(company.cell));

const register = async (token: string, bindings?: Bindings) =>
	send('/auth/registration', { token, password: PASSWORD }, bindings);

async function registered(): Promise<Answer['body']> {
	const { status, body } = await register(await mailed());
	expect(status).toBe(200);
	return body;
}

/** Asks for another address as the registered person. */
async function addressAsked(): Promise<string> {
	const { idToken } = await registered();
	const headers = { Authorization: `Bearer ${idToken}` };
	const asked = { email: uniqueEmail(), password: PASSWORD };
	expect((await call('PUT', '/auth/me', asked, headers, carrying())).status).toBe(200);
	return mailed('address_confirmation');
}

interface Credential {
	name: string;
	make(): Promise<string>;
	use(secret: string, bindings?: Bindings): Promise<Answer>;
	refusal: number;
	/** The round trips of a made-up one; one unless set. */
	trips?: number;
	/** True if D1 looks for a company that has moved by itself; in the other cases this takes no round trip of its own. */
	asksAgain?: true;
	madeUp?: () => string;
}

let clientId: string;
let transaction: string;

const operations = ['readCompany'];

const CREDENTIALS: Credential[] = [
	{
		name: 'a refresh token',
		asksAgain: true,
		make: async () => (await registered()).refreshToken,
		use: (refreshToken, bindings) => send('/auth/refresh', { refreshToken }, bindings),
		refusal: 401,
	},
	{
		name: 'an API key',
		make: async () => (await newApiKey(company, operations)).key,
		use: (key, bindings) =>
			call(
				'GET',
				`/companies/${company.id}`,
				undefined,
				{ Authorization: `Bearer ${key}`, ...from() },
				bindings,
			),
		refusal: 401,
		trips: 0,
		madeUp: () => newKey({ cell: company.cell }).replace(/.$/, '_'),
	},
	{
		name: 'a client secret',
		make: async () => {
			const { id, key } = await newApiKey(company, operations);
			clientId = id;
			return key;
		},
		use: (secret, bindings) => {
			const body = new URLSearchParams({
				grant_type: 'client_credentials',
				client_id: clientId,
				client_secret: secret,
			});
			const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
			return call('POST', '/oauth/token', String(body), { ...from(), ...type }, bindings);
		},
		refusal: 401,
		trips: 0,
		madeUp: () => newKey({ cell: company.cell }).replace(/.$/, '_'),
	},
	{ name: 'the link of an invitation', make: mailed, use: register, refusal: 400 },
	{
		name: 'the link for a new password',
		make: async () => {
			await registered();
			expect((await send('/auth/password-reset', { email: person.email })).status).toBe(200);
			return mailed('password_reset');
		},
		use: (token, bindings) =>
			send('/auth/password-reset/confirmation', { token, password: 'another fine password' }, bindings),
		refusal: 400,
	},
	{
		name: 'the link that confirms an address',
		make: addressAsked,
		use: (token, bindings) => send('/auth/address/confirmation', { token }, bindings),
		refusal: 400,
	},
	{
		name: 'the link that restores an address',
		make: async () => {
			expect((await send('/auth/address/confirmation', { token: await addressAsked() })).status).toBe(200);
			return mailed('address_changed');
		},
		use: (token, bindings) => send('/auth/address/restoration', { token }, bindings),
		refusal: 400,
	},
	{
		name: 'the link that proves an address',
		make: async () => {
			const { idToken } = await registered();
			await inCell(company.cell).prepare('UPDATE users SET date_proven = NULL, proof = NULL').run();
			const asked = { email: person.email, password: PASSWORD };
			const headers = { Authorization: `Bearer ${idToken}` };
			expect((await call('PUT', '/auth/me', asked, headers, carrying())).status).toBe(200);
			return mailed('proof_requested');
		},
		use: (token, bindings) => send('/auth/address/proof', { token, password: PASSWORD }, bindings),
		refusal: 400,
	},
	{
		name: 'the address of a calendar',
		make: async () => {
			const path = `/companies/${company.id}/calendar/address`;
			const { body } = await as(company.admin).post(path, { showsNames: false });
			return /calendars\/(.*)\.ics$/.exec(body.address)?.[1] ?? '';
		},
		use: (secret, bindings) =>
			call('GET', `https://zubrot.example/calendars/${secret}.ics`, undefined, from(), bindings),
		refusal: 404,
	},
	{
		name: 'the code of a sign-in at an identity provider',
		asksAgain: true,
		make: async () => {
			const colleague = await newColleague(await withSso(company));
			const { body } = await begin(colleague.email);
			transaction = body.transaction;
			const back = await comeBack(await atProvider(body.authorizationUrl, account(colleague.email)));
			return back.get('code') ?? '';
		},
		use: (code, bindings) => exchange(code, transaction, bindings),
		refusal: 401,
	},
	{
		name: 'the cookie of the console',
		asksAgain: true,
		make: async () => {
			await registered();
			const asked = { email: person.email, password: PASSWORD, to: '/console' };
			return cookiesOf(await browse(null).post('/sign-in/password', asked, from())).zubrot ?? '';
		},
		use: (secret, bindings) =>
			browse({ userId: person.userId, sessionId: '', cookie: `zubrot=${secret}` }, bindings).get(
				'/account',
				from(),
			),
		refusal: 303,
	},
];

describe.each(CREDENTIALS)('$name', ({ make, use, refusal, trips = 1, madeUp, asksAgain }) => {
	test('works in the cell that it names, and nowhere else', async () => {
		const secret = await make();
		expect(secret).toContain(`${company.cell}.`);
		const invented = madeUp?.() ?? `${company.cell}.${newSecret()}`;
		const seen = [];
		for (const wrong of [
			invented,
			secret.replace(company.cell, other.cell),
			secret.replace(company.cell, newCellName()),
			secret.replace(`${company.cell}.`, ''),
		]) {
			const traced = tracing();
			const { status, body, headers } = await use(wrong, traced.bindings);
			const { code, detail, error } = body;
			// A name that is missing may be that of a company that has moved, which D1 is asked.
			const isAskedAgain = !wrong.includes('.') && asksAgain;
			const taken = traced.trips.length - (isAskedAgain ? 1 : 0);
			seen.push({ status, code, detail, error, location: headers.get('Location'), taken });
		}
		expect(seen).toEqual(Array(seen.length).fill(seen[0]));
		expect([seen[0]?.status, seen[0]?.taken]).toEqual([refusal, trips]);
		expect((await use(secret)).status).toBe(200);
		const inD1 = await env.DB.prepare('SELECT count(*) AS n FROM users').first('n');
		expect(inD1).toBe(0);
	});
});

test('a well-formed key of another cell is unknown there, which takes one round trip, and two without a cell', async () => {
	await newApiKey(company, operations);
	for (const cell of [company.cell, other.cell, newCellName(), undefined]) {
		const { trips, bindings } = tracing();
		const headers = { Authorization: `Bearer ${newKey({ cell })}`, ...from() };
		const { status } = await call('GET', `/companies/${company.id}`, undefined, headers, bindings);
		// Without a cell, the company of the key may have moved, which D1 is asked.
		expect([status, trips.length]).toEqual([401, cell === undefined ? 2 : 1]);
	}
});

test('a sign-in finds a person by the present address, after a change and after its undoing', async () => {
	const before = person.email;
	const token = await addressAsked();
	const { email: after } = (await inCell(company.cell)
		.prepare('SELECT email FROM address_changes WHERE user_id = ?')
		.bind(person.userId)
		.first<{ email: string }>()) ?? { email: '' };
	const statuses = async () => {
		const found = [];
		for (const email of [before, after]) {
			found.push((await send('/auth', { email, password: PASSWORD })).status);
		}
		return found;
	};
	expect(await statuses()).toEqual([200, 401]);
	expect((await send('/auth/address/confirmation', { token })).status).toBe(200);
	expect(await statuses()).toEqual([401, 200]);
	expect((await send('/auth/address/restoration', { token: await mailed('address_changed') })).status).toBe(
		200,
	);
	// Restoring an address ends the password, and mails a link to a new one.
	const reset = { token: await mailed('password_reset'), password: PASSWORD };
	expect((await send('/auth/password-reset/confirmation', reset)).status).toBe(200);
	expect(await statuses()).toEqual([200, 401]);
});

test('the message that wakes the sender of a mail names the cell', async () => {
	await registered();
	const woken: string[] = [];
	const MAIL_QUEUE = { send: async (id: string) => void woken.push(id) } as unknown as Queue<string>;
	await send('/auth/password-reset', { email: person.email }, { ...env, MAIL_QUEUE });
	expect(woken).toEqual([expect.stringMatching(new RegExp(`^${company.cell}\\.[0-9a-f-]{36}$`))]);
});

test('a token is valid in no other cell', async () => {
	const { admin } = company;
	expect((await as(admin).get('/auth/me')).status).toBe(200);
	for (const cell of [other.cell, newCellName(), undefined]) {
		expect((await as({ ...admin, cell }).get('/auth/me')).status).toBe(401);
	}
});

test('the token of a client and a renewed one stay in the cell', async () => {
	const { id, key } = await newApiKey(company, operations);
	const form = `grant_type=client_credentials&client_id=${id}&client_secret=${key}`;
	const type = { 'Content-Type': 'application/x-www-form-urlencoded', ...from() };
	const { body } = await call('POST', '/oauth/token', form, type);
	expect((await bearing(body.access_token, 'GET', `/companies/${company.id}`)).status).toBe(200);
	const { refreshToken } = await registered();
	const renewed = await send('/auth/refresh', { refreshToken });
	expect(renewed.body.refreshToken).toMatch(new RegExp(`^${company.cell}\\.[\\w-]{43}$`));
	expect((await bearing(renewed.body.idToken, 'GET', '/auth/me')).status).toBe(200);
	const again = await send('/auth/refresh', { refreshToken });
	expect(again.body.refreshToken).toBe(renewed.body.refreshToken);
});

test('a link of a cell that is over is renewed in the cell, and a foreign one renews nothing', async () => {
	const first = await mailed();
	const renew = (token: string) => send('/auth/registration/renewal', { token });
	for (const foreign of [first.replace(company.cell, other.cell), first.slice(13)]) {
		expect(await renew(foreign)).toMatchObject({ status: 200 });
		expect(await mailed()).toBe(first);
	}
	expect(await renew(first)).toMatchObject({ status: 200 });
	const second = await mailed();
	expect(second).not.toBe(first);
	expect((await register(second)).status).toBe(200);
});
