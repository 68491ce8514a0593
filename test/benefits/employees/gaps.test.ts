import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { LACKS } from '../../../src/benefits/employees/people/rules.ts';
import { UNREACHED } from '../../../src/tenants/mail/rules.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { counting } from '../../harness/counting.ts';
import { pageOf } from '../../harness/page.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';
import { accessOf, newSpender } from '../../harness/spending.ts';
import { mailedToken, register } from '../../tenants/auth/one-time/links.ts';

let company: TestCompany;
beforeEach(async () => {
	at('2023-02-20T12:00:00.000Z');
	company = await newCompany();
});

/** The numbers of people on the page, by the filter to which their lines lead. */
async function counts(): Promise<Record<string, number>> {
	const visit = await visitOf(company.admin);
	const { body } = await browse(visit).get('/today', { 'Accept-Language': 'en' });
	const lines = pageOf(body)
		.all('link', /: \d+ /)
		.filter(({ href }) => href.includes('&'));
	return Object.fromEntries(
		lines.map(({ href, name }) => [href.split('&')[1], Number.parseInt(name.split(': ')[1] ?? '', 10)]),
	);
}

/** The lengths of the same lists in the API; empty ones have no line. */
async function lengths(): Promise<Record<string, number>> {
	const filters = [
		...UNREACHED.map((state) => `invitationMail=${state}`),
		...LACKS.filter((lack) => lack !== 'REGISTRATION').map((lack) => `missing=${lack}`),
	];
	const found = filters.map(async (filter) => {
		const { body } = await as(company.admin).get(`/companies/${company.id}/people?${filter}`);
		return [filter, body.length] as const;
	});
	return Object.fromEntries((await Promise.all(found)).filter(([, length]) => length > 0));
}

const end = (state: string, userId: string) =>
	env.DB.prepare('UPDATE mails SET state = ?, sealed = NULL WHERE user_id = ?').bind(state, userId).run();

test('every number is the length of the list to which its line leads', async () => {
	const ids = [];
	for (let count = 0; count < 8; count++) ids.push(await newEmployee(company));
	const [, again, , elsewhere, failed, unsent, leaver, erased] = ids;
	const users = await Promise.all(ids.map((employeeId) => userOf(employeeId)));
	const token = await mailedToken(users[2]?.userId ?? '');
	const states = ['bounced', 'bounced', 'bounced', 'sent', 'failed', 'no_carrier', 'bounced', 'bounced'];
	for (const [index, state] of states.entries()) await end(state, users[index]?.userId ?? '');
	const admin = as(company.admin);
	await admin.put(`/employees/${again}`, { email: uniqueEmail() });
	expect((await admin.post(`/employees/${again}/invitation`)).status).toBe(200);
	expect((await register(token)).status).toBe(200);
	await admin.put(`/employees/${elsewhere}/flex/access`, accessOf({ endDate: '2023-02-28T23:59:59.999Z' }));
	await admin.put(`/employees/${failed}/flex/access`, accessOf({ startDate: '2023-03-01T00:00:00.000Z' }));
	await admin.put(`/employees/${unsent}`, { personnelNumber: '17' });
	for (const [id, day] of [
		[leaver, '2023-02-28T23:59:59.999Z'],
		[erased, '2023-02-01T00:00:00.000Z'],
	]) {
		expect((await admin.put(`/employees/${id}`, { dateTerminated: day })).status).toBe(200);
	}
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	await platform.put(`/companies/${company.id}`, { retentionMonths: 0 });
	expect((await platform.post(`/employees/${erased}/erasure`)).status).toBe(200);
	for (const [moment, missing] of [
		['2023-02-20T12:00:00.000Z', { PERSONNEL_NUMBER: 6, BUDGET: 6 }],
		['2023-02-28T23:59:59.999Z', { PERSONNEL_NUMBER: 5, BUDGET: 5 }],
		['2023-03-01T00:00:00.000Z', { PERSONNEL_NUMBER: 5, BUDGET: 5 }],
	] as const) {
		at(moment);
		const expected = {
			'invitationMail=bounced': 2,
			'invitationMail=failed': 1,
			'invitationMail=no_carrier': 1,
			'missing=PERSONNEL_NUMBER': missing.PERSONNEL_NUMBER,
			'missing=BUDGET': missing.BUDGET,
		};
		expect(await counts(), moment).toEqual(expected);
		expect(await lengths(), moment).toEqual(expected);
	}
});

test('decided expenses and delivered mails cost nothing; each person a few rows', async () => {
	const spender = await newSpender({}, company);
	const visit = await visitOf(spender.verifier);
	const rowsRead = async (of = visit) => {
		const { counted, bindings } = counting();
		await browse(of, bindings).get('/today');
		return counted.rowsRead;
	};
	await spender.submitted({ date: '2023-02-10' });
	await rowsRead();
	const before = await rowsRead();
	for (let count = 0; count < 5; count++)
		await spender.approved({ date: '2023-02-10', amount: { value: 1, currency: 'EUR_CENT' } });
	expect(await rowsRead()).toBe(before);
	const admin = await visitOf(company.admin);
	await rowsRead(admin);
	const few = await rowsRead(admin);
	for (let count = 0; count < 20; count++) await newEmployee(company, { skipSendRegistrationEmail: true });
	expect(((await rowsRead(admin)) - few) / 20).toBeLessThan(13);
});
