import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, giveSecondFactor } from '../../harness/second-factor.ts';
import { as, at, call, newAddress, openSession, type TestUser, uniqueEmail } from '../../harness/service.ts';
import { addressOf, later } from '../../tenants/auth/addresses/people.ts';
import { answer, asked, confirm } from '../../tenants/auth/identity-changes/people.ts';
import {
	confirmReset,
	type Invited,
	logIn,
	mailsTo,
	newForgetful,
	PASSWORD,
	register,
	requestReset,
} from '../../tenants/auth/one-time/links.ts';

const HOURS_73 = 73 * 3_600_000;
const GUESS = 'a password of the administrator';

/** A registered person, whose company's administrator wants to become that person and reads every mail to an address of its own. */
let person: Invited;
let companyId: string;
let own: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	person = await newForgetful();
	own = uniqueEmail();
	companyId =
		(await env.DB.prepare('SELECT company_id FROM employees WHERE id = ?')
			.bind(person.employeeId)
			.first<string>('company_id')) ?? '';
	await giveSecondFactor(person.userId);
});

const resetFactor = () => as(person.admin).delete(`/users/${person.userId}/second-factor`);

/** The administrator uses all that reached it, and finds no way in. */
async function triesEveryDoor(one: Awaited<ReturnType<typeof asked>>, helper: TestUser): Promise<void> {
	for (const token of [one.inNew]) {
		await confirm(token);
		await confirm(token, { password: GUESS });
		await answer(token);
		await register(token, GUESS);
		await confirmReset(token, GUESS);
		await call('POST', '/auth/address/restoration', { token }, { 'CF-Connecting-IP': newAddress() });
	}
	for (const who of [person.admin, helper]) {
		const session = await openSession(who.userId);
		expect((await as(session).post(`${one.path}/release`)).status).toBe(409);
	}
	await requestReset(own);
	for (const email of [own, person.email]) expect((await logIn(email, GUESS)).status).not.toBe(200);
	expect(await addressOf(person.userId)).toBe(person.email);
	const toOwn = await env.DB.prepare('SELECT kind FROM mails WHERE recipient = ?')
		.bind(own)
		.all<{ kind: string }>();
	expect(new Set(toOwn.results.map(({ kind }) => kind))).toEqual(new Set(['address_proof']));
}

/** A second administrator of the administrator's own making. */
async function newHelper(): Promise<TestUser> {
	const { body } = await as(person.admin).post('/users', {
		email: uniqueEmail(),
		roles: ['COMPANY_ADMIN'],
		manageableCompanyIds: [companyId],
	});
	return openSession(body.id);
}

describe('an administrator who resets the factor, moves the address and resets the password', () => {
	test.each([
		['at once', 0],
		['73 hours later', HOURS_73],
		['eight days later', 8 * 86_400_000],
	])('does not become the person, %s', async (_, pause) => {
		const helper = await newHelper();
		await later(pause);
		expect((await resetFactor()).status).toBe(200);
		await later(pause);
		const admin = await openSession(person.admin.userId);
		const one = await asked(admin, person.userId, companyId, own);
		expect(await confirm(one.inNew)).toMatchObject({ status: 200, body: { waitsFor: ['CONSENT'] } });
		await triesEveryDoor(one, helper);
		expect((await logIn(person.email, PASSWORD)).status).toBe(200);
	});

	test('gets no link to a new password within 72 hours of the reset, at any address', async () => {
		expect((await resetFactor()).status).toBe(200);
		await requestReset(person.email);
		expect((await mailsTo(person.userId)).at(-1)).toBe('password_reset_rests');
	});

	test('does not find out the password or a code with the link, because five tries are all', async () => {
		const one = await asked(person.admin, person.userId, companyId, own);
		for (let times = 1; times <= 5; times++)
			expect((await confirm(one.inNew, { code: '000000' })).status).toBe(400);
		expect((await confirm(one.inNew, { code: codeOf() })).status).toBe(429);
		expect(await addressOf(person.userId)).toBe(person.email);
	});
});
