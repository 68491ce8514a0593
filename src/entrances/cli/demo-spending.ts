import { approvalRules } from '../../benefits/expenses/approval-rules/table.ts';
import { factsInFile, type MachineFacts } from '../../benefits/expenses/facts/rules.ts';
import type { ExpenseState } from '../../benefits/expenses/rules.ts';
import { belongsTo } from '../../benefits/expenses/rules.ts';
import { type ExpenseRow, insertExpense } from '../../benefits/expenses/store.ts';
import { pendingTransactions } from '../../benefits/ledger/rules.ts';
import { insertTransactions } from '../../benefits/ledger/store.ts';
import { noSettings, saveSettings } from '../../benefits/payroll/settings/store.ts';
import { newId } from '../../foundation/core/id.ts';
import { addDays, addMonths, type Instant, startOfMonth } from '../../foundation/core/instant.ts';
import { mealsOf } from '../../foundation/core/meals.ts';
import type { Module } from '../../foundation/core/modules.ts';
import { cutOff } from '../../foundation/core/months.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import {
	type DemoFile,
	invoiceOf,
	newReceipt,
	type Picture,
	type ReadPicture,
	waitingStanding,
} from './demo-receipts.ts';

export interface DemoPerson {
	employeeId: string;
	userId: string;
	companyId: string;
	personnelNumber: string | null;
	costCenter: string;
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

export async function spendingStatements(
	db: Db,
	people: readonly DemoPerson[],
	verifierId: string,
	referenceDay: number,
	read: ReadPicture,
	now: Instant,
): Promise<{ statements: Statement[]; files: DemoFile[] }> {
	const [first, , member] = people;
	if (first === undefined || member === undefined) return { statements: [], files: [] };
	const { companyId } = first;
	const wageTypes = {
		MEALS: { number: '2100', lodasKey: '2' },
		INTERNET: { number: '2200', lodasKey: '2' },
		MOBILITY: { number: '2300', lodasKey: '2' },
		SPORTS: { number: '2400', lodasKey: '2' },
	};
	const office = { adviserNumber: '1234567', clientNumber: '42', format: 'datev-lodas' as const, wageTypes };
	const standing = waitingStanding(db, member, read('contract'), now);
	const files: DemoFile[] = [standing.file];
	const statements = [
		saveSettings(db, { ...noSettings(companyId), ...office }, now),
		ruleOf(db, companyId, now),
		...standing.statements,
	];
	for (const demo of EXPENSES) {
		const person = people[demo.person];
		if (person === undefined) continue;
		const expense = expenseOf(demo, person, verifierId, now);
		const file = demo.receipt === 'invoice' ? invoiceOf(expense) : demo.receipt && read(demo.receipt);
		const facts = demo.receipt === 'invoice' && file ? await factsOf(file) : null;
		const receipt = file && newReceipt(db, expense, file, facts);
		if (receipt) files.push(receipt.file);
		statements.push(
			insertExpense(db, {
				...expense,
				machineFacts: facts && { ...facts, receiptId: receipt?.file.id ?? null },
			}),
			...(receipt ? [receipt.statement] : []),
			...lineOf(db, expense, person, referenceDay),
		);
	}
	return { statements, files };
}

async function factsOf(file: Uint8Array): Promise<MachineFacts> {
	const read = await factsInFile(file);
	if ('fault' in read) throw new Error(`The demo invoice is not one: ${read.fault}`);
	return read.facts;
}

/** A rule for small receipts. The invoice of the present month is above its maximum, so that a verifier sees it. */
const ruleOf = (db: Db, companyId: string, now: Instant): Statement =>
	db.insert(approvalRules).values({
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		companyId,
		module: 'INTERNET',
		maxAmountValue: 2000,
		maxAmountCurrency: 'EUR_CENT',
		acceptsInvoices: true,
		samplePercent: 5,
		dateDeleted: null,
	});

function expenseOf(
	{ monthsAgo, module, value, state }: DemoExpense,
	{ employeeId, userId, companyId }: DemoPerson,
	verifierId: string,
	now: Instant,
): ExpenseRow {
	const date = addMonths(startOfMonth(now), -monthsAgo);
	const submitted = monthsAgo === 0 ? now : addDays(date, 1);
	const isOpen = state === 'SUBMITTED' || state === 'NEEDS_CORRECTION';
	const isReturned = state === 'NEEDS_CORRECTION';
	return {
		id: newId(submitted),
		dateCreated: submitted,
		dateModified: submitted,
		employeeId,
		companyId,
		authorId: userId,
		module,
		amountValue: value,
		amountCurrency: 'EUR_CENT',
		date,
		state,
		note: null,
		days: belongsTo('days', module) ? 1 : null,
		isPublicTransport: belongsTo('isPublicTransport', module) ? true : null,
		dateDecided: isOpen ? null : submitted,
		deciderId: isOpen ? null : state === 'WITHDRAWN' ? userId : verifierId,
		rejectionReason: null,
		requestedAmountValue: null,
		mealPriceValue: null,
		recreationFor: null,
		machineFacts: null,
		approvalRuleId: null,
		dateRuled: null,
		dateSampled: null,
		standingExpenseId: null,
		approvedDays: null,
		absencesRecorded: false,
		approvedAmountValue: state === 'APPROVED' ? value : null,
		reasons: state === 'REJECTED' ? ['unreadable'] : isReturned ? ['no_date'] : [],
		dateReturned: isReturned ? submitted : null,
		returnerId: isReturned ? verifierId : null,
	};
}

function lineOf(db: Db, expense: ExpenseRow, payee: DemoPerson, referenceDay: number): Statement[] {
	if (expense.state !== 'APPROVED') return [];
	const { date, dateCreated, amountValue: value, amountCurrency: currency } = expense;
	const paid = { ...expense, amount: { value, currency }, meals: mealsOf(expense) };
	const lines = pendingTransactions(paid, payee, null, cutOff(date, referenceDay), dateCreated);
	return [insertTransactions(db, lines)];
}
