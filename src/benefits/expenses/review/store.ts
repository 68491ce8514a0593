import { and, asc, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { places } from '../../../foundation/cells/table.ts';
import { isPlaceReached, isRealPlace, type Reach } from '../../../foundation/cells/whereabouts.ts';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { jsonColumn } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { isReached, reachedCompanies } from '../../../foundation/db/scope.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { closingOf } from '../../ledger/queries.ts';
import type { FactMatch } from '../facts/rules.ts';
import { type Expense, idsOfPurchases, MARKS } from '../queries.ts';
import type { StoredReceipt } from '../receipts/table.ts';
import { type Duplicate, MAX_DUPLICATES } from '../rules.ts';
import { expenses } from '../table.ts';
import type { ReviewContext } from './rules.ts';

export interface Queued extends ReviewContext {
	expense: Expense;
	receipts: StoredReceipt[];
	/** True when the company keeps a record of absences. An approval may then have more days of meals. */
	isProvable: boolean;
}

/** A place in the queue: the day of the expense, which sorts like its deadline, and its id. */
export interface QueueKey {
	date: Instant;
	id: string;
}

export interface QueueFilter {
	facts?: FactMatch | undefined;
	/** True for expenses that were drawn for the sample. */
	sampled?: boolean | undefined;
}

/** SQL of the ids of the next expenses that wait for a decision, ordered by their days. */
export const queuedIds = (companyId: SQL, filter: QueueFilter, after: QueueKey, limit: number): SQL =>
	sql`(SELECT id FROM expenses WHERE company_id = ${companyId} AND state = 'SUBMITTED' AND ${isMatch(filter)}
		AND (date, id) > (${after.date}, ${after.id}) ORDER BY date, id LIMIT ${limit})`;

const AGREES = sql`(strftime('%Y-%m-%d', date / 1000, 'unixepoch'), amount_value, amount_currency)
	= (machine_facts ->> 'date', machine_facts ->> '$.amount.value', machine_facts ->> '$.amount.currency')
	AND machine_facts ->> 'isCorrection' IS NOT 1`;

/** SQL conditions that compare like `areDifferent`. */
const MATCHES: Record<FactMatch, SQL> = {
	AGREE: sql`machine_facts IS NOT NULL AND ${AGREES}`,
	DIFFER: sql`machine_facts IS NOT NULL AND NOT (${AGREES})`,
	NONE: sql`machine_facts IS NULL`,
};

const isMatch = ({ facts, sampled }: QueueFilter): SQL =>
	sql`${facts === undefined ? sql`TRUE` : MATCHES[facts]} AND ${sampled === undefined ? sql`TRUE` : sql`(date_sampled IS NOT NULL) = ${sampled}`}`;

export const queueCounts = (db: Db, companyId: SQL, filter: QueueFilter, { date, id }: QueueKey) =>
	db
		.select({
			waiting: sql<number>`count(*)`,
			passed: sql<number>`count(*) FILTER (WHERE (${expenses.date}, ${expenses.id}) <= (${date}, ${id}))`,
		})
		.from(expenses)
		.where(and(eq(expenses.companyId, companyId), sql`${expenses.state} = 'SUBMITTED'`, isMatch(filter)));

/** Reads how many expenses wait in each company, and the day of the oldest. Companies are ordered by id. */
export function queuesPage(db: Db, scope: Scope, after: string, limit: number, companyId?: string) {
	const reached = reachedCompanies(scope, after, companyId);
	const waiting = (what: SQL) =>
		sql`(SELECT ${what} FROM expenses WHERE company_id = ${companies.id} AND state = 'SUBMITTED')`;
	return db
		.select({
			companyId: companies.id,
			name: companies.name,
			referenceDay: companies.payrollReferenceDay,
			secondFactorRequired: companies.secondFactorRequired,
			waiting: sql<number>`${waiting(sql`count(*)`)}`.as('waiting'),
			oldest: sql<Instant | null>`${waiting(sql`min(date)`)}`.as('oldest'),
			/** When the month of the oldest expense was closed. */
			dateClosed: closingOf(sql`${companies.id}`, waiting(sql`min(date)`)).as('date_closed'),
		})
		.from(reached.table)
		.crossJoin(companies)
		.where(and(reached.where, ne(companies.id, after), eq(companies.id, reached.id)))
		.orderBy(reached.id)
		.limit(limit);
}

/** Reads the queues of companies in cells, as these reported them. Null before the first report. */
export const queuesInCells = (d1: Db, reach: Reach, after: string, limit: number) =>
	d1
		.select({
			companyId: places.companyId,
			name: sql<string>`${places.company} ->> 'name'`.as('company_name'),
			summary: places.summary,
		})
		.from(places)
		.where(and(gt(places.companyId, after), isPlaceReached(reach), isRealPlace(reach)))
		.orderBy(asc(places.companyId))
		.limit(limit);

/**
 * Reads the first duplicates of each kind in the company and scope, without rejected and withdrawn ones. The index of files has only the
 * first digits of a SHA-256. The index `expenses_taken` finds the expenses of a person for a day and an amount.
 */
export function duplicatesOf(db: Db, scope: Scope, expenseIds: SQL) {
	const other = alias(expenses, 'other');
	const isTold = sql`other.company_id = expenses.company_id AND other.id <> expenses.id
		AND other.state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED')
		AND ${isReached(scope, other.companyId, other.employeeId) ?? sql`TRUE`}`;
	return db
		.select({
			expenseId: expenses.id,
			sameReceipt: othersIn(
				sql`receipts r CROSS JOIN receipts s ON substr(s.sha256, 1, 8) = substr(r.sha256, 1, 8) AND s.sha256 = r.sha256
						AND s.date_discarded IS NULL
					CROSS JOIN expenses other ON other.id = s.expense_id
					WHERE r.expense_id = expenses.id AND r.date_discarded IS NULL AND ${isTold}`,
				'same_receipt',
			),
			samePurchase: othersIn(
				sql`${idsOfPurchases(sql`expenses.company_id`, MARKS)} purchases CROSS JOIN expenses other ON other.id = purchases.id WHERE ${isTold}`,
				'same_purchase',
			),
			sameDayAndAmount: othersIn(
				sql`expenses other INDEXED BY expenses_taken WHERE other.employee_id = expenses.employee_id AND other.date = expenses.date
					AND other.module = expenses.module AND other.amount_value = expenses.amount_value
					AND other.amount_currency = expenses.amount_currency AND ${isTold}`,
				'same_day_and_amount',
			),
		})
		.from(expenses)
		.where(sql`${expenses.id} IN ${expenseIds}`);
}

const othersIn = (source: SQL, name: string) =>
	jsonColumn<Duplicate[]>(
		sql`(SELECT json_group_array(json_object('id', o.id, 'dateCreated', o.date_created, 'firstName', u.first_name,
				'lastName', u.last_name, 'personnelNumber', e.personnel_number))
			FROM (SELECT DISTINCT other.id, other.date_created, other.employee_id FROM ${source} LIMIT ${MAX_DUPLICATES}) o
			CROSS JOIN employees e ON e.id = o.employee_id CROSS JOIN users u ON u.id = e.user_id)`,
		name,
	);
