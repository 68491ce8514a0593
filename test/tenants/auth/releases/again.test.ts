import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { giveSecondFactor } from '../../../harness/second-factor.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../../harness/service.ts';
import { later } from '../addresses/people.ts';
import { newColleague, since } from '../identity-changes/people.ts';
import {
	confirmReset,
	logIn,
	mailedToken,
	mailsTo,
	newForgetful,
	PASSWORD,
	register,
	requestReset,
	userOfEmployee,
} from '../one-time/links.ts';

const DAY_MS = 86_400_000;
const NEW = 'ten herons on the harbour';
const CLOSED = { status: 409, body: { code: 'change_closed' } };
const NOTHING = { status: 409, body: { code: 'nothing_to_release' } };
const ALREADY = { status: 409, body: { code: 'already_registered' } };

let company: TestCompany;
let second: TestUser;
/** An employee without a mailbox, who has registered with a printed code. */
let person: { employeeId: string; userId: string; email: string };

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	await since(company.admin.userId, 0);
	second = await newColleague(company.id);
	const employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
	person = { employeeId, ...(await userOfEmployee(employeeId)) };
	expect((await register((await print()).body.code)).status).toBe(200);
});

const admin = async (user = company.admin) => as(await openSession(user.userId));
const print = async (by = company.admin) =>
	(await admin(by)).post(`/employees/${person.employeeId}/invitation/letter`);
const path = (id = '') => `/companies/${company.id}/identity-changes${id}`;
const ask = async (kind = 'CODE', userId = person.userId) => (await admin()).post(path(), { kind, userId });
const release = async (id: string, by = second) => (await admin(by)).post(path(`/${id}/release`));

async function released(kind = 'CODE', userId = person.userId): Promise<string> {
	const { body } = await ask(kind, userId);
	expect((await release(body.id)).status).toBe(200);
	return body.id;
}

