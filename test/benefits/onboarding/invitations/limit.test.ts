import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	runCron,
	type TestCompany,
	uniqueEmail,
} from '../../../harness/service.ts';

let company: TestCompany;
let email: string;
let employeeId: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	email = uniqueEmail();
	employeeId = await newEmployee(company, { email });
});

const invite = () => as(company.admin).post(`/employees/${employeeId}/invitation`);

const inviteTimes = async (count: number) => {
	for (let n = 0; n < count; n++) expect((await invite()).status).toBe(200);
};

test('the sixth invitation of a day is refused until midnight UTC, and leaves the last link valid', async () => {
	await inviteTimes(4);
	const mails = () => env.DB.prepare('SELECT count(*) AS n FROM mails').first('n');
	const before = await mails();
	at('2023-03-07T23:59:59.999Z');
	const { status, body, headers } = await invite();
	expect({ status, code: body.code }).toEqual({ status: 409, code: 'too_many_invitations' });
	expect(body.detail).toContain('2023-03-08T00:00:00.000Z');
	expect(headers.get('Retry-After')).toBe('1');
	expect(await mails()).toBe(before);
	at('2023-03-08T00:00:00.000Z');
	await inviteTimes(5);
	expect((await invite()).status).toBe(409);
});

test('a company that invites many people gets the person named, and the others are invited', async () => {
	await inviteTimes(4);
	await env.DB.exec('DELETE FROM one_time_tokens');
	const other = await newEmployee(company);
	await env.DB.exec('DELETE FROM one_time_tokens');
	const { body } = await as(company.admin).post(`/companies/${company.id}/employees/invitations`);
	expect(body).toEqual({
		invited: 1,
		more: false,
		refused: [{ employeeId, code: 'too_many_invitations' }],
	});
	expect((await as(company.admin).post(`/employees/${other}/invitation`)).status).toBe(200);
});

test('invitations at once stay within the limit together', async () => {
	const statuses = (await Promise.all(Array.from({ length: 8 }, invite))).map(({ status }) => status);
	expect(statuses.filter((status) => status === 200)).toHaveLength(4);
	expect(statuses.filter((status) => status === 409)).toHaveLength(4);
});

test('an expired link and a forgotten password answer as always, and send nothing more', async () => {
	await inviteTimes(4);
	const mails = () => env.DB.prepare('SELECT count(*) AS n FROM mails').first('n');
	const before = await mails();
	expect((await call('POST', '/auth/password-reset', { email })).status).toBe(200);
	expect(await mails()).toBe(before);
});

test('the cron deletes the counts of past days', async () => {
	await runCron('2023-03-08T00:00:00.000Z');
	const past = env.DB.prepare('SELECT count(*) AS n FROM invitation_days WHERE day < ?');
	expect(await past.bind(Date.parse('2023-03-08') / 86_400_000).first('n')).toBe(0);
});
