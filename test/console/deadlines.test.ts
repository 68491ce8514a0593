import { beforeEach, expect, test } from 'vitest';
import { browse, visitOf } from '../harness/console.ts';
import { as, at, newCompany, newEmployee, type TestCompany, userOf } from '../harness/service.ts';

let company: TestCompany;
let employeeId: string;
beforeEach(async () => {
	at('2026-03-01T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	await as(company.admin).put(`/employees/${employeeId}/flex/access`, {
		budget: { value: 5000, currency: 'EUR_CENT' },
		accumulateBudget: true,
		startDate: '2026-02-01T00:00:00.000Z',
	});
	await as(company.admin).put(`/companies/${company.id}`, { submissionDay: 5 });
});

const open = async (user: Parameters<typeof visitOf>[0], path: string, language = 'en') =>
	(await browse(await visitOf(user)).get(path, { 'Accept-Language': language })).body as string;

test.each(['/benefits', '/benefits/new'])(
	'%s tells until when receipts of each month can be handed in',
	async (path) => {
		const employee = await userOf(employeeId);
		at('2026-03-05T23:59:59.999Z');
		const open5 = await open(employee, path);
		expect(open5).toContain('Receipts of February 2026 can be submitted until the evening of 5 March 2026.');
		expect(open5).toContain('Receipts of March 2026 can be submitted until the evening of 5 April 2026.');
		at('2026-03-06T00:00:00.000Z');
		const open6 = await open(employee, path);
		expect(open6).not.toContain('Receipts of February 2026');
		expect(open6).toContain('Receipts of March 2026');
		expect(await open(employee, path, 'de')).toContain(
			'Belege für März 2026 können Sie bis zum Abend des 5. April 2026 einreichen.',
		);
	},
);

test('without a day of its own, receipts are handed in until the cut-off', async () => {
	await as(company.admin).put(`/companies/${company.id}`, { submissionDay: null });
	expect(await open(await userOf(employeeId), '/benefits')).toContain(
		'Receipts of February 2026 can be submitted until the evening of 7 March 2026.',
	);
});

test('Today tells the company’s day beside the cut-off, also when it has passed, and nothing where there is none', async () => {
	at('2026-03-05T23:59:59.999Z');
	expect(await open(company.admin, '/today')).toContain(
		'Receipts of February 2026 can be submitted until the evening of 5 March 2026.',
	);
	at('2026-03-06T00:00:00.000Z');
	expect(await open(company.admin, '/today')).toContain(
		'Receipts of February 2026 could be submitted until 5 March 2026.',
	);
	await as(company.admin).put(`/companies/${company.id}`, { submissionDay: null });
	expect(await open(company.admin, '/today')).not.toContain('Receipts of February 2026');
});
