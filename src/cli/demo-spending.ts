import { createHash } from 'node:crypto';
import { newId } from '../core/id.ts';
import { addDays, addMonths, type Instant, startOfMonth } from '../core/instant.ts';
import { mealsOf } from '../core/meals.ts';
import type { Module } from '../core/modules.ts';
import { cutOff } from '../core/months.ts';
import type { Db, Statement } from '../db/database.ts';
import { insertReceipt } from '../expenses/receipts/store.ts';
import type { ExpenseState } from '../expenses/rules.ts';
import { type ExpenseRow, insertExpense } from '../expenses/store.ts';
import { pendingTransactions } from '../ledger/rules.ts';
import { insertTransactions } from '../ledger/store.ts';
import { noSettings, saveSettings } from '../payroll/settings/store.ts';

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
	receipt?: Picture;
}

/** Two past months, whose runs the cron closes at once; in the present month, an expense in every state, and two with one receipt. */
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
	{ monthsAgo: 0, person: 1, module: 'SPORTS', value: 2000, state: 'REJECTED' },
	{ monthsAgo: 0, person: 2, module: 'MEALS', value: 900, state: 'WITHDRAWN' },
];

export function spendingStatements(
	db: Db,
	people: readonly DemoPerson[],
	verifierId: string,
	referenceDay: number,
	read: ReadPicture,
	now: Instant,
): { statements: Statement[]; receipts: DemoReceipt[] } {
	const [first] = people;
	if (first === undefined) return { statements: [], receipts: [] };
	const wageTypes = {
		MEALS: { number: '2100', lodasKey: '2' },
		INTERNET: { number: '2200', lodasKey: '2' },
		MOBILITY: { number: '2300', lodasKey: '2' },
		SPORTS: { number: '2400', lodasKey: '2' },
	};
	const office = { adviserNumber: '1234567', clientNumber: '42', format: 'datev-lodas' as const, wageTypes };
	const settings = { ...noSettings(first.companyId), ...office };
	const receipts: DemoReceipt[] = [];
	const statements = EXPENSES.flatMap((demo) => {
		const person = people[demo.person];
		if (person === undefined) return [];
		const expense = expenseOf(demo, person, verifierId, now);
		const receipt = demo.receipt && newReceipt(db, expense, read(demo.receipt));
		if (receipt !== undefined) receipts.push(receipt);
		return [
			insertExpense(db, expense),
			...(receipt === undefined ? [] : [receipt.statement]),
			...lineOf(db, expense, person, referenceDay),
		];
	});
	return { statements: [saveSettings(db, settings, now), ...statements], receipts };
}

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
		days: module === 'MEALS' ? 1 : null,
		isPublicTransport: module === 'MOBILITY' ? true : null,
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

/** The payroll line of an expense that is approved. */
function lineOf(db: Db, expense: ExpenseRow, payee: DemoPerson, referenceDay: number): Statement[] {
	if (expense.state !== 'APPROVED') return [];
	const { date, dateCreated, amountValue: value, amountCurrency: currency } = expense;
	const paid = { ...expense, amount: { value, currency }, meals: mealsOf(expense) };
	const lines = pendingTransactions(paid, payee, null, cutOff(date, referenceDay), dateCreated);
	return [insertTransactions(db, lines)];
}

/** The pictures in `receipts`, and how one is read. */
export type Picture = 'lunch' | 'internet' | 'ticket';
export type ReadPicture = (picture: Picture) => Uint8Array<ArrayBuffer>;

export interface DemoReceipt {
	id: string;
	file: Uint8Array<ArrayBuffer>;
	statement: Statement;
}

/** A receipt that came with its expense. */
export function newReceipt(
	db: Db,
	{ id: expenseId, dateCreated }: ExpenseRow,
	file: Uint8Array<ArrayBuffer>,
): DemoReceipt {
	const receipt = {
		id: newId(dateCreated),
		expenseId,
		mediaType: 'image/webp' as const,
		size: file.length,
		sha256: createHash('sha256').update(file).digest('hex'),
		dateCreated,
		dateStored: dateCreated,
		dateUnneeded: null,
		dateDiscarded: null,
		invoiceMark: null,
	};
	return { id: receipt.id, file, statement: insertReceipt(db, receipt) };
}
