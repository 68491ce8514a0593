import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, visitOf } from '../../../harness/console.ts';
import { bearing, newApiKey } from '../../../harness/keys.ts';
import {
	as,
	at,
	newCompany,
	newUser,
	restart,
	runCron,
	type TestCompany,
	type TestUser,
} from '../../../harness/service.ts';
import { mailsTo } from '../../../tenants/auth/one-time/links.ts';

const BEFORE_IT_ENDS = '2023-04-30T23:59:59.998Z';
const THIRTY_DAYS_LATER = '2023-04-30T23:59:59.999Z';
const AN_HOUR_LATER = '2023-05-01T00:59:59.999Z';

let platform: TestUser;
let company: TestCompany;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails');
	platform = await newUser(['PLATFORM_ADMIN']);
	company = await newCompany();
});

const emailOf = async ({ userId }: TestUser) => (await as(platform).get(`/users/${userId}`)).body.email;
const closedAt = async ({ userId }: TestUser) => (await as(platform).get(`/users/${userId}`)).body.dateClosed;
const cron = async (instant: string) => {
	at(instant);
	await runCron(instant);
	restart();
};
const toldOf = async ({ userId }: TestUser) =>
	(await mailsTo(userId)).filter((kind) => kind === 'last_admin_left');

const pageOf = async (user: TestUser, path: string): Promise<string> =>
	(await browse(await visitOf(user)).get(path)).body;

/** An integration makes the administrator an employee of the company and ends the employment. */
async function leave(administrator: TestUser): Promise<void> {
	const key = await newApiKey({ ...company, admin: platform }, ['createEmployee', 'updateEmployee']);
	const email = await emailOf(administrator);
	const { body } = await bearing(key.key, 'POST', '/employees', { email, companyId: company.id });
	const dateTerminated = '2023-03-31T23:59:59.999Z';
	const ended = await bearing(key.key, 'PUT', `/employees/${body.employeeId}`, { dateTerminated });
	expect(ended.status).toBe(200);
}

test('the last administrator stays open, and both sides get one mail', async () => {
	await leave(company.admin);
	await cron(BEFORE_IT_ENDS);
	expect(await toldOf(company.admin)).toEqual([]);
	await cron(THIRTY_DAYS_LATER);
	await cron(AN_HOUR_LATER);
	expect(await closedAt(company.admin)).toBeNull();
	expect((await as(company.admin).get('/users')).status).toBe(200);
	expect(await toldOf(company.admin)).toEqual(['last_admin_left']);
	expect(await toldOf(platform)).toEqual(['last_admin_left']);
});

test('the pages of the company and of the platform say so, until somebody else administers it', async () => {
	await leave(company.admin);
	await cron(THIRTY_DAYS_LATER);
	const sentence = 'is the only administrator and no longer works here';
	const today = `/today?company=${company.id}`;
	expect(await pageOf(company.admin, today)).toContain(sentence);
	expect(await pageOf(platform, today)).toContain(sentence);
	const remedy = `/team?company=${company.id}`;
	expect(await pageOf(platform, '/today')).toContain(remedy);
	const elsewhere = [(await newCompany()).id, (await newCompany()).id];
	expect(await pageOf(await newUser(['COMPANY_ADMIN'], elsewhere), '/today')).not.toContain(remedy);
	expect(await pageOf(platform, `/platform/companies/${company.id}`)).toContain(
		'the only administrator has left',
	);
	const next = await newUser(['COMPANY_ADMIN'], [company.id]);
	expect(await pageOf(next, today)).not.toContain(sentence);
	expect(await pageOf(platform, '/today')).not.toContain(remedy);
});

test('once somebody else administers the company, the next run closes the account', async () => {
	await leave(company.admin);
	await cron(THIRTY_DAYS_LATER);
	await newUser(['COMPANY_ADMIN'], [company.id]);
	await cron(AN_HOUR_LATER);
	expect(await closedAt(company.admin)).toBe(AN_HOUR_LATER);
	expect(await toldOf(company.admin)).toEqual(['last_admin_left']);
});

test('one stays open if both administrators leave together', async () => {
	const other = await newUser(['COMPANY_ADMIN'], [company.id]);
	await leave(company.admin);
	await leave(other);
	await cron(THIRTY_DAYS_LATER);
	const closed = [await closedAt(company.admin), await closedAt(other)];
	expect(closed.filter((date) => date === null)).toHaveLength(1);
});

test('a closed colleague counts as nobody, an open one as an administrator', async () => {
	const colleague = await newUser(['COMPANY_ADMIN'], [company.id]);
	await as(platform).post(`/users/${colleague.userId}/closure`);
	await leave(company.admin);
	await cron(THIRTY_DAYS_LATER);
	expect(await closedAt(company.admin)).toBeNull();
	await as(platform).delete(`/users/${colleague.userId}/closure`);
	await cron(AN_HOUR_LATER);
	expect(await closedAt(company.admin)).toBe(AN_HOUR_LATER);
});

test('an administrator who is hired again gets no second mail, and keeps the account', async () => {
	await leave(company.admin);
	await cron(THIRTY_DAYS_LATER);
	const { employeeId } = (await as(platform).get(`/employees?companyId=${company.id}`)).body[0];
	await as(platform).put(`/employees/${employeeId}`, { dateTerminated: null });
	await cron(AN_HOUR_LATER);
	expect(await closedAt(company.admin)).toBeNull();
	expect(await pageOf(company.admin, `/today?company=${company.id}`)).not.toContain('no longer works here');
});
