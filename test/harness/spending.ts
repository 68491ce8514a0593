import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/foundation/http/env.ts';
import {
	as,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	type TestUser,
	uniqueEmail,
	userOf,
} from './service.ts';

export const cents = (value: number, currency = 'EUR_CENT') => ({ value, currency });

export const expenseOf = (fields: object = {}) => ({
	module: 'INTERNET',
	amount: cents(1000),
	date: '2023-02-27',
	...fields,
});

export const accessOf = (fields: object = {}) => ({
	budget: cents(5000),
	accumulateBudget: true,
	startDate: '2023-02-01T00:00:00.000Z',
	...fields,
});

export type Spender = Awaited<ReturnType<typeof newSpender>>;

/** An employee with flex access, and the people who decide about the expenses. Call it while February 2023 is open. */
export async function newSpender(access: object = {}, company?: TestCompany, fields: object = {}) {
	const of = company ?? (await newCompany());
	const employeeId = await newEmployee(of, fields);
	const employee = await userOf(employeeId, of.cell);
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [of.id], uniqueEmail(), of.cell);
	const path = `/employees/${employeeId}/flex`;
	const spender = {
		company: of,
		admin: of.admin,
		employeeId,
		employee,
		verifier,
		grant: (changed: object) => as(of.admin).put(`${path}/access`, accessOf(changed)),
		submit: (given: object = {}, by: TestUser = employee) =>
			as(by).post(`${path}/expenses`, expenseOf(given)),
		submitted: async (given: object = {}): Promise<string> =>
			requireStatus(await spender.submit(given), 201).body.id,
		approve: (id: string, by: TestUser = verifier, bindings: Bindings = env) =>
			as(by, bindings).post(`/flex/expenses/${id}/approval`),
		approvePart: (id: string, value: number, given: object = {}) =>
			as(verifier).post(`/flex/expenses/${id}/approval`, { amount: cents(value), ...given }),
		sendBack: (id: string, given: object = { reasons: ['no_date'] }, by: TestUser = verifier) =>
			as(by).post(`/flex/expenses/${id}/return`, given),
		mend: (id: string, given: object = {}, by: TestUser = employee) =>
			as(by).put(`/flex/expenses/${id}`, expenseOf(given)),
		decide: (decisions: object[], by: TestUser = verifier, bindings: Bindings = env) =>
			as(by, bindings).post(`/companies/${of.id}/flex/expense-decisions`, { decisions }),
		approved: async (given: object = {}): Promise<string> => {
			const id = await spender.submitted(given);
			requireStatus(await spender.approve(id), 200);
			return id;
		},
		reject: (id: string, reason = 'Not legible', by: TestUser = verifier) =>
			as(by).post(`/flex/expenses/${id}/rejection`, { reason }),
		reopen: (id: string, reason?: string, by: TestUser = verifier, bindings: Bindings = env) =>
			as(by, bindings).post(`/flex/expenses/${id}/reopening`, reason === undefined ? undefined : { reason }),
		withdraw: (id: string, by: TestUser = employee) => as(by).post(`/flex/expenses/${id}/withdrawal`),
		balance: async (month: string) => (await as(employee).get(`${path}/balance?month=${month}`)).body,
		transactions: async () =>
			(await as(of.admin).get(`/companies/${of.id}/flex/payroll-transactions`)).body as Transaction[],
		runs: async () => (await as(of.admin).get(`/companies/${of.id}/flex/payroll-runs`)).body,
		close: (month: string, by: TestUser = of.admin, bindings: Bindings = env) =>
			as(by, bindings).post(`/companies/${of.id}/flex/payroll-runs`, { month, early: true }),
		/** The only transaction of an expense. */
		transactionOf: async (id: string): Promise<Transaction> => {
			const [found, ...more] = (await spender.transactions()).filter(({ flexDataId }) => flexDataId === id);
			if (found === undefined || more.length > 0) throw new Error(`${id} has not one transaction`);
			return found;
		},
		settle: (transactionId: string, given: object = {}, by: TestUser = of.admin, bindings: Bindings = env) =>
			as(by, bindings).post(`/companies/${of.id}/flex/payroll-transactions/${transactionId}/settlement`, {
				reason: 'Paid by bank transfer',
				date: '2023-03-06',
				...given,
			}),
		settlements: async () => (await as(of.admin).get(`/companies/${of.id}/flex/payroll-settlements`)).body,
		correct: (transactionId: string, value: number, given: object = {}, bindings: Bindings = env) =>
			as(of.admin, bindings).post(
				`/companies/${of.id}/flex/payroll-transactions/${transactionId}/corrections`,
				{ amount: cents(value), reason: 'Counted twice', ...given },
			),
	};
	requireStatus(await spender.grant(access), 200);
	return spender;
}

export interface Transaction {
	id: string;
	flexDataId: string;
	personnelNumber: string | null;
	amount: { value: number; currency: string };
	state: string;
	payrollReferenceDate: string;
	submittedDate: string;
}

export const refusal = (status: number, code: string, extras: object = {}) => ({
	status,
	body: { code, ...extras },
});

function requireStatus<A extends { status: number; body: unknown }>(answer: A, status: number): A {
	if (answer.status !== status) throw new Error(JSON.stringify(answer.body));
	return answer;
}
