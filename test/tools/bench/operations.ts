import { MAIN_COMPANY, seededId } from './seed.ts';

/** The sender of a counted request. */
export type Sender = 'nobody' | 'admin' | 'platform' | 'verifier' | 'employee' | 'leaver' | 'newcomer';

/** An employee that no request has changed yet, and other records that a request may name. */
export interface Target {
	n: number;
	email: string;
	refreshToken: string;
	templateId: string;
	userId: string;
}

export interface Operation {
	name: string;
	/** The most round trips. */
	aim: number;
	sender: Sender;
	path: (target: Target) => string;
	body?: (target: Target) => object;
}

export const ADMIN = { email: 'admin@bench.example', password: 'a password of the benchmark' };

const company = seededId('company', MAIN_COMPANY);
const money = { value: 6000, currency: 'EUR_CENT' };
const summer = { startDate: '2026-07-01T00:00:00.000Z', endDate: '2026-08-31T23:59:59.999Z' };
const expense = { module: 'SPORTS', amount: { value: 1000, currency: 'EUR_CENT' }, date: '2026-06-12' };
const correction = { amount: { value: -100, currency: 'EUR_CENT' }, reason: 'Paid back' };
const ending = { endDate: '2026-09-30T23:59:59.999Z' };

/** The path is the operation's name with its parameters filled in. */
const filled = (name: string) => (target: Target) =>
	name
		.replace(/^\w+ /, '')
		.replace(/ \(.*$/, '')
		.replace('{id}', seededId('employee', target.n))
		.replace('{employeeId}', seededId('employee', target.n))
		.replace('{plannedVoucherId}', seededId('plan', target.n))
		.replace('{expenseId}', seededId('expense', target.n))
		.replace('{transactionId}', seededId('payroll', target.n))
		.replace('{companyId}', company)
		.replace('{templateId}', target.templateId)
		.replace('{userId}', target.userId)
		.replace('{email}', `person${target.n}@bench.example`)
		.replace('{number}', String(target.n).padStart(6, '0'));

const read = (name: string, sender: Sender = 'admin', aim = 1): Operation => ({
	name,
	aim,
	sender,
	path: filled(name),
});

const write = (
	name: string,
	body: (target: Target) => object,
	sender: Sender = 'admin',
	aim = 2,
): Operation => ({ ...read(name, sender, aim), body });

export const OPERATIONS: Operation[] = [
	write('POST /auth', () => ADMIN, 'nobody'),
	write('POST /auth/refresh', ({ refreshToken }) => ({ refreshToken }), 'nobody'),
	read('GET /auth/me'),
	read('GET /auth/me (first request of a session)', 'newcomer', 2),
	read('GET /employees?limit=200'),
	read('GET /employees?limit=200 (platform)', 'platform'),
	read('GET /employees?limit=200&group=office'),
	read('GET /employees?limit=200&costCenter=4711'),
	read('GET /employees?limit=200&group=office&costCenter=none'),
	read('GET /employees?personnelNumber={number}'),
	read('GET /employees?email={email}'),
	read('GET /employees?email={email} (platform)', 'platform'),
	read('GET /employees/{id}'),
	read('GET /employees/{employeeId}/date-windows'),
	read('GET /employees/{employeeId}/flex/access'),
	read('GET /employees/{employeeId}/flex/access (employee)', 'employee'),
	read('GET /employees/{employeeId}/goodies/planned-vouchers'),
	read('GET /employees/{employeeId}/goodies/default-access'),
	read('GET /employees/{employeeId}/goodies/vouchers'),
	read('GET /flex/tax-rule-templates'),
	read('GET /flex/tax-rule-templates/{templateId}'),
	read('GET /companies/{companyId}/flex/payroll-transactions?limit=200'),
	read('GET /companies/{companyId}/flex/payroll-transactions?limit=200&module=MEALS'),
	read('GET /companies/{companyId}/flex/payroll-runs?limit=5'),
	read('GET /companies/{companyId}/flex/payroll-corrections?limit=5'),
	read('GET /companies/{companyId}/payroll-settings'),
	read('GET /employees/{employeeId}/flex/balance?month=2026-06'),
	read('GET /employees/{employeeId}/flex/balance?month=2026-06 (employee)', 'employee'),
	read('GET /employees/{employeeId}/flex/balances?year=2026'),
	read('GET /employees/{employeeId}/flex/expenses?limit=200'),
	read('GET /flex/expenses/{expenseId}'),
	read('GET /flex/expenses/{expenseId}/receipts'),
	read('GET /companies/{companyId}/flex/expenses?limit=200'),
	read('GET /companies/{companyId}/flex/expenses?limit=200&state=SUBMITTED'),
	read('GET /companies/{companyId}/flex/expenses?limit=200&module=MEALS'),
	read('GET /companies/{companyId}/flex/expenses?limit=200&month=2026-06'),
	read('GET /companies/{companyId}/flex/expenses?limit=200&month=2025-06'),
	read('GET /companies/{companyId}/flex/expenses?limit=200&state=APPROVED&module=MEALS'),
	read('GET /companies/{companyId}/flex/expenses?limit=200&state=SUBMITTED&month=2026-05'),
	read('GET /companies/{companyId}/flex/expenses?limit=200&modifiedSince=2026-01-01T00:00:00.000Z'),
	read('GET /companies/{companyId}/flex/access?limit=200&month=2026-06'),
	read('GET /companies/{companyId}/flex/balances?limit=200&month=2026-06'),
	read('GET /companies/{companyId}/goodies/vouchers?limit=200&month=2026-06'),
	read('GET /employees?limit=200&modifiedSince=2026-01-01T00:00:00.000Z'),
	read('GET /employees?limit=200&state=ACTIVE'),
	read('GET /companies?limit=5', 'platform'),
	read('GET /companies/{companyId}', 'platform'),
	read('GET /users?limit=200', 'platform'),
	read('GET /users/{userId}', 'platform'),

	write('POST /employees', ({ email }) => ({
		email: `new-${email}`,
		companyId: company,
		groups: ['office'],
	})),
	write('PUT /employees/{id}', () => ({ costCentre: '4712', groups: ['office', 'sales'] })),
	write('PUT /employees/{employeeId}/flex/access', () => ({
		budget: money,
		accumulateBudget: true,
		...summer,
	})),
	write('DELETE /employees/{employeeId}/flex/access', () => ending),
	write('POST /employees/{employeeId}/goodies/planned-vouchers', () => ({
		amount: money,
		goodiesVoucherType: 'SPECIAL',
		interval: 'YEARLY',
		startDate: summer.startDate,
	})),
	write('PUT /employees/{employeeId}/goodies/budget', () => ({ budget: money, ...summer })),
	write('PUT /employees/{employeeId}/goodies/default-access', () => summer),
	write('DELETE /employees/{employeeId}/goodies/planned-vouchers', () => ending),
	write('DELETE /goodies/planned-vouchers/{plannedVoucherId}', () => ending),
	write('POST /flex/tax-rule-templates', () => ({ name: 'Meals', companyIds: [company] })),
	write('POST /companies', () => ({ name: 'New', taxAffiliation: 'AT' }), 'platform'),
	write('PUT /companies/{companyId}', ({ email }) => ({ name: `Renamed ${email}` }), 'platform'),
	write('POST /users', ({ email }) => ({ email: `user-${email}`, roles: ['COMPANY_ADMIN'] }), 'platform'),
	write('PUT /users/{userId}', () => ({ firstName: 'Ada' }), 'platform'),
	write('POST /employees/{employeeId}/flex/expenses', () => expense),
	write('POST /employees/{employeeId}/flex/expenses (employee)', () => expense, 'employee'),
	write('POST /flex/expenses/{expenseId}/approval', () => ({}), 'verifier', 3),
	write('POST /flex/expenses/{expenseId}/rejection', () => ({ reason: 'Not legible' }), 'verifier'),
	write('POST /flex/expenses/{expenseId}/withdrawal', () => ({}), 'employee'),
	write(
		'POST /companies/{companyId}/flex/payroll-transactions/{transactionId}/corrections',
		() => correction,
		'admin',
		3,
	),
	write('PUT /companies/{companyId}/payroll-settings', () => ({ wageTypes: {} })),
	write(
		'POST /companies/{companyId}/flex/payroll-runs (of no line)',
		() => ({ month: '2026-01' }),
		'admin',
		4,
	),
	read('GET /events?limit=5'),
	read('GET /events?limit=5 (platform)', 'platform'),
	read('GET /events?limit=5&since=2026-01-01T00:00:00.000Z'),
	read('GET /events?subject={id}'),
	write('POST /auth/logout', () => ({}), 'leaver', 1),
];
