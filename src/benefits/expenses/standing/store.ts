import { and, asc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../../foundation/core/actor.ts';
import { aboutEmployee, alteration, type Change, creation } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import type { RefusalCode } from '../../../foundation/core/refusals.ts';
import { jsonColumn, oneOf } from '../../../foundation/db/columns.ts';
import type { Violations } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { isReached } from '../../../foundation/db/scope.ts';
import { personOf } from '../../employees/people/queries.ts';
import type { PersonShown } from '../../employees/people/rules.ts';
import { employeeErased } from '../../employees/rules.ts';
import { beingRemoved, isPresent, removalsDueAt, unneededDueAt } from '../files/queries.ts';
import { alreadyDecided, MAX_PROOFS } from './rules.ts';
import { standingExpenses, standingProofs, tellStanding } from './table.ts';

export type StandingRow = typeof standingExpenses.$inferSelect;
export type ProofRow = typeof standingProofs.$inferSelect;

/** A proof with a stored file, as readers see it. */
export type Proof = Omit<ProofRow, 'standingExpenseId' | 'sha256' | 'dateUnneeded' | 'dateDiscarded'> & {
	sha256: string;
	amountCurrency: Currency;
};

/** A standing expense with its person, and its latest proofs, newest first. */
export type StandingExpense = StandingRow & {
	person: PersonShown;
	/** The known end of the employment; null if there is none. */
	dateTerminated: Instant | null;
	proofs: Proof[];
};

const proofs = jsonColumn<Proof[]>(
	sql`(SELECT json_group_array(json_object('id', p.id, 'dateCreated', p.date_created, 'dateStored', p.date_stored,
			'authorId', p.author_id, 'mediaType', p.media_type, 'size', p.size, 'sha256', p.sha256, 'proofUntil', p.proof_until,
			'state', p.state, 'approvedAmountValue', p.approved_amount_value,
			'amountCurrency', standing_expenses.amount_currency, 'dateDecided', p.date_decided,
			'deciderId', p.decider_id, 'reasons', json(p.reasons), 'rejectionReason', p.rejection_reason))
		FROM (SELECT * FROM standing_proofs WHERE standing_expense_id = standing_expenses.id AND date_stored IS NOT NULL
			AND date_discarded IS NULL ORDER BY id DESC LIMIT ${sql.raw(String(MAX_PROOFS))}) p)`,
	'proofs',
);

const standingColumns = (at?: Instant) => ({
	...getTableColumns(standingExpenses),
	person: personOf(standingExpenses.employeeId, at),
	dateTerminated:
		sql<Instant | null>`(SELECT date_terminated FROM employees WHERE id = ${standingExpenses.employeeId})`.as(
			'date_terminated',
		),
	proofs,
});

const isInScope = (scope: Scope, id: string) =>
	and(eq(standingExpenses.id, id), isReached(scope, standingExpenses.companyId, standingExpenses.employeeId));

export const standingInScope = (db: Db, scope: Scope, id: string, at?: Instant) =>
	db.select(standingColumns(at)).from(standingExpenses).where(isInScope(scope, id));

/** Returns a subquery of the employee of a standing expense in the scope. */
export const employeeOfStanding = (db: Db, scope: Scope, id: string): SQL =>
	sql`${db.select({ employeeId: standingExpenses.employeeId }).from(standingExpenses).where(isInScope(scope, id))}`;

/** A position in a company's list. Standing expenses with a waiting proof come first. */
export interface StandingKey {
	/** 0 with a waiting proof, else 1. */
	rank: number;
	id: string;
}

export const standingOfEmployee = (db: Db, employeeId: SQL, after: string, limit: number, at?: Instant) =>
	db
		.select(standingColumns(at))
		.from(standingExpenses)
		.where(sql`${standingExpenses.employeeId} = ${employeeId} AND ${standingExpenses.id} > ${after}`)
		.orderBy(asc(standingExpenses.id))
		.limit(limit);

/** The SQL equals that of the index `standing_expenses_company`, so that SQLite uses it. */
export const standingOfCompany = (db: Db, companyId: SQL, after: StandingKey, limit: number, at?: Instant) =>
	db
		.select(standingColumns(at))
		.from(standingExpenses)
		.where(
			sql`${standingExpenses.companyId} = ${companyId}
				AND (waiting_since IS NULL, ${standingExpenses.id}) > (${after.rank}, ${after.id})`,
		)
		.orderBy(sql`waiting_since IS NULL`, asc(standingExpenses.id))
		.limit(limit);

export const waitingOfCompany = (db: Db, companyId: SQL) =>
	db
		.select({ count: sql<number>`count(*)`.as('waiting') })
		.from(standingExpenses)
		.where(sql`${standingExpenses.companyId} = ${companyId} AND (waiting_since IS NULL) = 0`);

export const insertStanding = (db: Db, row: typeof standingExpenses.$inferInsert) =>
	insertOnce(db, standingExpenses, row);

export const saveStanding = (db: Db, id: string, fields: Partial<StandingRow>) =>
	db.update(standingExpenses).set(fields).where(eq(standingExpenses.id, id));

export const saveProof = (db: Db, id: string, fields: Partial<ProofRow>) =>
	db.update(standingProofs).set(fields).where(eq(standingProofs.id, id));

/** SQL that is true for the stored and waiting proofs of these standing expenses. */
const isWaiting = (ids: readonly string[]): SQL =>
	sql`${standingProofs.standingExpenseId} IN ${oneOf(ids)} AND ${standingProofs.state} = 'SUBMITTED'
		AND ${isPresent(standingProofs)}`;

/** Discards the waiting proof, because a newer one replaces it. */
export const discardWaiting = (db: Db, id: string, now: Instant): Statement =>
	db
		.update(standingProofs)
		.set({ dateDiscarded: now })
		.where(isWaiting([id]));

/** Ends these standing expenses. Their proofs wait no longer, and are kept for a while, like the receipts of withdrawn expenses. */
export const endStandingOf = (
	db: Db,
	ids: readonly string[],
	enderId: string | null,
	now: Instant,
): Statement[] => [
	db.update(standingProofs).set({ dateUnneeded: now }).where(isWaiting(ids)),
	db
		.update(standingExpenses)
		.set(endedFields(enderId, now))
		.where(sql`${standingExpenses.id} IN ${oneOf(ids)}`),
];

/** SQL of the time at which `clearReceipts` has a proof to discard or remove. */
export const proofsDueAt: readonly SQL[] = [unneededDueAt(standingProofs), ...removalsDueAt(standingProofs)];

/** Reads proofs that have not been needed since an instant. */
export const unneededProofs = (db: Db, until: Instant, limit: number) =>
	db
		.select({
			id: standingProofs.id,
			employeeId: standingExpenses.employeeId,
			companyId: standingExpenses.companyId,
		})
		.from(standingProofs)
		.innerJoin(standingExpenses, eq(standingExpenses.id, standingProofs.standingExpenseId))
		.where(
			sql`date_unneeded IS NOT NULL AND date_discarded IS NULL AND ${lte(standingProofs.dateUnneeded, until)}`,
		)
		.orderBy(asc(standingProofs.dateUnneeded))
		.limit(limit);

export const aboutStanding = (
	{ id, employeeId, companyId }: Pick<StandingRow, 'id' | 'employeeId' | 'companyId'>,
	recordId = id,
) => aboutEmployee({ id: employeeId, companyId }, recordId);

/** Returns the fields that the end changes. `enderId` is null for a termination. */
export const endedFields = (enderId: string | null, now: Instant) => ({
	state: 'ENDED' as const,
	dateModified: now,
	dateEnded: now,
	enderId,
	waitingSince: null,
});

export const endingOfStanding = (standing: StandingRow, now: Instant): Change[] =>
	alteration(
		'standing_expense.ended',
		aboutStanding(standing),
		tellStanding(standing),
		tellStanding({ ...standing, ...endedFields(null, now) }),
	);

export const skippingOf = (
	standing: Pick<StandingRow, 'id' | 'employeeId' | 'companyId'>,
	date: Instant,
	refusal: RefusalCode | undefined,
): Change =>
	creation('standing_expense.skipped', aboutStanding(standing), {
		id: standing.id,
		date: toIso(date),
		refusal,
	});

export const standingViolations: Violations = {
	decided: () => alreadyDecided(),
	employee_erased: employeeErased,
	receipt_discarded: () => beingRemoved(),
};
