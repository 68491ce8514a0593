import { and, asc, eq, getTableColumns, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Violations } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { employeeErased } from '../../employees/rules.ts';
import { employees } from '../../employees/table.ts';
import { beingRemoved, isPresent, removalsDueAt, unneededDueAt } from '../files/queries.ts';
import { alreadyDecided } from '../rules.ts';
import { expenses } from '../table.ts';
import { receipts } from './table.ts';

export type Receipt = typeof receipts.$inferSelect;

/** SQL of the time at which `clearReceipts` has a receipt to discard or remove. */
export const receiptsDueAt: readonly SQL[] = [unneededDueAt(receipts), ...removalsDueAt(receipts)];

export const receiptViolations: Violations = {
	too_many_receipts: () => new Refusal('too_many_receipts', 'An expense can have at most 5 receipts.'),
	employee_erased: employeeErased,
	decided: () => alreadyDecided(),
	receipt_discarded: () => beingRemoved(),
};

const storedColumns = { ...getTableColumns(receipts), sha256: sql<string>`${receipts.sha256}`.as('sha256') };

/** Reads the stored and undiscarded receipts of an expense in the order of creation. */
export const receiptsOf = (db: Db, expenseId: string) =>
	db
		.select(storedColumns)
		.from(receipts)
		.where(and(eq(receipts.expenseId, expenseId), isPresent(receipts)))
		.orderBy(asc(receipts.id));

/** Reads the receipts of several expenses, whose ids are a subquery. */
export const receiptsOfMany = (db: Db, expenseIds: SQL) =>
	db
		.select(storedColumns)
		.from(receipts)
		.where(and(sql`${receipts.expenseId} IN ${expenseIds}`, isPresent(receipts)));

export const insertReceipt = (db: Db, row: Receipt) => insertOnce(db, receipts, row);

/** Sets the mark after the file is stored, because an earlier attempt with another file may have created the row. */
export const saveMark = (db: Db, { id, invoiceMark }: Receipt): Statement =>
	db.update(receipts).set({ invoiceMark }).where(eq(receipts.id, id));

export const employeeRevision = (db: Db, expenseId: string) =>
	db
		.select({ revision: employees.revision })
		.from(employees)
		.where(sql`${employees.id} = (SELECT employee_id FROM expenses WHERE id = ${expenseId})`);

/** Reads a stored receipt of the expense, even a discarded one, with the revision of the employee. */
export const ownedReceipt = (db: Db, expenseId: string, receiptId: string) =>
	db
		.select({
			dateDiscarded: receipts.dateDiscarded,
			employeeRevision:
				sql<number>`(SELECT e.revision FROM expenses x JOIN employees e ON e.id = x.employee_id WHERE x.id = ${expenseId})`.as(
					'employee_revision',
				),
		})
		.from(receipts)
		.where(
			and(eq(receipts.id, receiptId), eq(receipts.expenseId, expenseId), isNotNull(receipts.dateStored)),
		);

/** Reads receipts whose expense was rejected or withdrawn by `until`, with their employees. */
export const unneededReceipts = (db: Db, until: Instant, limit: number) =>
	db
		.select({ id: receipts.id, employeeId: expenses.employeeId, companyId: expenses.companyId })
		.from(receipts)
		.innerJoin(expenses, eq(expenses.id, receipts.expenseId))
		.where(sql`date_unneeded IS NOT NULL AND date_discarded IS NULL AND ${lte(receipts.dateUnneeded, until)}`)
		.orderBy(asc(receipts.dateUnneeded))
		.limit(limit);
