import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { register } from '../../harness/mail.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	userOf,
} from '../../harness/service.ts';

const NOW = Date.parse('2023-03-07T12:00:00.000Z');
let company: TestCompany;
let employeeId: string;

beforeEach(async () => {
	at(new Date(NOW).toISOString());
	company = await newCompany();
	employeeId = await newEmployee(company, { dateTerminated: '2023-06-30T23:59:59.999Z' });
});

const good = {
	budget: { value: 5000, currency: 'EUR_CENT' },
	accumulateBudget: true,
	startDate: '2023-04-01T00:00:00.000Z',
};
const misshapen = { ...good, budget: 5000 };
const tooEarly = { ...good, startDate: '2022-01-01T00:00:00.000Z' };
const tooLate = { ...good, startDate: '2024-01-01T00:00:00.000Z' };
const endTooEarly = { ...tooEarly, endDate: '2022-01-31T23:59:59.999Z' };
const unknownTemplate = { ...tooLate, flexTaxRuleTemplateId: newId(NOW) };

const path = (id: string) => `/employees/${id}/flex/access`;

describe('the first of several reasons to refuse, in this order, is returned:', () => {
	test('401 before the shape, whatever is wrong besides', async () => {
		for (const body of [misshapen, '{', 'x'.repeat(70_000)]) {
			expect((await call('PUT', path('no-id'), body)).status).toBe(401);
		}
		expect((await call('GET', '/employees?limit=0')).status).toBe(401);
	});

	test('401 before an unknown route of the API', async () => {
		expect((await call('GET', '/nothing')).status).toBe(401);
	});

	test.each([
		['MERGE', '/auth', 405],
		['PATCH', '/auth/refresh', 405],
		['PATCH', '/employees', 405],
		['POST', '/auth/refresh/', 404],
		['POST', '/nothing', 404],
	])('that there is no %s %s before a body that is no UTF-8', async (method, address, status) => {
		const answer = await as(company.admin).send(method, address, Uint8Array.of(0x80));
		expect(answer.status).toBe(status);
		expect(answer.headers.has('Allow')).toBe(status === 405);
	});

	test('the shape before 403', async () => {
		const employee = await userOf(employeeId);
		for (const body of [misshapen, '{', { ...good, typo: 1 }]) {
			expect((await as(employee).put(path('no-id'), body)).status).toBe(400);
		}
		expect((await as(employee).get('/employees?limit=0')).status).toBe(400);
		expect((await as(employee).delete(path('no-id'), {})).status).toBe(400);
	});

	test('the shape before 404', async () => {
		expect((await as(company.admin).put(path('no-id'), misshapen)).status).toBe(400);
		expect((await as(company.admin).get(`${path('no-id')}?date=2023-02-30`)).status).toBe(400);
		expect((await as(company.admin).delete(path('no-id'))).status).toBe(400);
	});

	test('403 before 404, and before the rules', async () => {
		const employee = await userOf(employeeId);
		for (const id of [employeeId, newId(NOW), 'no-id']) {
			expect((await as(employee).put(path(id), tooEarly)).status).toBe(403);
		}
		const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
		expect((await as(verifier).put(path(newId(NOW)), good)).status).toBe(403);
	});

	test('404 before the rules', async () => {
		const foreign = await newCompany();
		for (const body of [tooEarly, tooLate, unknownTemplate]) {
			expect((await as(company.admin).put(path(newId(NOW)), body)).status).toBe(404);
			expect((await as(foreign.admin).put(path(employeeId), body)).status).toBe(404);
		}
	});

	test.each<[string, object, number, string]>([
		['a start outside its window before its end', endTooEarly, 400, 'date_out_of_window'],
		[
			'a date outside its window before an unknown template',
			{ ...unknownTemplate, ...tooEarly },
			400,
			'date_out_of_window',
		],
		['an unknown template before the termination', unknownTemplate, 400, 'unknown_tax_rule_template'],
		['the termination last', tooLate, 409, 'employee_terminated'],
	])('within the rules %s', async (_, body, status, code) => {
		expect(await as(company.admin).put(path(employeeId), body)).toMatchObject({ status, body: { code } });
	});

	test('a company one does not manage before a taken e-mail', async () => {
		const foreign = await newCompany();
		const { email } = (await as(company.admin).get(`/employees/${employeeId}`)).body;
		await register((await userOf(employeeId)).userId);
		const creation = { email, companyId: foreign.id };
		expect(await as(company.admin).post('/employees', creation)).toMatchObject({
			status: 400,
			body: { code: 'unknown_company' },
		});
		expect(await as(foreign.admin).post('/employees', creation)).toMatchObject({
			status: 409,
			body: { code: 'email_taken' },
		});
	});
});
