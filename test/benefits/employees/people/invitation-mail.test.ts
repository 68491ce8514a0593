import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import {
	as,
	newCompany,
	newEmployee,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../../../harness/service.ts';
import { mailedToken, register } from '../../../tenants/auth/one-time/links.ts';

interface Person {
	employeeId: string;
	state: string;
	invitationMail: string | null;
}

const people = async ({ id, admin }: TestCompany, query = ''): Promise<Person[]> =>
	(await as(admin).get(`/companies/${id}/people?${query}`)).body;

/** Lets the carrier have returned all that was mailed to a user. */
const bounce = (userId: string) =>
	env.DB.prepare("UPDATE mails SET state = 'bounced', sealed = NULL WHERE user_id = ?").bind(userId).run();

test('an administrator sees whose invitation came back, finds those people, and invites them again', async () => {
	const company = await newCompany();
	const [lost, other] = [await newEmployee(company), await newEmployee(company)];
	const uninvited = await newEmployee(company, { skipSendRegistrationEmail: true });
	await bounce((await userOf(lost)).userId);
	const mailOf = (all: Person[]) => all.map(({ employeeId, invitationMail }) => [employeeId, invitationMail]);
	expect(mailOf(await people(company))).toEqual([
		[lost, 'bounced'],
		[other, 'waiting'],
		[uninvited, null],
	]);
	expect(mailOf(await people(company, 'invitationMail=bounced'))).toEqual([[lost, 'bounced']]);
	expect(mailOf(await people(company, 'invitationMail=bounced&q=person'))).toEqual([[lost, 'bounced']]);

	await as(company.admin).put(`/employees/${lost}`, { email: uniqueEmail() });
	expect((await as(company.admin).post(`/employees/${lost}/invitation`)).status).toBe(200);
	expect(mailOf(await people(company, 'invitationMail=waiting'))).toEqual([
		[lost, 'waiting'],
		[other, 'waiting'],
	]);
});

test('a registered person has no invitation status', async () => {
	const company = await newCompany();
	const { userId } = await userOf(await newEmployee(company));
	const token = await mailedToken(userId);
	await bounce(userId);
	expect((await register(token)).status).toBe(200);
	expect(await people(company)).toMatchObject([{ state: 'REGISTERED', invitationMail: null }]);
});
