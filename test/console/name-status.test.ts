import { beforeAll, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { register } from '../harness/mail.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newEmployee, newUser, userOf } from '../harness/service.ts';
import { newWorld, type World } from '../whole/contract/world.ts';

const english = { 'Accept-Language': 'en' };

let world: World;
let visit: Visit;
beforeAll(async () => {
	world = await newWorld();
	const reader = await newUser(['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [world.companyId]);
	const path = `/employees/${world.employeeId}`;
	await as(reader).put(path, { firstName: 'Rosa', lastName: 'Klein' });
	await as(reader).put(`${path}/flex/access`, {
		budget: { value: 5000, currency: 'EUR_CENT' },
		accumulateBudget: true,
		startDate: '2023-03-08T00:00:00.000Z',
		flexTaxRuleTemplateId: world.templateId,
	});
	at('2023-03-08T12:00:00.000Z');
	visit = await visitOf(reader);
});

test.each([
	['Today, in what is ahead', '/today'],
	['the list of people that are selected', '/people/many/invitation?id=:employeeId'],
	['the queue of a verifier', '/verify'],
	['the list of all waiting expenses', '/verify/list'],
	['one decision on many expenses', '/verify/many?id=:expenseId'],
	['the page of an expense', '/verify/:expenseId'],
	['the page of a receipt', '/benefits/receipts/:expenseId'],
	['the lines of a closed month', '/payroll/runs/:runId'],
	['the lines that a run carried over', '/payroll/runs/:runId/held-over'],
	['the lines that wait', '/payroll/waiting'],
	['the page of a line', '/payroll/lines/:committedId'],
	['the balances of a month', '/payroll/balances'],
	['the vouchers of a month', '/payroll/vouchers'],
	['the expenses of a month', '/payroll/expenses'],
	['the calendar with names', '/calendar?view=list&from=2023-03&names=on'],
	['the people who use tax rules', '/templates/:templateId'],
])('the status stands beside the name: %s', async (_, address) => {
	const path = address.replaceAll(/:(\w+)/g, (__, name) => String(world[name as keyof World]));
	const company = `${path.includes('?') ? '&' : '?'}company=${world.companyId}`;
	const { status, body } = await browse(visit).get(path + company, english);
	expect(status).toBe(200);
	expect(pageOf(body).one('main').text).toContain('Rosa Klein paused until 8 March 2023');
});

test('the tag tells each status, except that somebody is active', async () => {
	const employeeId = await newEmployee({ id: world.companyId, admin: visit }, { lastName: 'Aktiv' });
	await as(visit).put(`/employees/${employeeId}/flex/access`, {
		budget: { value: 5000, currency: 'EUR_CENT' },
		accumulateBudget: true,
		startDate: '2023-03-08T00:00:00.000Z',
	});
	const beside = async () => {
		const { body } = await browse(visit).get(`/payroll/balances?company=${world.companyId}`, english);
		return pageOf(body).rows.find(({ text }) => text.includes('Aktiv'))?.text;
	};
	expect(await beside()).toMatch(/^Aktiv invited 8 March 2023 €50/);
	await register((await userOf(employeeId)).userId);
	expect(await beside()).toMatch(/^Aktiv €50/);
});
