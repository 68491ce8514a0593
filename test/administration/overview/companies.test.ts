import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, visitOf } from '../../harness/console.ts';
import { counting } from '../../harness/counting.ts';
import { pageOf } from '../../harness/page.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany } from '../../harness/service.ts';
import { accessOf, newSpender } from '../../harness/spending.ts';

let company: TestCompany;
beforeEach(async () => {
	at('2023-02-10T12:00:00.000Z');
	company = await newCompany();
});

/** The steps that are left, by the links of the page; null without the list. */
async function stepsLeft({ id, admin }: TestCompany, bindings = env): Promise<string[] | null> {
	const { get } = browse(await visitOf(admin), bindings);
	const { status, body } = await get(`/today?company=${id}`, { 'Accept-Language': 'en' });
	expect(status).toBe(200);
	const list = pageOf(body)
		.select('section')
		.find((part) => part.all('heading', 'Before the first month').length > 0);
	return list === undefined
		? null
		: list
				.one('list')
				.all('link')
				.map(({ text }) => text);
}

test('a new company is led from step to step, and each goes away when it is done', async () => {
	const steps = (await stepsLeft(company)) ?? [];
	expect(steps).toHaveLength(5);
	const { admin, id } = company;
	const employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
	expect(await stepsLeft(company)).toEqual(steps.slice(1));
	await as(admin).put(`/employees/${employeeId}/flex/access`, accessOf());
	expect(await stepsLeft(company)).toEqual(steps.slice(2));
	await newUser(['FLEX_DOCUMENT_VERIFIER'], [id]);
	expect(await stepsLeft(company)).toEqual(steps.slice(3));
	await as(admin).put(`/companies/${id}/payroll-settings`, { wageTypes: { MEALS: null } });
	expect(await stepsLeft(company)).toEqual(steps.slice(3));
	await as(admin).put(`/companies/${id}/payroll-settings`, { wageTypes: { MEALS: { number: '2100' } } });
	expect(await stepsLeft(company)).toEqual(steps.slice(4));
	await as(admin).post(`/employees/${employeeId}/invitation`);
	expect(await stepsLeft(company)).toBeNull();
});

test('a company that has closed a month needs no list, even with omitted steps', async () => {
	const spender = await newSpender({}, company);
	expect(await stepsLeft(company)).toHaveLength(1);
	at('2023-03-10T12:00:00.000Z');
	expect((await spender.close('2023-02')).status).toBe(201);
	expect(await stepsLeft(company)).toBeNull();
});

test('another company does nothing for this one', async () => {
	await newSpender();
	expect(await stepsLeft(company)).toHaveLength(5);
});

test('the list costs no round trip of its own', async () => {
	const { counted, bindings } = counting();
	await stepsLeft(company, bindings);
	expect(counted.trips).toBeLessThanOrEqual(2);
});
