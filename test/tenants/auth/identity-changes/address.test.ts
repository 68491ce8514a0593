import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { deliver, postOffice } from '../../../harness/mail.ts';
import { codeOf, giveSecondFactor } from '../../../harness/second-factor.ts';
import {
	as,
	newCompany,
	newUser,
	now,
	openSession,
	runCron,
	type TestUser,
	uniqueEmail,
} from '../../../harness/service.ts';
import {
	addressOf,
	beginWithMember,
	later,
	linksOf,
	member,
	NOT_VALID,
	restore,
} from '../addresses/people.ts';
import { logIn, mailedToken, mailsTo, PASSWORD, requestReset } from '../one-time/links.ts';
import { answer, asked, confirm, newColleague, since } from './people.ts';

const DAY_MS = 86_400_000;
const WAITS = (...waitsFor: string[]) => ({ status: 200, body: { success: true, waitsFor } });

let companyId: string;
let admin: TestUser;

beforeEach(async () => {
	await beginWithMember();
	admin = member.admin;
	companyId =
		(await env.DB.prepare('SELECT company_id FROM employees WHERE user_id = ?')
			.bind(member.userId)
			.first<string>('company_id')) ?? '';
});

const request = (email = uniqueEmail()) => asked(admin, member.userId, companyId, email);
const restUntil = () =>
	env.DB.prepare('SELECT rest_until FROM users WHERE id = ?').bind(member.userId).first<number>('rest_until');

