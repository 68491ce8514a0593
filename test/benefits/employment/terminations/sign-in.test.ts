import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	restart,
	runCron,
	type TestCompany,
	type TestUser,
	userOf,
} from '../../../harness/service.ts';

const LEAVES = '2023-03-31T23:59:59.999Z';
const THIRTY_DAYS_LATER = '2023-04-30T23:59:59.999Z';
const JUST_BEFORE = '2023-04-30T23:59:59.998Z';

let platform: TestUser;
let company: TestCompany;
let employee: string;
let user: TestUser;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	company = await newCompany();
	employee = await newEmployee(company);
	user = await userOf(employee);
	await leave(LEAVES);
});

const leave = (dateTerminated: string | null) =>
	as(platform).put(`/employees/${employee}`, { dateTerminated });
const closedAt = async () => (await as(platform).get(`/users/${user.userId}`)).body.dateClosed;
const cron = async (instant: string) => {
	at(instant);
	await runCron(instant);
	restart();
};

test('a leaver signs in for thirty days more, and then no more', async () => {
	await cron(JUST_BEFORE);
	expect(await closedAt()).toBeNull();
	expect((await as(user).get('/auth/me')).status).toBe(200);
	await cron(THIRTY_DAYS_LATER);
	expect(await closedAt()).toBe(THIRTY_DAYS_LATER);
	expect((await as(user).get('/auth/me')).status).toBe(401);
	const [event] = await eventsFor(company.admin, `subject=${user.userId}&type=user.closed`);
	expect(event).toMatchObject({ actor: { type: 'CRON' }, after: { dateClosed: THIRTY_DAYS_LATER } });
	const ended = `SELECT reason FROM access_events WHERE user_id = ? AND type = 'session.ended'`;
	expect(await env.DB.prepare(ended).bind(user.userId).first('reason')).toBe('user_closed');
});

test.each([
	[0, LEAVES],
	[1, '2023-04-01T23:59:59.999Z'],
	[366, '2024-03-31T23:59:59.999Z'],
])('a company that leaves them in for %i days closes them at %s', async (leaverAccessDays, instant) => {
	await as(platform).put(`/companies/${company.id}`, { leaverAccessDays });
	await cron(new Date(Date.parse(instant) - 1).toISOString());
	expect(await closedAt()).toBeNull();
	await cron(instant);
	expect(await closedAt()).toBe(instant);
});

test('a user who is opened again afterwards stays open', async () => {
	await cron(THIRTY_DAYS_LATER);
	await as(platform).delete(`/users/${user.userId}/closure`);
	await cron('2023-05-01T12:00:00.000Z');
	expect(await closedAt()).toBeNull();
});

test('a person who is hired again and leaves again is closed again', async () => {
	await cron(THIRTY_DAYS_LATER);
	await leave(null);
	await as(platform).delete(`/users/${user.userId}/closure`);
	await leave('2023-05-31T23:59:59.999Z');
	await cron('2023-06-30T23:59:59.998Z');
	expect(await closedAt()).toBeNull();
	await cron('2023-06-30T23:59:59.999Z');
	expect(await closedAt()).not.toBeNull();
});

test('a verifier or administrator of the company left is closed, who manages another one stays', async () => {
	const manages = (companyId: string) =>
		env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(user.userId, companyId).run();
	await manages(company.id);
	await cron(THIRTY_DAYS_LATER);
	expect(await closedAt()).not.toBeNull();
	await as(platform).delete(`/users/${user.userId}/closure`);
	await manages((await newCompany()).id);
	await leave('2023-04-29T23:59:59.999Z');
	await cron('2023-05-30T23:59:59.999Z');
	expect(await closedAt()).toBeNull();
});

test('a platform administrator who leaves stays, so that somebody can let people in', async () => {
	await as(platform).put(`/users/${user.userId}`, { roles: ['EMPLOYEE', 'PLATFORM_ADMIN'] });
	await cron(THIRTY_DAYS_LATER);
	expect(await closedAt()).toBeNull();
});
