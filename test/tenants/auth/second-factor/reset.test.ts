import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { eventsFor } from '../../../harness/events.ts';
import { intercepted } from '../../../harness/intercepted.ts';
import { codeOf, giveSecondFactor } from '../../../harness/second-factor.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	openSession,
	type TestCompany,
	type TestUser,
	userOf,
} from '../../../harness/service.ts';
import { later } from '../addresses/people.ts';
import { confirmReset, newForgetful } from '../one-time/links.ts';

let company: TestCompany;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
});

const reset = (by: TestUser, { userId }: TestUser, bindings: Bindings = env) =>
	as(by, bindings).delete(`/users/${userId}/second-factor`);
const isSet = async (user: TestUser) => (await as(user).get('/auth/me/second-factor')).body.isSet;

const PEOPLE: [who: string, newPerson: () => Promise<TestUser>][] = [
	['an employee', async () => userOf(await newEmployee(company))],
	['a colleague', () => newUser(['COMPANY_ADMIN'], [company.id])],
	['a verifier', () => newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id])],
];
const ADMINISTRATORS: [by: string, newAdministrator: () => Promise<TestUser>][] = [
	['an administrator of the company', async () => company.admin],
	['a platform administrator', () => newUser(['PLATFORM_ADMIN'])],
];

const EACH = ADMINISTRATORS.flatMap(([by, newAdministrator]) =>
	PEOPLE.map(([who, newPerson]) => ({ by, newAdministrator, who, newPerson })),
);

test.each(EACH)(
	'$by resets the second factor of $who: sessions end, the company’s history and a mail tell it',
	async ({ newAdministrator, newPerson }) => {
		const [by, person] = [await newAdministrator(), await newPerson()];
		await giveSecondFactor(person.userId);
		expect(await isSet(person)).toBe(true);
		expect(await reset(by, person)).toMatchObject({ status: 200, body: { success: true } });
		at('2023-03-07T12:00:10.000Z');
		expect((await as(person).get('/auth/me')).status).toBe(401);
		expect((await eventsFor(company.admin, `subject=${person.userId}`)).at(-1)?.type).toBe(
			'second_factor.reset',
		);
		const mails = await env.DB.prepare('SELECT kind FROM mails WHERE user_id = ? ORDER BY rowid DESC')
			.bind(person.userId)
			.first('kind');
		expect(mails).toBe('second_factor_reset');
	},
);

test.each(ADMINISTRATORS)('%s does not reset the own one, which takes password and code', async (_, by) => {
	const administrator = await by();
	await giveSecondFactor(administrator.userId);
	expect(await reset(administrator, administrator)).toMatchObject({
		status: 403,
		body: { detail: expect.stringContaining('POST /auth/me/second-factor/removal') },
	});
	expect(await isSet(administrator)).toBe(true);
});

test.each(['FLEX_DOCUMENT_VERIFIER', 'TECHNICAL_USER', 'EMPLOYEE'] as const)(
	'a %s resets nobody’s second factor',
	async (role) => {
		const person = await userOf(await newEmployee(company));
		await giveSecondFactor(person.userId);
		expect((await reset(await newUser([role], [company.id]), person)).status).toBe(403);
		expect(await isSet(person)).toBe(true);
	},
);

const HOURS_72 = 72 * 3_600_000;
const restOf = (userId: string) =>
	env.DB.prepare('SELECT rest_until FROM users WHERE id = ?').bind(userId).first<number>('rest_until');

test('a reset ends the recovery codes and the links to a new password', async () => {
	const { admin, userId, token } = await newForgetful();
	await giveSecondFactor(userId);
	await env.DB.prepare("INSERT INTO recovery_codes (user_id, hash) VALUES (?, 'h')").bind(userId).run();
	expect((await as(admin).delete(`/users/${userId}/second-factor`)).status).toBe(200);
	const left = await env.DB.prepare('SELECT count(*) AS n FROM recovery_codes WHERE user_id = ?')
		.bind(userId)
		.first('n');
	expect(left).toBe(0);
	await later(HOURS_72);
	expect((await confirmReset(token)).body.code).toBe('link_not_valid');
});

describe('after a reset by a company', () => {
	test('the user shows until when resets rest, and no company resets the factor again', async () => {
		const person = await userOf(await newEmployee(company));
		await giveSecondFactor(person.userId);
		await reset(company.admin, person);
		const until = '2023-03-10T12:00:00.000Z';
		const shown = await as(company.admin).get(`/users/${person.userId}`);
		expect(shown.body.dateResetsRestUntil).toBe(until);
		await giveSecondFactor(person.userId);
		at('2023-03-10T11:59:59.999Z');
		const admin = await openSession(company.admin.userId);
		expect(await reset(admin, person)).toMatchObject({
			status: 409,
			body: { code: 'resets_rest', earliestAllowed: until },
		});
		at(until);
		expect((await reset(admin, person)).status).toBe(200);
		expect(await restOf(person.userId)).toBe(Date.parse(until) + HOURS_72);
	});

	test('the operator resets the factor again at once, and the rest stays as it is', async () => {
		const person = await userOf(await newEmployee(company));
		await giveSecondFactor(person.userId);
		await reset(company.admin, person);
		const before = await restOf(person.userId);
		await giveSecondFactor(person.userId);
		expect((await reset(await newUser(['PLATFORM_ADMIN']), person)).status).toBe(200);
		expect(await restOf(person.userId)).toBe(before);
	});

	test('the database shortens no rest', async () => {
		const person = await userOf(await newEmployee(company));
		await giveSecondFactor(person.userId);
		await reset(company.admin, person);
		const shorten = env.DB.prepare('UPDATE users SET rest_until = rest_until - 1 WHERE id = ?');
		await expect(shorten.bind(person.userId).run()).rejects.toThrow('rest_shortened');
	});
});

test('a reset by the operator begins no rest', async () => {
	const person = await userOf(await newEmployee(company));
	await giveSecondFactor(person.userId);
	expect((await reset(await newUser(['PLATFORM_ADMIN']), person)).status).toBe(200);
	expect(await restOf(person.userId)).toBeNull();
});

test('a user without one is left alone, and gets no mail', async () => {
	const person = await userOf(await newEmployee(company));
	expect((await reset(company.admin, person)).status).toBe(200);
	expect((await as(person).get('/auth/me')).status).toBe(200);
	expect(await restOf(person.userId)).toBeNull();
});

test('a user who removes it a moment before stays signed in, without a second factor', async () => {
	const person = await userOf(await newEmployee(company));
	await giveSecondFactor(person.userId);
	let isRemoved = false;
	const DB = intercepted(/delete from "second_factors"/, async (run) => {
		const removal = { code: codeOf() };
		if (!isRemoved) await as(person).post('/auth/me/second-factor/removal', removal);
		isRemoved = true;
		return run();
	});
	expect((await reset(company.admin, person, { ...env, DB })).status).toBe(200);
	expect([isRemoved, await isSet(person)]).toEqual([true, false]);
	at('2023-03-07T12:00:10.000Z');
	expect((await as(person).get('/auth/me')).status).toBe(200);
	const types = (await eventsFor(company.admin, `subject=${person.userId}`)).map(({ type }) => type);
	expect(types.filter((type) => /^second_factor/.test(type))).toEqual(['second_factor.removed']);
});
