import { beforeEach, expect, test } from 'vitest';
import { as, at } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

const rule = { budgets: [], maxDaysPerMonth: null, isOnlyPublicTransportAllowed: false };
const create = (rules: object[]) =>
	as(spender.admin).post('/flex/tax-rule-templates', {
		name: 'Limits',
		rules,
		companyIds: [spender.company.id],
	});

test('a rule that names a module shows it, and one for all modules has the shape of the specification', async () => {
	const { status, body } = await create([{ module: 'INTERNET' }, { module: null }, {}]);
	expect(status).toBe(201);
	expect(body.rules).toEqual([{ ...rule, module: 'INTERNET' }, rule, rule]);
	expect((await create([{ module: 'GOODIES' }])).status).toBe(400);
});

test('a rule that names a module limits that module only', async () => {
	const { body } = await create([{ module: 'INTERNET', budgets: [{ budget: cents(1000) }] }]);
	await spender.grant({ flexTaxRuleTemplateId: body.id });
	const expense = (module: string, value: number) => ({ module, amount: cents(value), date: '2023-03-07' });
	expect((await spender.submit(expense('HEALTH', 2000))).status).toBe(201);
	expect((await spender.submit(expense('INTERNET', 900))).status).toBe(201);
	expect(await spender.submit(expense('INTERNET', 101))).toMatchObject(
		refusal(409, 'tax_budget_exceeded', { limit: 1000, used: 900, left: 100 }),
	);
});
