import { and, asc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { requireThat, type Violations } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { employeeErased } from '../../employees/rules.ts';
import { beingRemoved, isPresent, removalsDueAt } from '../files/queries.ts';
import { receipts } from '../receipts/table.ts';
import { expenses } from '../table.ts';
import { DRAFTS_KEPT_MS, draftUsed, MAX_DRAFTS } from './rules.ts';
import { receiptDrafts } from './table.ts';

export type Draft = typeof receiptDrafts.$inferSelect;

const storedColumns = {
	...getTableColumns(receiptDrafts),
	sha256: sql<string>`${receiptDrafts.sha256}`.as('sha256'),
};

/** SQL of the time at which `clearReceipts` has a draft to discard or remove. */
export const draftsDueAt: readonly SQL[] = [
	...removalsDueAt(receiptDrafts),
	sql`SELECT min(date_created) + ${sql.raw(String(DRAFTS_KEPT_MS))} FROM receipt_drafts WHERE date_stored IS NOT NULL AND date_discarded IS NULL`,
];

/** Reads the waiting drafts of an employee in the order of creation. */
export const draftsOf = (db: Db, employeeId: SQL) =>
	db
		.select(storedColumns)
		.from(receiptDrafts)
		.where(and(sql`${receiptDrafts.employeeId} = ${employeeId}`, isPresent(receiptDrafts)))
		.orderBy(asc(receiptDrafts.id));

/** Reads a stored draft of the employee, even a discarded one. */
export const draftById = (db: Db, employeeId: SQL, id: string | null) =>
	db
		.select(storedColumns)
		.from(receiptDrafts)
		.where(
			sql`${receiptDrafts.id} = ${id} AND ${receiptDrafts.employeeId} = ${employeeId} AND ${receiptDrafts.dateStored} IS NOT NULL`,
		);

/** Reads the draft that a request names, and the expense that has used it. With a null id, they return no rows. */
export const draftQueries = (db: Db, employeeId: SQL, id: string | null) =>
	[
		draftById(db, employeeId, id),
		db
			.select({ expenseId: sql<string>`${receipts.expenseId}`.as('used_in') })
			.from(receipts)
			.innerJoin(expenses, eq(expenses.id, receipts.expenseId))
			.where(sql`${receipts.id} = ${id} AND ${expenses.employeeId} = ${employeeId}`),
	] as const;

export const draftViolations = (db: Db, { employeeId, sha256 }: Draft): Violations => ({
	too_many_drafts: () =>
		new Refusal(
			'too_many_drafts',
			`${MAX_DRAFTS} drafts wait already. Complete or delete one of them first.`,
		),
	employee_erased: employeeErased,
	receipt_discarded: () => beingRemoved(),
	'receipt_drafts.sha256': async () => {
		const [drafts] = await batch(db, [draftsOf(db, sql`${employeeId}`)]);
		const waiting = drafts.find((draft) => draft.sha256 === sha256);
		if (waiting === undefined) return beingRemoved();
		return new Refusal('draft_waiting', 'This file waits already. Complete or delete its draft.', {
			draftId: waiting.id,
		});
	},
});

export const saveFacts = (db: Db, { id, machineFacts }: Draft): Statement =>
	db.update(receiptDrafts).set({ machineFacts }).where(eq(receiptDrafts.id, id));

/** Makes the file of a draft the receipt of an expense. The draft is deleted first, so that no quota counts its bytes twice. */
export function useDraft(db: Db, draft: Draft, expenseId: string): Statement[] {
	const { id, dateCreated, dateStored, mediaType, size, sha256, machineFacts } = draft;
	const file = { id, dateCreated, dateStored, mediaType, size, sha256 };
	const invoiceMark = machineFacts?.mark ?? null;
	return [
		requireThat(
			db,
			sql`(EXISTS (SELECT 1 FROM receipt_drafts WHERE id = ${id} AND date_discarded IS NULL)
				OR EXISTS (SELECT 1 FROM receipts WHERE id = ${id} AND expense_id = ${expenseId}))`,
			USED,
		),
		db.delete(receiptDrafts).where(eq(receiptDrafts.id, id)),
		insertOnce(db, receipts, { ...file, expenseId, invoiceMark, dateUnneeded: null, dateDiscarded: null }),
	];
}

const USED = 'draft.used';

/** The refusals when the draft was used or deleted meanwhile. */
export const useViolations: Violations = { [USED]: () => draftUsed() };

/** Discards a draft. Fails if an expense has used it meanwhile. */
export const discardDraft = (db: Db, id: string, now: Instant): Statement[] => [
	requireThat(db, sql`EXISTS (SELECT 1 FROM receipt_drafts WHERE id = ${id})`, USED),
	db.update(receiptDrafts).set({ dateDiscarded: now }).where(eq(receiptDrafts.id, id)),
];

/** Reads drafts that have been waiting since `until` or longer. */
export const outdatedDrafts = (db: Db, until: Instant, limit: number) =>
	db
		.select({
			id: receiptDrafts.id,
			employeeId: receiptDrafts.employeeId,
			companyId: receiptDrafts.companyId,
		})
		.from(receiptDrafts)
		.where(
			sql`date_stored IS NOT NULL AND date_discarded IS NULL AND ${lte(receiptDrafts.dateCreated, until)}`,
		)
		.orderBy(asc(receiptDrafts.dateCreated))
		.limit(limit);
