import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { DomainError } from '../../core/domain-error.ts';
import { employeeErased } from '../../core/employment.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/client.ts';
import { oneOf } from '../../db/columns.ts';
import type { Refusals } from '../../db/commit.ts';
import { receipts } from './table.ts';

export type Receipt = typeof receipts.$inferSelect;

/** The refusals of triggers. */
export const receiptRefusals: Refusals = {
	too_many_receipts: () => new DomainError('too_many_receipts', 'An expense has at most 5 receipts.'),
	employee_erased: employeeErased,
	decided: () => new DomainError('already_decided', 'The expense is not SUBMITTED any more.'),
};

/** The stored receipts of an expense, in order of creation. */
export const receiptsOf = (db: Db, expenseId: string) =>
	db
		.select()
		.from(receipts)
		.where(and(eq(receipts.expenseId, expenseId), isNotNull(receipts.dateStored)))
		.orderBy(asc(receipts.id));

export const insertReceipt = (db: Db, row: Receipt) =>
	db.insert(receipts).values(row).onConflictDoNothing({ target: receipts.id });

/** Of a receipt that is being removed. */
const CONDEMNED = 0;

/** Begins a receipt, or takes up that of an earlier attempt under the same key; answers nothing when that is being removed. */
export const beginReceipt = (db: Db, row: Receipt) =>
	db
		.insert(receipts)
		.values(row)
		.onConflictDoUpdate({
			target: receipts.id,
			set: { dateCreated: row.dateCreated },
			setWhere: sql`${receipts.dateStored} IS NULL AND ${receipts.dateCreated} > ${CONDEMNED}`,
		})
		.returning({ id: receipts.id });

/** The row may be of an earlier attempt under the same idempotency key, so its dates become those that are answered. */
export const markStored = (db: Db, { id, dateCreated, dateStored }: Receipt) =>
	db.update(receipts).set({ dateCreated, dateStored }).where(eq(receipts.id, id));

/** Takes back receipts that were never stored. */
export const removeUnstored = (db: Db, ids: readonly string[]) =>
	db.delete(receipts).where(and(sql`${receipts.id} IN ${oneOf(ids)}`, isNull(receipts.dateStored)));

/** Condemns receipts that were begun before the instant and never stored, so that no attempt takes them up any more. */
export function condemnAbandoned(db: Db, before: Instant, limit: number) {
	const abandoned = db
		.select({ id: receipts.id })
		.from(receipts)
		.where(and(isNull(receipts.dateStored), lt(receipts.dateCreated, before)))
		.limit(limit);
	return db
		.update(receipts)
		.set({ dateCreated: CONDEMNED })
		.where(inArray(receipts.id, abandoned))
		.returning({ id: receipts.id });
}
