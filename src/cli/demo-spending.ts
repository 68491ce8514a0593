import { newId } from '../core/id.ts';
import { addDays, addMonths, type Instant, startOfMonth } from '../core/instant.ts';
import type { Module } from '../core/modules.ts';
import type { Db, Statement } from '../db/client.ts';
import type { ExpenseState } from '../expenses/rules.ts';
import { type ExpenseRow, insertExpense } from '../expenses/store.ts';
import { cutOff } from '../payroll/calendar.ts';
import { noSettings, saveSettings } from '../payroll/settings/store.ts';
import { pendingTransactions } from '../payroll/transactions/rules.ts';
import { insertTransactions } from '../payroll/transactions/store.ts';

export interface DemoPerson {
	employeeId: string;
	userId: string;
	companyId: string;
	personnelNumber: string;
	costCenter: string;
}

interface DemoExpense {
	monthsAgo: number;
	person: number;
	module: Module;
	value: number;
	state: ExpenseState;
}

/** Two past months, whose runs the cron closes at once; in the present month, an expense in every state. */
const EXPENSES: DemoExpense[] = [
	{ monthsAgo: 3, person: 0, module: 'MEALS', value: 1290, state: 'APPROVED' },
	{ monthsAgo: 3, person: 1, module: 'INTERNET', value: 3990, state: 'APPROVED' },
	{ monthsAgo: 2, person: 0, module: 'MOBILITY', value: 2900, state: 'APPROVED' },
	{ monthsAgo: 2, person: 1, module: 'MEALS', value: 1850, state: 'APPROVED' },
	{ monthsAgo: 2, person: 2, module: 'SPORTS', value: 2500, state: 'APPROVED' },
	{ monthsAgo: 0, person: 0, module: 'MEALS', value: 1450, state: 'APPROVED' },
	{ monthsAgo: 0, person: 0, module: 'INTERNET', value: 1990, state: 'SUBMITTED' },
	{ monthsAgo: 0, person: 1, module: 'SPORTS', value: 2000, state: 'REJECTED' },
	{ monthsAgo: 0, person: 2, module: 'MEALS', value: 900, state: 'WITHDRAWN' },
];

export function spendingStatements(
	db: Db,
	people: readonly DemoPerson[],
	verifierId: string,
	referenceDay: number,
	now: Instant,
): Statement[] {
	const [first] = people;
	if (first === undefined) return [];
	const wageTypes = {
		MEALS: { number: '2100', lodasKey: '2' },
		INTERNET: { number: '2200', lodasKey: '2' },
		MOBILITY: { number: '2300', lodasKey: '2' },
		SPORTS: { number: '2400', lodasKey: '2' },
	};
	const office = { adviserNumber: '1234567', clientNumber: '42', format: 'datev-lodas' as const, wageTypes };
	const settings = { ...noSettings(first.companyId), ...office };
	return [
		saveSettings(db, settings, now),
		...EXPENSES.flatMap((demo) => {
			const person = people[demo.person];
			return person === undefined ? [] : expenseStatements(db, demo, person, verifierId, referenceDay, now);
		}),
	];
}

function expenseStatements(
	db: Db,
	{ monthsAgo, module, value, state }: DemoExpense,
	{ employeeId, userId, companyId, personnelNumber, costCenter }: DemoPerson,
	verifierId: string,
	referenceDay: number,
	now: Instant,
): Statement[] {
	const date = addMonths(startOfMonth(now), -monthsAgo);
	const submitted = monthsAgo === 0 ? now : addDays(date, 1);
	const dates = { dateCreated: submitted, dateModified: submitted };
	const money = { amountValue: value, amountCurrency: 'EUR_CENT' as const };
	const expense: ExpenseRow = {
		id: newId(submitted),
		...dates,
		employeeId,
		companyId,
		authorId: userId,
		module,
		...money,
		date,
		days: module === 'MEALS' ? 1 : null,
		isPublicTransport: module === 'MOBILITY' ? true : null,
		note: null,
		state,
		dateDecided: state === 'SUBMITTED' ? null : submitted,
		deciderId: state === 'SUBMITTED' ? null : state === 'WITHDRAWN' ? userId : verifierId,
		rejectionReason: null,
		requestedAmountValue: null,
		approvedAmountValue: state === 'APPROVED' ? value : null,
		reasons: state === 'REJECTED' ? ['unreadable'] : [],
		dateReturned: null,
	};
	if (state !== 'APPROVED') return [insertExpense(db, expense)];
	const payee = { personnelNumber, costCenter };
	const transactions = pendingTransactions(
		{ ...expense, amount: { value, currency: 'EUR_CENT' } },
		payee,
		null,
		cutOff(date, referenceDay),
		submitted,
	);
	return [insertExpense(db, expense), insertTransactions(db, transactions)];
}