describe('an administrator who types another address of a registered person only asks', () => {
	test('the record keeps the old address, and the request says who asked, for which address, until when', async () => {
		const { email, path } = await request();
		expect(await addressOf(member.userId)).toBe(member.email);
		const [found] = (await as(admin).get(path.slice(0, path.lastIndexOf('/')))).body;
		expect(found).toMatchObject({
			kind: 'ADDRESS',
			userId: member.userId,
			askerId: admin.userId,
			email,
			formerEmail: member.email,
			state: 'OPEN',
			dateConfirmed: null,
			consent: null,
			dateExpires: '2023-03-14T12:00:00.000Z',
		});
	});

	test.each([
		['the link in the new mailbox alone', (one: Asked) => confirm(one.inNew), ['CONSENT']],
		['the link in the old mailbox alone', (one: Asked) => answer(one.inOld), ['NEW_MAILBOX']],
	])('%s changes nothing, and may be used again', async (_, use, waitsFor) => {
		const one = await request();
		for (let times = 0; times < 2; times++) expect(await use(one)).toMatchObject(WAITS(...waitsFor));
		expect(await addressOf(member.userId)).toBe(member.email);
	});

	test.each([
		['both links, the new one first', [confirmed, agreed]],
		['both links, the old one first', [agreed, confirmed]],
		['the password, given with the link', [(one: Asked) => confirm(one.inNew, { password: PASSWORD })]],
		[
			'the password, given after the link',
			[confirmed, (one: Asked) => confirm(one.inNew, { password: PASSWORD })],
		],
		['the signed-in person, after the link', [confirmed, () => agreedSignedIn()]],
		['the signed-in person, before the link', [() => agreedSignedIn(), confirmed]],
	])('%s: the address changes, and nothing rests', async (_, steps) => {
		const one = await request();
		for (const step of steps) expect((await step(one)).status).toBe(200);
		expect(await addressOf(member.userId)).toBe(one.email);
		expect(await restUntil()).toBeNull();
		expect(await linksOf(member.userId)).toEqual(['RESTORATION']);
		expect((await logIn(one.email)).status).toBe(200);
	});

	test('a code of the second factor is a consent too, and works once', async () => {
		await giveSecondFactor(member.userId);
		const one = await request();
		expect(await confirm(one.inNew, { code: codeOf() })).toMatchObject(WAITS());
		expect(await addressOf(member.userId)).toBe(one.email);
	});

	test.each([
		['a wrong password', { password: 'a wrong password' }],
		['a code without a second factor', { code: '123456' }],
	])('%s is refused, five times at most', async (_, proof) => {
		const one = await request();
		for (let times = 1; times <= 5; times++) expect((await confirm(one.inNew, proof)).status).toBe(400);
		expect(await confirm(one.inNew, { password: PASSWORD })).toMatchObject({ status: 429 });
		expect(await addressOf(member.userId)).toBe(member.email);
	});

	test('the old mailbox can cancel it', async () => {
		const one = await request();
		expect((await answer(one.inOld, false)).status).toBe(200);
		expect(await confirm(one.inNew, { password: PASSWORD })).toMatchObject(NOT_VALID);
	});

	test('the person reads it, and can cancel it', async () => {
		const one = await request();
		const session = as(await openSession(member.userId));
		expect((await session.get('/auth/me/identity-change')).body).toMatchObject({ id: one.id, state: 'OPEN' });
		expect((await session.delete('/auth/me/identity-change')).body).toMatchObject({ state: 'CANCELLED' });
		expect((await session.get('/auth/me/identity-change')).status).toBe(404);
		expect(await confirm(one.inNew)).toMatchObject(NOT_VALID);
	});

	test('the asker can send the links again, which ends the earlier ones, or cancel', async () => {
		const one = await request();
		expect((await as(admin).post(`${one.path}/links`)).status).toBe(200);
		expect(await confirm(one.inNew)).toMatchObject(NOT_VALID);
		const again = await mailedToken(member.userId, 'address_proof');
		expect(await confirm(again)).toMatchObject(WAITS('CONSENT'));
		expect((await as(admin).delete(one.path)).body).toMatchObject({ state: 'CANCELLED' });
		expect(await confirm(again)).toMatchObject(NOT_VALID);
		expect(await as(admin).delete(one.path)).toMatchObject({ status: 409, body: { code: 'change_closed' } });
	});

	test('a second request of the asker replaces the first, and one of somebody else is refused', async () => {
		const first = await request();
		const second = await request();
		expect(await confirm(first.inNew)).toMatchObject(NOT_VALID);
		const other = as(await newColleague(companyId), postOffice().bindings);
		expect(await other.put(`/users/${member.userId}`, { email: uniqueEmail() })).toMatchObject({
			status: 409,
			body: { code: 'change_open' },
		});
		expect(await confirm(second.inNew, { password: PASSWORD })).toMatchObject(WAITS());
	});

	test('it is open for seven days and no longer', async () => {
		const one = await request();
		later(7 * DAY_MS - 1);
		expect(await answer(one.inOld)).toMatchObject(WAITS('NEW_MAILBOX'));
		const late = await asked(await openSession(admin.userId), member.userId, companyId);
		later(7 * DAY_MS);
		expect(await answer(late.inOld)).toMatchObject(NOT_VALID);
		await runCron(new Date(now()).toISOString());
		const [, ...states] = (
			await as(await openSession(admin.userId)).get(late.path.slice(0, late.path.lastIndexOf('/')))
		).body;
		expect(states.at(-1)).toMatchObject({ state: 'EXPIRED' });
	});

	test.each([
		[
			'the person moves to another address',
			async () => {
				await as(await newUser(['PLATFORM_ADMIN'])).put(`/users/${member.userId}`, { email: uniqueEmail() });
			},
		],
		[
			'the account is closed',
			async () => {
				await as(admin).post(`/users/${member.userId}/closure`);
			},
		],
	])('it ends when %s', async (_, act) => {
		const one = await request();
		await act();
		expect(await confirm(one.inNew, { password: PASSWORD })).toMatchObject(NOT_VALID);
		const state = await env.DB.prepare('SELECT state FROM identity_changes WHERE id = ?')
			.bind(one.id)
			.first('state');
		expect(state).toBe('CANCELLED');
	});
});

type Asked = Awaited<ReturnType<typeof asked>>;

function confirmed(one: Asked) {
	return confirm(one.inNew);
}
function agreed(one: Asked) {
	return answer(one.inOld);
}
const agreedSignedIn = async () =>
	as(await openSession(member.userId)).post('/auth/me/identity-change/agreement', { password: PASSWORD });