describe('an employee without a mailbox who forgot the password', () => {
	test('registers again with a code that a second person has released; all sessions end', async () => {
		expect(await print()).toMatchObject(ALREADY);
		const asked = await ask();
		expect(asked).toMatchObject({
			status: 201,
			body: { kind: 'CODE', userId: person.userId, state: 'OPEN', askerId: company.admin.userId },
		});
		expect(await mailsTo(second.userId)).toEqual(['release_asked']);
		expect(await print()).toMatchObject(ALREADY);
		expect((await release(asked.body.id)).body).toMatchObject({ state: 'OPEN', consent: 'SECOND_PERSON' });
		expect(await mailsTo(company.admin.userId)).toContain('release_given');
		const { status, body } = await print();
		expect(status).toBe(200);
		expect((await logIn(person.email)).status).toBe(200);
		const session = await openSession(person.userId);
		expect((await register(body.code, NEW)).status).toBe(200);
		expect((await as(session).get('/auth/me')).status).toBe(401);
		expect([(await logIn(person.email)).status, (await logIn(person.email, NEW)).status]).toEqual([401, 200]);
		const types = (await eventsFor(company.admin, `subject=${person.userId}`)).map(({ type }) => type);
		expect(types.slice(-4)).toEqual(['release.asked', 'release.given', 'user.invited', 'user.updated']);
	});

	test('remains unproven, so that mails set no password', async () => {
		await released();
		await register((await print()).body.code, NEW);
		await requestReset(person.email);
		expect((await mailsTo(person.userId)).at(-1)).toBe('password_reset_unproven');
	});

	test('gets one code, within seven days of the release', async () => {
		const { body } = await ask();
		later(7 * DAY_MS - 1);
		expect((await release(body.id)).status).toBe(200);
		later(7 * DAY_MS - 1);
		expect((await print()).status).toBe(200);
		expect(await print()).toMatchObject(ALREADY);
		await released();
		later(7 * DAY_MS);
		expect(await print()).toMatchObject(ALREADY);
	});

	test('gets one code also from two administrators at once', async () => {
		await released();
		const both = await Promise.all([print(), print(second)]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	test.each([
		['the asker', () => company.admin],
		[
			'an administrator of the asker’s making',
			async () => {
				const { body } = await (await admin()).post('/users', {
					email: uniqueEmail(),
					roles: ['COMPANY_ADMIN'],
					manageableCompanyIds: [company.id],
				});
				await later(8 * DAY_MS);
				return openSession(body.id);
			},
		],
	])('gets none that %s releases', async (_, who) => {
		const by = await who();
		const { body } = await ask();
		expect(await release(body.id, by)).toMatchObject({
			status: 409,
			body: { code: 'second_person_required' },
		});
		expect(await print()).toMatchObject(ALREADY);
	});

	test('gets none after somebody has cancelled the release, or stopped it before the code was used', async () => {
		const first = await released();
		expect((await (await admin()).delete(path(`/${first}`))).body.state).toBe('CANCELLED');
		expect(await print()).toMatchObject(ALREADY);
		const next = await released();
		const { code } = (await print()).body;
		expect((await (await admin()).delete(path(`/${next}`))).body.state).toBe('STOPPED');
		expect((await register(code, NEW)).status).toBe(400);
		const last = await released();
		expect((await register((await print()).body.code, NEW)).status).toBe(200);
		expect(await (await admin()).delete(path(`/${last}`))).toMatchObject(CLOSED);
	});

	test.each([
		['the address is proven', "UPDATE users SET date_proven = 1, proof = 'MAIL' WHERE id = ?"],
		['the person has a second factor', null],
	])('uses no released code after %s', async (_, sql) => {
		await released();
		const { code } = (await print()).body;
		if (sql === null) await giveSecondFactor(person.userId);
		else await env.DB.prepare(sql).bind(person.userId).run();
		const stored = env.DB.prepare('SELECT password_hash FROM users WHERE id = ?').bind(person.userId);
		const before = await stored.first('password_hash');
		expect((await register(code, NEW)).status).toBe(400);
		expect(await stored.first('password_hash')).toBe(before);
		expect(await ask()).toMatchObject(NOTHING);
	});

	test('loses a request when the account is closed', async () => {
		const { body } = await ask();
		await (await admin()).post(`/users/${person.userId}/closure`);
		expect(await release(body.id)).toMatchObject(CLOSED);
		expect(await ask()).toMatchObject({ status: 409, body: { code: 'user_closed' } });
	});

	test('is one that has registered, has no other role, and belongs to the company', async () => {
		const employeeId = await newEmployee(company);
		expect(await ask('CODE', (await userOfEmployee(employeeId)).userId)).toMatchObject(NOTHING);
		expect(await ask('CODE', second.userId)).toMatchObject({
			status: 409,
			body: { code: 'user_has_other_roles' },
		});
		const stranger = (await newCompany()).admin;
		expect((await ask('CODE', stranger.userId)).status).toBe(404);
		expect((await as(stranger).post(path(), { kind: 'CODE', userId: person.userId })).status).toBe(404);
	});

	test('has one open request of one asker', async () => {
		await ask();
		expect(await (await admin(second)).post(path(), { kind: 'CODE', userId: person.userId })).toMatchObject({
			status: 409,
			body: { code: 'change_open' },
		});
		expect((await ask()).status).toBe(201);
	});

	test('gets no code in the database without a released request', async () => {
		const { body } = await ask();
		const insertion = env.DB.prepare(
			`INSERT INTO one_time_tokens (user_id, purpose, key, release_id, date_created, date_expires) VALUES (?, 'REGISTRATION', 'k', ?, 0, 1)`,
		);
		await expect(insertion.bind(person.userId, body.id).run()).rejects.toThrow('stale_revision');
	});
});

describe('a rest of resets by mail', () => {
	let forgetful: Awaited<ReturnType<typeof newForgetful>>;
	beforeEach(async () => {
		forgetful = await newForgetful();
		const id = await env.DB.prepare('SELECT company_id FROM employees WHERE id = ?')
			.bind(forgetful.employeeId)
			.first<string>('company_id');
		company = { ...company, id: id ?? '', admin: forgetful.admin };
		second = await newColleague(company.id);
		await giveSecondFactor(forgetful.userId);
		await (await admin()).delete(`/users/${forgetful.userId}/second-factor`);
	});
	const restUntil = () =>
		env.DB.prepare('SELECT rest_until FROM users WHERE id = ?')
			.bind(forgetful.userId)
			.first<number>('rest_until');

	test('ends when a second person releases it, and begins again when somebody stops that', async () => {
		await requestReset(forgetful.email);
		expect((await mailsTo(forgetful.userId)).at(-1)).toBe('password_reset_rests');
		const id = await released('REST', forgetful.userId);
		expect(await restUntil()).toBe(now());
		await requestReset(forgetful.email);
		expect((await mailsTo(forgetful.userId)).at(-1)).toBe('password_reset');
		expect((await confirmReset(await mailedToken(forgetful.userId, 'password_reset'), NEW)).status).toBe(200);
		expect((await (await admin()).delete(path(`/${id}`))).body.state).toBe('STOPPED');
		expect(await restUntil()).toBe(now() + 3 * DAY_MS);
		await requestReset(forgetful.email);
		expect((await mailsTo(forgetful.userId)).at(-1)).toBe('password_reset_rests');
	});

	test('stays without a release, and the database shortens it for nothing else', async () => {
		const { body } = await ask('REST', forgetful.userId);
		expect((await release(body.id, company.admin)).status).toBe(409);
		expect(await restUntil()).toBe(now() + 3 * DAY_MS);
		const shorten = env.DB.prepare('UPDATE users SET rest_until = ? WHERE id = ?');
		await expect(shorten.bind(now(), forgetful.userId).run()).rejects.toThrow('rest_shortened');
	});

	test('needs no request when it has ended', async () => {
		later(3 * DAY_MS - 1);
		expect((await ask('REST', forgetful.userId)).status).toBe(201);
		later(1);
		expect(await ask('REST', forgetful.userId)).toMatchObject(NOTHING);
	});
});

test('a sole administrator who lost the mailbox and the factor: the operator moves the address, ends the factor and releases the rest', async () => {
	const sole = (await newCompany()).admin;
	const soleCompany = await env.DB.prepare('SELECT company_id FROM user_companies WHERE user_id = ?')
		.bind(sole.userId)
		.first<string>('company_id');
	const operator = as(await newUser(['PLATFORM_ADMIN']));
	await operator.put(`/users/${sole.userId}`, { password: PASSWORD });
	await giveSecondFactor(sole.userId);
	const email = uniqueEmail();
	expect((await operator.put(`/users/${sole.userId}`, { email })).status).toBe(200);
	expect((await operator.delete(`/users/${sole.userId}/second-factor`)).status).toBe(200);
	await requestReset(email);
	expect((await mailsTo(sole.userId)).at(-1)).toBe('password_reset_rests');
	const requests = `/companies/${soleCompany}/identity-changes`;
	const { status, body } = await operator.post(requests, { kind: 'REST', userId: sole.userId });
	expect(status).toBe(201);
	expect((await operator.post(`${requests}/${body.id}/release`)).body).toMatchObject({ state: 'DONE' });
	await requestReset(email);
	expect((await confirmReset(await mailedToken(sole.userId, 'password_reset'), NEW)).status).toBe(200);
	expect((await logIn(email, NEW)).status).toBe(200);
});
