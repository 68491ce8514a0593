import {
	and,
	asc,
	eq,
	getTableColumns,
	inArray,
	isNotNull,
	isNull,
	lt,
	lte,
	type SQL,
	sql,
} from 'drizzle-orm';
import type { Author } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import { oneOf } from '../../db/columns.ts';
import type { Violations } from '../../db/commit.ts';
import type { Db, Statement } from '../../db/database.ts';
import { type NewEvent, recordEvents } from '../../db/record-events.ts';
import { insertOnce } from '../../db/records.ts';
import { unavailable } from '../../db/retry.ts';
import { employeeErased } from '../../employees/rules.ts';
import { alreadyDecided } from '../rules.ts';
import { expenses } from '../table.ts';
import { receipts } from './table.ts';

export type Receipt = typeof receipts.$inferSelect;

export const receiptViolations: Violations = {
	too_many_receipts: () => new Refusal('too_many_receipts', 'An expense can have at most 5 receipts.'),
	employee_erased: employeeErased,
	decided: () => alreadyDecided(),
	receipt_discarded: () => beingRemoved(),
};

/** For a repetition whose receipt the cron has just discarded. A moment later it can start afresh. */
export const beingRemoved = (): Refusal => unavailable(new Error('The receipt is being removed.'));

const storedColumns = { ...getTableColumns(receipts), sha256: sql<string>`${receipts.sha256}`.as('sha256') };

/** The receipts of an expense that are stored and not discarded, in order of creation. */
export const receiptsOf = (db: Db, expenseId: string) =>
	db
		.select(storedColumns)
		.from(receipts)
		.where(
			and(eq(receipts.expenseId, expenseId), isNotNull(receipts.dateStored), isNull(receipts.dateDiscarded)),
		)
		.orderBy(asc(receipts.id));

/** Reads the receipts of many expenses. A subquery finds their ids. */
export const receiptsOfMany = (db: Db, expenseIds: SQL) =>
	db
		.select(storedColumns)
		.from(receipts)
		.where(
			and(
				sql`${receipts.expenseId} IN ${expenseIds}`,
				isNotNull(receipts.dateStored),
				isNull(receipts.dateDiscarded),
			),
		);

export const insertReceipt = (db: Db, row: Receipt) => insertOnce(db, receipts, row);

/**
 * Begins a receipt, or continues that of an earlier attempt under the same idempotency key. Returns no row
 * when that one is already stored or discarded.
 */
export const beginReceipt = (db: Db, row: Receipt) =>
	db
		.insert(receipts)
		.values(row)
		.onConflictDoUpdate({
			target: receipts.id,
			set: { dateCreated: row.dateCreated },
			setWhere: sql`${receipts.dateStored} IS NULL AND ${receipts.dateDiscarded} IS NULL`,
		})
		.returning({ id: receipts.id });

/** An earlier attempt under the same key may have made the row, so it gets the dates of this answer. */
export const markStored = (db: Db, { id, dateCreated, dateStored, sha256 }: Receipt) =>
	db.update(receipts).set({ dateCreated, dateStored, sha256 }).where(eq(receipts.id, id));

/** A stored receipt of the expense, discarded or not, with the revision of the employee. */
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

export const discardReceipt = (db: Db, id: string, now: Instant) =>
	db.update(receipts).set({ dateDiscarded: now }).where(eq(receipts.id, id));

/** Discards receipts begun before `begunBefore` and never stored; returns the ids of all discarded ones. */
export function discardAbandoned(db: Db, begunBefore: Instant, now: Instant, limit: number) {
	const idsWhere = (condition: SQL | undefined) =>
		db.select({ id: receipts.id }).from(receipts).where(condition).limit(limit);
	const discarded = idsWhere(isNotNull(receipts.dateDiscarded));
	const abandoned = idsWhere(
		and(isNull(receipts.dateStored), isNull(receipts.dateDiscarded), lt(receipts.dateCreated, begunBefore)),
	);
	const ids = sql`(SELECT id FROM (SELECT id FROM (${discarded}) UNION ALL SELECT id FROM (${abandoned})) LIMIT ${limit})`;
	return db
		.update(receipts)
		.set({ dateDiscarded: sql`coalesce(${receipts.dateDiscarded}, ${now})` })
		.where(inArray(receipts.id, ids))
		.returning({ id: receipts.id });
}

/** Reads receipts whose expense was rejected or withdrawn by `until`, with their employees. */
export const unneededReceipts = (db: Db, until: Instant, limit: number) =>
	db
		.select({ id: receipts.id, employeeId: expenses.employeeId, companyId: expenses.companyId })
		.from(receipts)
		.innerJoin(expenses, eq(expenses.id, receipts.expenseId))
		.where(sql`date_unneeded IS NOT NULL AND date_discarded IS NULL AND ${lte(receipts.dateUnneeded, until)}`)
		.orderBy(asc(receipts.dateUnneeded))
		.limit(limit);

/** Discards these receipts, each with its event, unless another run has done so. */
export const discardReceipts = (
	db: Db,
	author: Author,
	now: Instant,
	events: readonly NewEvent[],
): Statement[] => [
	...recordEvents(
		db,
		author,
		now,
		events,
		sql`EXISTS (SELECT 1 FROM receipts WHERE id = d.value ->> 'recordId' AND date_discarded IS NULL)`,
	),
	db
		.update(receipts)
		.set({ dateDiscarded: now })
		.where(
			and(
				sql`${receipts.id} IN ${oneOf(events.map(({ recordId }) => recordId))}`,
				isNull(receipts.dateDiscarded),
			),
		),
];

/** Removes the rows of receipts whose files are gone. One that was stored in the meantime stays. */
export const removeReceipts = (db: Db, ids: readonly string[]) =>
	db
		.delete(receipts)
		.where(
			and(
				sql`${receipts.id} IN ${oneOf(ids)}`,
				sql`(${receipts.dateStored} IS NULL OR ${receipts.dateDiscarded} IS NOT NULL)`,
			),
		);
