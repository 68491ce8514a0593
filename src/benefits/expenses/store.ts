import { and, asc, eq, getTableColumns, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../foundation/core/actor.ts';
import {
	aboutEmployee,
	alteration,
	type Change,
	creation,
	type EventType,
	type Fields,
} from '../../foundation/core/history.ts';
import { type Instant, toYearMonth } from '../../foundation/core/instant.ts';
import type { Module } from '../../foundation/core/modules.ts';
import type { Refusal } from '../../foundation/core/refusals.ts';
import { oneOf } from '../../foundation/db/columns.ts';
import type { Violations } from '../../foundation/db/commit.ts';
import type { Db } from '../../foundation/db/database.ts';
import { insertOnce } from '../../foundation/db/records.ts';
import { isInJob, isReached, type ModifiedKey } from '../../foundation/db/scope.ts';
import type { Outcome } from '../../foundation/db/write.ts';
import { employeeErased } from '../employees/rules.ts';
import { employees } from '../employees/table.ts';
import type { MachineFacts } from './facts/rules.ts';
import { type Expense, expenseColumns, isTillKnown } from './queries.ts';
import { alreadyDecided, type ExpenseState, MENDABLE_MS } from './rules.ts';
import { expenses, tellExpense } from './table.ts';

export type ExpenseRow = typeof expenses.$inferSelect;

export type { Expense };

/** The fields of an undecided expense. */
export const UNDECIDED = {
	state: 'SUBMITTED',
	dateDecided: null,
	deciderId: null,
	rejectionReason: null,
	approvedAmountValue: null,
	approvedDays: null,
	absencesRecorded: false,
	reasons: [],
	dateReturned: null,
	returnerId: null,
	approvalRuleId: null,
	dateRuled: null,
	dateSampled: null,
} satisfies Partial<ExpenseRow>;

export interface ExpenseFilter {
	state?: ExpenseState | undefined;
	module?: Module | undefined;
	month?: Instant | undefined;
	/** If given, expenses are ordered by modification. */
	modifiedSince?: Instant | undefined;
}

export const expenseInScope = (db: Db, scope: Scope, id: string, at?: Instant) =>
	db
		.select(expenseColumns(at))
		.from(expenses)
		.where(and(eq(expenses.id, id), isReached(scope, expenses.companyId, expenses.employeeId)));

export const idOfExpense = (db: Db, scope: Scope, id: string): SQL =>
	sql`${db
		.select({ id: expenses.id })
		.from(expenses)
		.where(and(eq(expenses.id, id), isReached(scope, expenses.companyId, expenses.employeeId)))}`;

/** Returns a subquery of the employee of an expense, whose id is a subquery too. */
export const employeeOf = (id: SQL): SQL => sql`(SELECT employee_id FROM expenses WHERE id = ${id})`;

/** Returns a subquery of those expenses that belong to the company. */
export const idsOfCompany = (companyId: SQL, ids: readonly string[]): SQL =>
	sql`(SELECT id FROM expenses WHERE id IN ${oneOf(ids)} AND company_id = ${companyId})`;

export const expenseOfTransaction = (db: Db, companyId: SQL, transactionId: string) =>
	db
		.select()
		.from(expenses)
		.where(
			sql`${expenses.id} = (SELECT flex_data_id FROM payroll_transactions
				WHERE id = ${transactionId} AND company_id = ${companyId})`,
		);

/** Reads whether the till of a new expense is known. The employee is a subquery. Returns no row for a receipt without a key. */
export const tillOf = (db: Db, employeeId: SQL, facts: Pick<MachineFacts, 'issuerMark' | 'time'> | null) =>
	db
		.select({
			isTillKnown: isTillKnown(
				sql`e.company_id`,
				sql`e.id`,
				sql`${facts?.issuerMark ?? null}`,
				sql`${facts?.time ?? null}`,
			),
		})
		.from(sql`employees e`)
		.where(sql`e.id = ${employeeId} AND ${facts?.issuerMark ?? null} IS NOT NULL`);

export function expensesPage(
	db: Db,
	owner: { employeeId: SQL } | { companyId: SQL },
	{ state, module, month, modifiedSince }: ExpenseFilter,
	after: ModifiedKey,
	limit: number,
	at?: Instant,
) {
	const isByChange = modifiedSince !== undefined;
	return db
		.select(expenseColumns(at))
		.from(expenses)
		.where(
			and(
				isOwned(owner, isByChange, month !== undefined),
				isByChange
					? sql`(${expenses.dateModified}, ${expenses.id}) > (${after.dateModified}, ${after.id})`
					: gt(expenses.id, after.id),
				state === undefined ? undefined : eq(expenses.state, state),
				// This is no parameter, so that SQLite uses the index of the few unapproved expenses.
				state === undefined || state === 'APPROVED' ? undefined : sql`${expenses.state} <> 'APPROVED'`,
				module === undefined ? undefined : eq(expenses.module, module),
				month === undefined ? undefined : isInMonth(month),
			),
		)
		.orderBy(...(isByChange ? [asc(expenses.dateModified)] : []), asc(expenses.id))
		.limit(limit);
}

/** The text equals that of the indexes `expenses_modified` and `expenses_company_month`, so that SQLite uses them. */
function isOwned(
	owner: { employeeId: SQL } | { companyId: SQL },
	isByChange: boolean,
	isOfMonth: boolean,
): SQL {
	if ('employeeId' in owner) return sql`${expenses.employeeId} = ${owner.employeeId}`;
	const { companyId } = owner;
	const ending = sql`substr(${expenses.companyId}, -8) = substr(${companyId}, -8)`;
	if (isByChange) return sql`${ending} AND +${expenses.companyId} = ${companyId}`;
	const isCompany = sql`${expenses.companyId} = ${companyId}`;
	return isOfMonth ? sql`${ending} AND ${isCompany}` : isCompany;
}

export const insertExpense = (db: Db, row: ExpenseRow) => insertOnce(db, expenses, row);

export const submissionOf = (db: Db, expense: Expense): Outcome<Expense> => ({
	before: null,
	after: expense,
	statements: [insertExpense(db, expense)],
	changes: [creation('expense.submitted', aboutExpense(expense), tellExpense(expense))],
	violations: expenseViolations,
});

/** Returns the outcome of a withdrawal, or of a corrected expense. Triggers check the states too. */
export function alterationOf(db: Db, expense: Expense, fields: Partial<ExpenseRow>): Outcome<Expense> {
	const after = { ...expense, ...fields };
	return {
		before: expense,
		after,
		statements: [db.update(expenses).set(fields).where(eq(expenses.id, expense.id))],
		changes: changesOf(expense, after),
		violations: expenseViolations,
	};
}

/** Stores any number of decisions in one statement. */
export const saveDecisions = (db: Db, decided: readonly ExpenseRow[]) =>
	db
		.update(expenses)
		.set({
			dateModified: sql`d.value ->> 'dateModified'`,
			state: sql`d.value ->> 'state'`,
			approvedAmountValue: sql`d.value ->> 'approvedAmountValue'`,
			approvedDays: sql`d.value ->> 'approvedDays'`,
			absencesRecorded: sql`d.value ->> 'absencesRecorded'`,
			reasons: sql`d.value -> 'reasons'`,
			rejectionReason: sql`d.value ->> 'rejectionReason'`,
			dateReturned: sql`d.value ->> 'dateReturned'`,
			returnerId: sql`d.value ->> 'returnerId'`,
			dateDecided: sql`d.value ->> 'dateDecided'`,
			deciderId: sql`d.value ->> 'deciderId'`,
			approvalRuleId: sql`d.value ->> 'approvalRuleId'`,
			dateRuled: sql`d.value ->> 'dateRuled'`,
		})
		.from(sql`json_each(${JSON.stringify(decided)}) d`)
		.where(sql`${expenses.id} = d.value ->> 'id'`);

/** Returns the event of a change. `told` has further fields. */
export const changesOf = (before: ExpenseRow, after: ExpenseRow, told: Fields = {}): Change[] =>
	alteration(TOLD_AS[after.state], aboutExpense(before), tellExpense(before), tellExpense(after), told);

export const expenseViolations: Violations = {
	decided: () => alreadyDecided(),
	employee_erased: employeeErased,
};

/** Returns the change that gives an expense the facts of one of its invoices, or removes them with that receipt. */
export function factsChange(db: Db, expense: Expense, machineFacts: MachineFacts | null, now: Instant) {
	const after = { ...expense, machineFacts, dateModified: now };
	return {
		statement: db
			.update(expenses)
			.set({ machineFacts, dateModified: now })
			.where(eq(expenses.id, expense.id)),
		changes: alteration(
			'expense.facts_changed',
			aboutExpense(expense),
			tellExpense(expense),
			tellExpense(after),
		),
	};
}

const TOLD_AS = {
	SUBMITTED: 'expense.mended',
	NEEDS_CORRECTION: 'expense.returned',
	APPROVED: 'expense.approved',
	REJECTED: 'expense.rejected',
	WITHDRAWN: 'expense.withdrawn',
} as const satisfies Record<ExpenseState, EventType>;

export const aboutExpense = ({ id, employeeId, companyId }: ExpenseRow) =>
	aboutEmployee({ id: employeeId, companyId }, id);

/** SQL that equals the expression of the indexes by month, so that SQLite uses them (see migrations). */
const isInMonth = (month: Instant): SQL =>
	sql`strftime('%Y-%m', ${expenses.date} / 1000, 'unixepoch') = ${toYearMonth(month)}`;

/** The result of one of several decisions: the changed expense, or the refusal. */
export type Verdict =
	| { expenseId: string; expense: Expense; refusal: null }
	| { expenseId: string; expense: null; refusal: Refusal };

/** SQL of the time at which `rejectUnmended` is due. */
export const returnsDueAt = sql`SELECT min(date_returned) + ${MENDABLE_MS} FROM expenses WHERE state = 'NEEDS_CORRECTION'`;

/** Reads returned expenses that were not corrected in time, with the revisions of their employees. */
export const overdueReturns = (db: Db, now: Instant, limit: number, companyId?: string) =>
	db
		.select({
			...getTableColumns(expenses),
			userId: employees.userId,
			revision: sql<number>`${employees.revision}`.as('employee_revision'),
		})
		.from(expenses)
		.innerJoin(employees, eq(employees.id, expenses.employeeId))
		.where(
			and(
				// One condition is that of an index by due date, and the other that of an index by company.
				sql`${expenses.state} = 'NEEDS_CORRECTION' AND ${expenses.state} <> 'APPROVED'`,
				lte(expenses.dateReturned, now - MENDABLE_MS),
				isInJob(expenses.companyId, companyId),
			),
		)
		.orderBy(asc(expenses.dateReturned))
		.limit(limit);
