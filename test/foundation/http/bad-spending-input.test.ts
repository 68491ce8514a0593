import { beforeAll, describe, expect, test } from 'vitest';
import { as, at, newUser, type TestUser } from '../../harness/service.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';
import type { FaultKind } from './faults.ts';
import { describeFaults, type Request } from './refused.ts';

let platform: TestUser;
let world: World;

const amount = { value: 100, currency: 'EUR_CENT' };
const submission = { amount, date: '2023-03-07' };
const expenses = () => `/employees/${world.employeeId}/flex/expenses`;

/** Every operation of the spending side with a body: its method, its address, and a body that would be accepted. */
const OPERATIONS = {
	submitMeal: () => ['POST', expenses(), { ...submission, module: 'MEALS', days: 1 }],
	submitTicket: () => ['POST', expenses(), { ...submission, module: 'MOBILITY', isPublicTransport: true }],
	submitInternet: () => ['POST', expenses(), { ...submission, module: 'INTERNET' }],
	rejectExpense: () => ['POST', `/flex/expenses/${world.expenseId}/rejection`, { reason: 'Not legible' }],
	correctTransaction: () => [
		'POST',
		`/companies/${world.companyId}/flex/payroll-transactions/${world.transactionId}/corrections`,
		{ amount: { ...amount, value: -100 }, reason: 'Counted twice' },
	],
	settleTransaction: () => [
		'POST',
		`/companies/${world.companyId}/flex/payroll-transactions/${world.correctionId}/settlement`,
		{ reason: 'Paid by bank transfer', date: '2023-03-06' },
	],
	closePayrollRun: () => ['POST', `/companies/${world.companyId}/flex/payroll-runs`, { month: '2023-02' }],
	updatePayrollSettings: () => [
		'PUT',
		`/companies/${world.companyId}/payroll-settings`,
		{ adviserNumber: '1234567', clientNumber: '42', wageTypes: { MEALS: { number: '2100', lodasKey: '2' } } },
	],
} satisfies Record<string, () => Request>;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	world = await newWorld();
});

const FIELDS: Record<keyof typeof OPERATIONS, Record<string, FaultKind[]>> = {
	submitMeal: {
		module: ['module', 'required'],
		amount: ['spending'],
		date: ['day', 'required'],
		days: ['days', 'required'],
		isPublicTransport: ['boolean', 'superfluousBoolean'],
		note: ['text'],
		state: ['unknown'],
		authorId: ['unknown'],
		companyId: ['unknown'],
	},
	submitTicket: { isPublicTransport: ['boolean', 'required'], days: ['days', 'superfluousDays'] },
	submitInternet: { isPublicTransport: ['superfluousBoolean'], days: ['superfluousDays'] },
	rejectExpense: { reason: ['text'], note: ['unknown'] },
	closePayrollRun: { month: ['month', 'required'], state: ['unknown'] },
	correctTransaction: { amount: ['correction'], reason: ['text', 'required'], module: ['unknown'] },
	settleTransaction: { reason: ['text', 'required'], date: ['day', 'required'], amount: ['unknown'] },
	updatePayrollSettings: {
		adviserNumber: ['adviser'],
		clientNumber: ['client'],
		wageTypes: ['wageTypes', 'required'],
		companyId: ['unknown'],
	},
};

describeFaults(() => platform, OPERATIONS, FIELDS);

describe('null means the same as nothing at all', () => {
	test.each<[keyof typeof OPERATIONS, object]>([
		['submitMeal', { isPublicTransport: null, note: null }],
		['submitTicket', { days: null, note: null }],
		['updatePayrollSettings', { adviserNumber: null, clientNumber: null }],
		['updatePayrollSettings', { wageTypes: { MEALS: { number: '2100', lodasKey: null }, KITA: null } }],
	])('%s with %j', async (operation, nulls) => {
		const [method, path, body] = OPERATIONS[operation]();
		const answer = await as(platform).send(method, path, { ...body, ...nulls });
		expect(answer.body.errors).toBeUndefined();
		expect([200, 201]).toContain(answer.status);
	});
});
