import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { inCell, newCompanyInCell, notedAddress, type TestCell, tracing } from '../../harness/cells.ts';
import { browse, cookiesOf } from '../../harness/console.ts';
import { codeOf, giveSecondFactor } from '../../harness/second-factor.ts';
import { call, newAddress, uniqueEmail } from '../../harness/service.ts';
import { mailedToken } from '../../tenants/auth/one-time/links.ts';
import { PASSWORD, registeredCheaply, withPassword } from '../../tenants/auth/registered.ts';

let company: TestCell;
let people: { inD1: string; inCell: string; unknown: string };

beforeEach(async () => {
	company = await newCompanyInCell();
	const { userId } = company.admin;
	await withPassword(userId, inCell(company.cell));
	await inCell(company.cell).prepare('UPDATE users SET date_registered = 1, date_proven = 1').run();
	people = {
		inD1: await registeredCheaply(),
		inCell: await notedAddress(userId),
		unknown: uniqueEmail(),
	};
});

const from = () => ({ 'CF-Connecting-IP': newAddress() });
const logIn = (email: string, password = PASSWORD, bindings: Bindings = env, headers = from()) =>
	call('POST', '/auth', { email, password }, headers, bindings);
const requestReset = (email: string, bindings: Bindings = env) =>
	call('POST', '/auth/password-reset', { email }, from(), bindings);

/** Does the same with an address in each place, and returns the answers and round trips. */
async function everywhere(act: (email: string, bindings: Bindings) => ReturnType<typeof call>) {
	const seen = [];
	for (const [place, email] of Object.entries(people)) {
		const { trips, bindings } = tracing();
		const { status, body } = await act(email, bindings);
		seen.push({ place, status, code: body.code, detail: body.detail, trips });
	}
	return seen;
}

test('people in a cell sign in with two round trips there and one before, and their place is noted in D1 afterwards', async () => {
	const { trips, bindings } = tracing();
	const { status, body } = await logIn(people.inCell, PASSWORD, bindings);
	expect([status, trips]).toEqual([200, ['D1', 'cell', 'cell', 'D1']]);
	expect(body.refreshToken).toMatch(new RegExp(`^${company.cell}\\.[\\w-]{43}$`));
	const headers = { Authorization: `Bearer ${body.idToken}` };
	expect((await call('GET', `/companies/${company.id}`, undefined, headers)).status).toBe(200);
	expect(await env.DB.prepare('SELECT count(*) AS n FROM known_places').first('n')).toBe(1);
});

test('a wrong password gets the same answer after as many round trips in D1, in a cell and for an unknown address', async () => {
	const seen = await everywhere((email, bindings) => logIn(email, 'not the password', bindings));
	expect(seen.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([401, 'invalid_credentials']));
	expect(new Set(seen.map(({ detail }) => detail)).size).toBe(1);
	expect(seen.map(({ place, trips }) => [place, ...trips])).toEqual([
		['inD1', 'D1', 'cell', 'D1'],
		['inCell', 'D1', 'cell', 'cell'],
		['unknown', 'D1', 'cell', 'D1'],
	]);
});

test('a request for a password link gets the same answer after as many round trips everywhere', async () => {
	const seen = await everywhere(requestReset);
	expect(seen.map(({ status, trips }) => [status, ...trips])).toEqual([
		[200, 'D1', 'cell', 'D1', 'cell'],
		[200, 'D1', 'cell', 'D1', 'cell'],
		[200, 'D1', 'cell', 'D1', 'cell'],
	]);
	const token = await mailedToken(company.admin.userId, 'password_reset', inCell(company.cell));
	expect(token.startsWith(`${company.cell}.`)).toBe(true);
	await inCell(company.cell).prepare('UPDATE users SET date_closed = 1').run();
	const closed = tracing();
	expect((await requestReset(people.inCell, closed.bindings)).status).toBe(200);
	expect(closed.trips).toEqual(['D1', 'cell', 'D1', 'cell']);
});

test('without any cell, a sign-in takes two round trips and a password link two', async () => {
	await env.DB.batch(['DELETE FROM places', 'DELETE FROM addresses'].map((sql) => env.DB.prepare(sql)));
	for (const email of [people.inD1, people.unknown]) {
		const [signingIn, resetting] = [tracing(), tracing()];
		await logIn(email, 'not the password', signingIn.bindings);
		await requestReset(email, resetting.bindings);
		expect([signingIn.trips, resetting.trips]).toEqual([
			['D1', 'D1'],
			['D1', 'D1'],
		]);
	}
});

test('failures are counted in D1 for everybody', async () => {
	const place = from();
	const statuses = [];
	for (let attempt = 0; attempt < 11; attempt++) {
		statuses.push((await logIn(people.inCell, 'not the password', env, place)).status);
	}
	expect(statuses).toEqual([...Array(10).fill(401), 429]);
	expect((await logIn(people.inCell, PASSWORD, env, place)).status).toBe(429);
	expect((await logIn(people.inCell)).status).toBe(200);
	const { status, body } = await logIn(people.inD1, PASSWORD, env, place);
	expect([status, body.refreshToken]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
});

test('people in D1 sign in while the cell that is asked beside D1 fails', async () => {
	const CELLS = {
		idFromName: (name: string) => env.CELLS.idFromName(name),
		get: () => ({ batch: () => Promise.reject(new Error('The object is overloaded')) }),
	};
	const bindings = { ...env, CELLS } as unknown as Bindings;
	expect((await logIn(people.inD1, PASSWORD, bindings)).status).toBe(200);
	expect((await logIn(people.unknown, PASSWORD, bindings)).status).toBe(401);
	expect((await requestReset(people.unknown, bindings)).status).toBe(200);
	expect((await logIn(people.inCell, PASSWORD, bindings)).status).toBe(503);
});

test('a person of a cell is asked for the second factor, and the challenge names the cell', async () => {
	await giveSecondFactor(company.admin.userId, 0, inCell(company.cell));
	const { status, body } = await logIn(people.inCell);
	expect([status, body.code]).toEqual([401, 'second_factor_required']);
	const finish = (challenge: string, bindings: Bindings = env) =>
		call('POST', '/auth/second-factor', { challenge, code: codeOf() }, from(), bindings);
	const other = await newCompanyInCell();
	for (const forged of [body.challenge.slice(13), body.challenge.replace(company.cell, other.cell)]) {
		expect(await finish(forged)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
	}
	const { trips, bindings } = tracing();
	const finished = await finish(body.challenge, bindings);
	expect([finished.status, trips]).toEqual([200, ['cell', 'cell', 'D1']]);
	const headers = { Authorization: `Bearer ${finished.body.idToken}` };
	expect((await call('GET', '/auth/me', undefined, headers)).status).toBe(200);
});

test('a browser that signs in to another database ends the session that it had before', async () => {
	const visit = async (email: string, cookie = '') => {
		const before = { userId: '', sessionId: '', cookie };
		const answer = await browse(before).post('/sign-in/password', { email, password: PASSWORD }, from());
		expect(answer.status).toBe(303);
		return { ...before, cookie: `zubrot=${cookiesOf(answer).zubrot}` };
	};
	const inD1 = await visit(people.inD1);
	const there = await visit(people.inCell, inD1.cookie);
	const back = await visit(people.inD1, there.cookie);
	const statuses = [];
	for (const one of [inD1, there, back]) statuses.push((await browse(one).get('/account', from())).status);
	expect(statuses).toEqual([303, 303, 200]);
});
