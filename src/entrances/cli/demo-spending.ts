import { act, asPerson, decide, submit } from '../../administration/sandboxes/data/actions.ts';
import { EUR } from '../../administration/sandboxes/data/rules.ts';
import { setApprovalRule } from '../../benefits/expenses/approval-rules/actions.ts';
import type { ExpenseState } from '../../benefits/expenses/rules.ts';
import { submitStanding } from '../../benefits/expenses/standing/actions.ts';
import { withdrawExpense } from '../../benefits/expenses/submission/actions.ts';
import { createTaxRuleTemplate } from '../../benefits/flex/tax-rules/actions.ts';
import { updatePayrollSettings } from '../../benefits/payroll/settings/actions.ts';
import { noSettings } from '../../benefits/payroll/settings/store.ts';
import { addDays, addMonths, startOfMonth } from '../../foundation/core/instant.ts';
import type { Module } from '../../foundation/core/modules.ts';
import type { Call } from '../../foundation/db/call.ts';
import { addInvoice, addPicture, addProof, type Picture, type ReadPicture } from './demo-receipts.ts';

/** The ids of an employee. */
export interface Person {
	id: string;
	userId: string;
}

/** A demo company with its people, as its administrator reaches it at the present time. */
interface DemoCompany {
	call: Call;
	companyId: string;
	people: readonly Person[];
	verifierId: string;
	bucket: R2Bucket;
	read: ReadPicture;
}

interface DemoExpense {
	monthsAgo: number;
	person: number;
	module: Module;
	value: number;
	state: ExpenseState;
	receipt?: Picture | 'invoice';
}

/**
 * Two past months, whose runs the cron closes at once. In the present month, expenses in every status: two with the
 * same receipt, and one with an electronic invoice.
 */
const EXPENSES: DemoExpense[] = [
	{ monthsAgo: 3, person: 0, module: 'MEALS', value: 1290, state: 'APPROVED' },
	{ monthsAgo: 3, person: 1, module: 'INTERNET', value: 3990, state: 'APPROVED' },
	{ monthsAgo: 2, person: 0, module: 'MOBILITY', value: 2900, state: 'APPROVED' },
	{ monthsAgo: 2, person: 1, module: 'MEALS', value: 1850, state: 'APPROVED' },
	{ monthsAgo: 2, person: 2, module: 'SPORTS', value: 2500, state: 'APPROVED' },
	{ monthsAgo: 0, person: 0, module: 'MEALS', value: 1450, state: 'APPROVED' },
	{ monthsAgo: 0, person: 0, module: 'INTERNET', value: 1990, state: 'SUBMITTED', receipt: 'internet' },
	{ monthsAgo: 0, person: 0, module: 'MOBILITY', value: 2900, state: 'NEEDS_CORRECTION', receipt: 'ticket' },
	{ monthsAgo: 0, person: 1, module: 'MEALS', value: 1437, state: 'SUBMITTED', receipt: 'lunch' },
	{ monthsAgo: 0, person: 2, module: 'MEALS', value: 1437, state: 'SUBMITTED', receipt: 'lunch' },
	{ monthsAgo: 0, person: 4, module: 'SPORTS', value: 2500, state: 'SUBMITTED' },
	{ monthsAgo: 0, person: 1, module: 'INTERNET', value: 3990, state: 'SUBMITTED', receipt: 'invoice' },
	{ monthsAgo: 0, person: 1, module: 'SPORTS', value: 2000, state: 'REJECTED' },
	{ monthsAgo: 0, person: 2, module: 'MEALS', value: 900, state: 'WITHDRAWN' },
];

/** Sets what a company with a payroll office has: wage types, a template, and a rule that approves small receipts. */
export async function setUp(call: Call, companyId: string): Promise<void> {
	const { companyId: _, ...none } = noSettings(companyId);
	const wageTypes = {
		MEALS: { number: '2100', lodasKey: '2' },
		INTERNET: { number: '2200', lodasKey: '2' },
		MOBILITY: { number: '2300', lodasKey: '2' },
		SPORTS: { number: '2400', lodasKey: '2' },
	};
	const office = { adviserNumber: '1234567', clientNumber: '42', format: 'datev-lodas' as const, wageTypes };
	await act(call, (one) => updatePayrollSettings(one, companyId, { ...none, ...office }));
	const rules = [
		{
			budgets: [{ budget: EUR(11_505) }],
			maxDaysPerMonth: 15,
			isOnlyPublicTransportAllowed: true,
		},
	];
	await act(call, (one) =>
		createTaxRuleTemplate(one, { name: 'Essen und Bahn', rules, companyIds: [companyId] }),
	);
	// The invoice of the present month is above the maximum, so that a verifier sees it.
	const rule = { maxAmount: EUR(2000), acceptsInvoices: true, samplePercent: 5 };
	await act(call, (one) => setApprovalRule(one, companyId, 'INTERNET', rule));
}

/** Makes the people spend, month after month. */
export async function spend(company: DemoCompany): Promise<void> {
	for (const expense of EXPENSES) await spendOnce(company, expense);
	await beginGym(company);
}

async function spendOnce(
	{ call, companyId, people, verifierId, bucket, read }: DemoCompany,
	{ monthsAgo, person: index, module, value, state, receipt }: DemoExpense,
): Promise<void> {
	const person = people[index];
	if (person === undefined) throw new Error(`There is no person ${index}`);
	const date = addMonths(startOfMonth(call.now), -monthsAgo);
	const then = { ...call, now: monthsAgo === 0 ? call.now : addDays(date, 1) };
	const expense = await submit(then, person, { module, value, date });
	const storage = { ...then, bucket };
	if (receipt === 'invoice') await addInvoice(storage, expense);
	else if (receipt !== undefined) await addPicture(storage, expense, read(receipt));
	if (state === 'WITHDRAWN') {
		await act(asPerson(then, person), (one) => withdrawExpense(one, expense.id));
	} else if (state !== 'SUBMITTED') {
		const reasons =
			state === 'REJECTED' ? ['unreadable' as const] : state === 'APPROVED' ? [] : ['no_date' as const];
		await decide(then, companyId, verifierId, { expenseId: expense.id, state, reasons });
	}
}

/** A gym membership whose proof waits for its verification. */
async function beginGym({ call, people, bucket, read }: DemoCompany): Promise<void> {
	const member = people[2];
	if (member === undefined) throw new Error('There is no person 2');
	const startDate = addMonths(startOfMonth(call.now), 1);
	const standing = await act(asPerson(call, member), (one) =>
		submitStanding(one, member.id, {
			module: 'SPORTS',
			amount: EUR(2500),
			dayOfMonth: 3,
			startDate,
			endDate: null,
			proofUntil: addDays(addMonths(startDate, 12), -1),
			isPublicTransport: null,
			note: null,
			upTo: false,
		}),
	);
	await addProof({ ...call, bucket }, standing, read('contract'));
}