describe('a second person', () => {
	test('releases the request; then resets rest, all get a mail, and the old address can undo it', async () => {
		const second = await newColleague(companyId);
		const one = await request();
		expect(await mailsTo(second.userId)).toContain('identity_change_asked');
		await confirm(one.inNew);
		expect((await as(second).post(`${one.path}/release`)).body).toMatchObject({
			state: 'DONE',
			consent: 'SECOND_PERSON',
			consenterId: second.userId,
		});
		expect(await addressOf(member.userId)).toBe(one.email);
		expect(await restUntil()).toBe(now() + 3 * DAY_MS);
		await requestReset(one.email);
		expect((await mailsTo(member.userId)).slice(-3).sort()).toEqual([
			'address_changed',
			'address_set',
			'password_reset_rests',
		]);
		for (const { userId } of [admin, second]) expect(await mailsTo(userId)).toContain('identity_released');
		const types = (await eventsFor(admin, `subject=${member.userId}`)).map(({ type }) => type);
		expect(types.slice(-2)).toEqual(['user.address_released', 'user.updated']);
		expect(await restore(await mailedToken(member.userId, 'address_changed'))).toMatchObject({ status: 200 });
		expect(await addressOf(member.userId)).toBe(member.email);
	});

	test('may release before the new mailbox has confirmed', async () => {
		const one = await request();
		expect((await as(await newColleague(companyId)).post(`${one.path}/release`)).body.state).toBe('OPEN');
		expect(await confirm(one.inNew)).toMatchObject(WAITS());
		expect(await restUntil()).toBe(now() + 3 * DAY_MS);
	});

	test.each([
		['the asker', async () => admin],
		[
			'an administrator since less than seven days',
			async () => {
				const young = await newColleague(companyId);
				await since(young.userId, now() - 7 * DAY_MS + 1);
				return young;
			},
		],
		['an administrator that the asker has created', async () => created(admin)],
		['an administrator that such a one has created', async () => created(await created(admin))],
		[
			'an administrator that the asker has promoted',
			async () => {
				const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [companyId]);
				await since(verifier.userId, 0);
				await as(admin).put(`/users/${verifier.userId}`, { roles: ['COMPANY_ADMIN'] });
				return verifier;
			},
		],
	])('is not %s', async (_, newPerson) => {
		const person = await newPerson();
		later(8 * DAY_MS);
		if (_.includes('less')) await since(person.userId, now() - 7 * DAY_MS + 1);
		admin = await openSession(admin.userId);
		const one = await request();
		await confirm(one.inNew);
		const session = await openSession(person.userId);
		expect(await as(session).post(`${one.path}/release`)).toMatchObject({
			status: 409,
			body: { code: 'second_person_required' },
		});
		expect(await addressOf(member.userId)).toBe(member.email);
	});

	test.each([['exactly seven days is old enough', 7 * DAY_MS]])('%s', async (_, age) => {
		const second = await newColleague(companyId);
		await since(second.userId, now() - age);
		const one = await request();
		await confirm(one.inNew);
		expect((await as(second).post(`${one.path}/release`)).status).toBe(200);
	});

	test('is somebody of another company only by chance: no administrator of it finds the request', async () => {
		const one = await request();
		const stranger = (await newCompany()).admin;
		expect((await as(stranger).post(`${one.path}/release`)).status).toBe(404);
	});

	test('is the operator where there is none', async () => {
		const operator = await newUser(['PLATFORM_ADMIN']);
		const one = await request();
		expect(await mailsTo(operator.userId)).toContain('identity_change_asked');
		await confirm(one.inNew);
		expect((await as(operator).post(`${one.path}/release`)).body).toMatchObject({
			state: 'DONE',
			consent: 'OPERATOR',
		});
	});

	test('the database changes no address of a request without its parts', async () => {
		const one = await request();
		const done = env.DB.prepare(
			"UPDATE identity_changes SET state = 'DONE', date_done = 1 WHERE id = ?",
		).bind(one.id);
		await expect(done.run()).rejects.toThrow('consent_missing');
	});
});

describe('nobody stands behind both the asker and the second person:', () => {
	let maker: TestUser;
	beforeEach(async () => {
		maker = await newColleague(companyId);
	});

	const refuses = async (by: TestUser, puppet: TestUser) => {
		const one = await asked(puppet, member.userId, companyId);
		expect(await as(await openSession(by.userId)).post(`${one.path}/release`)).toMatchObject({
			status: 409,
			body: { code: 'second_person_required' },
		});
		expect((await as(await newColleague(companyId)).post(`${one.path}/release`)).status).toBe(200);
	};

	test('an administrator does not release a request of one of the own making', async () => {
		const puppet = await created(maker);
		later(8 * DAY_MS);
		await refuses(maker, await openSession(puppet.userId));
	});

	test('an administrator does not release a request of one of the same making', async () => {
		const [puppet, other] = [await created(maker), await created(maker)];
		later(8 * DAY_MS);
		await refuses(other, await openSession(puppet.userId));
	});

	test('the operator stands behind nobody', async () => {
		const operator = await newUser(['PLATFORM_ADMIN']);
		const [one, other] = [await created(operator), await created(operator)];
		later(8 * DAY_MS);
		const request = await asked(await openSession(one.userId), member.userId, companyId);
		expect((await as(await openSession(other.userId)).post(`${request.path}/release`)).status).toBe(200);
	});
});

