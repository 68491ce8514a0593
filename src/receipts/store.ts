import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { DomainError } from '../core/domain-error.ts';
import type { Instant } from '../core/instant.ts';
import type { Db } from '../db/client.ts';
import type { Refusals } from '../db/commit.ts';
import { receipts } from './table.ts';

export type Receipt = typeof receipts.$inferSelect;

/** The refusal of a trigger. */
export const tooManyReceipts: Refusals = {
	too_many_receipts: () => new DomainError('too_many_receipts', 'An expense has at most 5 receipts.'),
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

export const markStored = (db: Db, id: string, now: Instant) =>
	db.update(receipts).set({ dateStored: now }).where(eq(receipts.id, id));

/** Takes back a receipt that was never stored. */
export const removeUnstored = (db: Db, id: string) =>
	db.delete(receipts).where(and(eq(receipts.id, id), isNull(receipts.dateStored)));

/** Receipts that were begun before the instant and never stored. */
export const abandonedReceipts = (db: Db, before: Instant, limit: number) =>
	db
		.select({ id: receipts.id })
		.from(receipts)
		.where(and(isNull(receipts.dateStored), lt(receipts.dateCreated, before)))
		.limit(limit);
