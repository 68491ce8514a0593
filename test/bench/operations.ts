import { MAIN_COMPANY, seededId } from './seed.ts';

/** Who sends a counted request. */
export type Sender = 'nobody' | 'admin' | 'platform' | 'employee' | 'leaver' | 'newcomer';

/** An employee that nothing was done to yet, and what else a request may name. */
export interface Target {
	n: number;
	email: string;
	refreshToken: string;
	templateId: string;
	userId: string;
}

export interface Operation {
	name: string;
	/** At most so many round trips. */
	aim: number;
	sender: Sender;
	path: (target: Target) => string;
	body?: (target: Target) => object;
}

export const ADMIN = { email: 'admin@bench.example', password: 'a password of the benchmark' };

const company = seededId('company', MAIN_COMPANY);
const money = { value: 6000, currency: 'EUR_CENT' };
const summer = { startDate: '2026-07-01T00:00:00.000Z', endDate: '2026-08-31T23:59:59.999Z' };
const ending = { endDate: '2026-09-30T23:59:59.999Z' };

/** The path is the operation's name with its parameters filled in. */
const filled = (name: string) => (target: Target) =>
	name
		.replace(/^\w+ /, '')
		.replace(/ \(.*$/, '')
		.replace('{id}', seededId('employee', target.n))
		.replace('{employeeId}', seededId('employee', target.n))
		.replace('{plannedVoucherId}', seededId('plan', target.n))
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
	write('PUT /employees/{employeeId}/goodies/budget', () => ({ budget: money, ...summer })),
	write('PUT /employees/{employeeId}/goodies/default-access', () => summer),
	write('DELETE /employees/{employeeId}/goodies/planned-vouchers', () => ending),
	write('DELETE /goodies/planned-vouchers/{plannedVoucherId}', () => ending),
	write('POST /flex/tax-rule-templates', () => ({ name: 'Meals', companyIds: [company] })),
	write('POST /companies', () => ({ name: 'New', taxAffiliation: 'AT' }), 'platform'),
	write('PUT /companies/{companyId}', () => ({ name: 'Renamed' }), 'platform'),
	write('POST /users', ({ email }) => ({ email: `user-${email}`, roles: ['COMPANY_ADMIN'] }), 'platform'),
	write('PUT /users/{userId}', () => ({ firstName: 'Ada' }), 'platform'),
	write('POST /auth/logout', () => ({}), 'leaver', 1),
];