/** An administrator that another one has created, and that is signed in. */
async function created(by: TestUser): Promise<TestUser> {
	const { body } = await as(by).post('/users', {
		email: uniqueEmail(),
		roles: ['COMPANY_ADMIN'],
		manageableCompanyIds: [companyId],
	});
	return openSession(body.id);
}

describe('after a release', () => {
	let one: Asked;
	beforeEach(async () => {
		one = await request();
		await confirm(one.inNew);
		expect((await as(await newColleague(companyId)).post(`${one.path}/release`)).status).toBe(200);
	});

	test.each([
		['an administrator', async () => as(await openSession(admin.userId)).delete(one.path)],
		['the person', async () => as(await openSession(member.userId)).delete('/auth/me/identity-change')],
	])('%s can stop it for seven days', async (_, stop) => {
		later(7 * DAY_MS - 1);
		expect((await stop()).body).toMatchObject({ state: 'STOPPED' });
		expect(await addressOf(member.userId)).toBe(member.email);
		expect(await restUntil()).toBe(now() + 3 * DAY_MS);
		expect((await logIn(member.email)).status).toBe(200);
		expect(await linksOf(member.userId)).toEqual([]);
		expect((await as(admin).get(`/users/${member.userId}`)).body).toMatchObject({ proof: 'MAIL' });
	});

	test('and no longer', async () => {
		later(7 * DAY_MS);
		expect(await as(await openSession(admin.userId)).delete(one.path)).toMatchObject({ status: 409 });
	});

	test.each([
		[
			'an administrator',
			async (id: string) => as(await openSession(admin.userId)).delete(`${one.path.replace(one.id, id)}`),
		],
		['the person', async () => as(await openSession(member.userId)).delete('/auth/me/identity-change')],
	])('%s can also stop a later change by the operator', async (_, stop) => {
		const operator = as(await newUser(['PLATFORM_ADMIN']), postOffice().bindings);
		later(1);
		expect((await operator.put(`/users/${member.userId}`, { email: uniqueEmail() })).status).toBe(200);
		const done = await operator.get(`/companies/${companyId}/identity-changes?state=DONE`);
		const last = done.body.at(-1);
		expect(last).toMatchObject({ consent: 'OPERATOR', formerEmail: one.email, state: 'DONE' });
		expect((await stop(last.id)).body).toMatchObject({ id: last.id, state: 'STOPPED' });
		expect(await addressOf(member.userId)).toBe(one.email);
	});

	test('the old link works also while the account is closed', async () => {
		const token = await mailedToken(member.userId, 'address_changed');
		await as(admin).post(`/users/${member.userId}/closure`);
		later(7 * DAY_MS - 1);
		expect(await restore(token)).toMatchObject({ status: 200 });
		expect(await addressOf(member.userId)).toBe(member.email);
	});

	test('nobody else gets the old address for seven days', async () => {
		const other = await newCompany();
		const hire = async () =>
			as(await openSession(other.admin.userId)).post('/employees', {
				email: member.email,
				companyId: other.id,
			});
		later(7 * DAY_MS - 1);
		expect(await hire()).toMatchObject({ status: 409, body: { code: 'email_taken' } });
		later(1);
		expect((await hire()).status).toBe(201);
	});

	test('a new role does not end the link of the old address', async () => {
		const roles = ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'];
		await as(admin).put(`/users/${member.userId}`, { roles, manageableCompanyIds: [companyId] });
		expect(await linksOf(member.userId)).toEqual(['RESTORATION']);
	});

	test('the mails name both addresses, and until when resets rest', async () => {
		const { sent, bindings } = postOffice();
		await deliver(bindings);
		const [told] = sent.filter(({ to }) => to === one.email).slice(-1);
		expect(told?.text).toMatch(/10 March 2023 at 13:00 CET|10\. März 2023/);
	});
});
