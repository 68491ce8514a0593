import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import { requireThat, stale, type Violations } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { isInJob } from '../../../foundation/db/scope.ts';
import { MOMENT_MS } from '../approval-rules/rules.ts';
import { approvalRules } from '../approval-rules/table.ts';
import { expenses } from '../table.ts';

export const rulesFor = (db: Db, expenseIds: SQL) =>
	db
		.select()
		.from(approvalRules)
		.where(
			and(
				sql`${approvalRules.companyId} IN (SELECT company_id FROM expenses WHERE id IN ${expenseIds})`,
				isNull(approvalRules.dateDeleted),
			),
		);

/** SQL that is true when the expense has a receipt, and its author has had time to add more. A receipt that was a draft may be older. */
const hasReceipts = (now: Instant): SQL => sql`${expenses.dateCreated} <= ${now - MOMENT_MS}
	AND EXISTS (SELECT 1 FROM receipts r WHERE r.expense_id = ${expenses.id}
		AND r.date_stored IS NOT NULL AND r.date_discarded IS NULL)
	AND NOT ${hasNews(expenses.id, now)}`;

/** SQL that is true while a receipt of the expense is arriving, or has just arrived. */
const hasNews = (expenseId: SQLWrapper, now: Instant): SQL =>
	sql`EXISTS (SELECT 1 FROM receipts r WHERE r.expense_id = ${expenseId}
		AND (r.date_stored IS NULL OR r.date_stored > ${now - MOMENT_MS}))`;

const ARRIVED = 'receipt.arrived';

/** Fails when a receipt of the expenses has arrived since they were read, because no rule has checked it. */
export const requireNoNews = (db: Db, expenseIds: readonly string[], now: Instant): Statement =>
	requireThat(
		db,
		sql`NOT EXISTS (SELECT 1 FROM expenses WHERE id IN ${oneOf(expenseIds)} AND ${hasNews(expenses.id, now)})`,
		ARRIVED,
	);

export const newsViolations: Violations = { [ARRIVED]: stale };

/**
 * SQL of the time at which `applyApprovalRules` has an expense to look at. An unfinished upload makes the job run once more than needed.
 */
export const rulesDueAt = sql`SELECT min(max(x.date_created, (SELECT max(date_stored) FROM receipts WHERE expense_id = x.id AND date_discarded IS NULL))) + ${MOMENT_MS}
	FROM approval_rules r CROSS JOIN expenses x ON x.company_id = r.company_id AND x.module = r.module
	WHERE r.date_deleted IS NULL AND x.state = 'SUBMITTED' AND x.machine_facts IS NOT NULL AND x.date_ruled IS NULL`;

/** Reads the expenses that rules must check. Each is checked only once. */
export const dueForRules = (db: Db, now: Instant, limit: number, companyId?: string) =>
	db
		.select({ id: expenses.id, companyId: expenses.companyId })
		.from(approvalRules)
		.crossJoin(expenses)
		.where(
			and(
				isNull(approvalRules.dateDeleted),
				eq(expenses.companyId, approvalRules.companyId),
				eq(expenses.module, approvalRules.module),
				sql`expenses.state = 'SUBMITTED' AND expenses.machine_facts IS NOT NULL AND expenses.date_ruled IS NULL`,
				hasReceipts(now),
				isInJob(approvalRules.companyId, companyId),
			),
		)
		.limit(limit);

/** Marks waiting expenses as checked by rules, and those among them that were drawn for the sample. */
export const markRuled = (
	db: Db,
	looked: readonly { id: string; dateSampled: Instant | null }[],
	now: Instant,
) =>
	db
		.update(expenses)
		.set({
			dateRuled: now,
			dateSampled: sql`d.value ->> 'dateSampled'`,
			dateModified: sql`coalesce(d.value ->> 'dateSampled', ${expenses.dateModified})`,
		})
		.from(sql`json_each(${JSON.stringify(looked)}) d`)
		.where(sql`${expenses.id} = d.value ->> 'id' AND ${expenses.state} = 'SUBMITTED'`);

export const idsForRules = (...due: Parameters<typeof dueForRules>): SQL =>
	sql`(SELECT id FROM ${dueForRules(...due)})`;
