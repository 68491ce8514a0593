import { and, asc, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { companies } from '../../companies/table.ts';
import { addMonths, type Instant, startOfMonth } from '../../core/instant.ts';
import { MODULES, type Module } from '../../core/modules.ts';
import type { Db } from '../../db/database.ts';
import { insertOnce } from '../../db/records.ts';
import { isInJob } from '../../db/scope.ts';
import { expenses } from '../table.ts';
import { MOMENT_MS } from './rules.ts';
import { approvalRules, approvalSeeds } from './table.ts';

export type ApprovalRule = typeof approvalRules.$inferSelect;
export type ApprovalSeed = typeof approvalSeeds.$inferSelect;

export const rulesPage = (db: Db, companyId: SQL, after: string, limit: number) =>
	db
		.select()
		.from(approvalRules)
		.where(
			and(
				sql`${approvalRules.companyId} = ${companyId}`,
				gt(approvalRules.id, after),
				isNull(approvalRules.dateDeleted),
			),
		)
		.orderBy(asc(approvalRules.id))
		.limit(limit);

export const ruleOf = (db: Db, companyId: SQL, module: Module) =>
	db
		.select()
		.from(approvalRules)
		.where(
			and(
				sql`${approvalRules.companyId} = ${companyId}`,
				eq(approvalRules.module, module),
				isNull(approvalRules.dateDeleted),
			),
		);

/** The rules in force in the companies of some expenses. */
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

export const insertRule = (db: Db, row: ApprovalRule) => insertOnce(db, approvalRules, row);

export const saveRule = (db: Db, { id, ...fields }: ApprovalRule) =>
	db.update(approvalRules).set(fields).where(eq(approvalRules.id, id));

export const insertSeeds = (db: Db, rows: readonly ApprovalSeed[]) =>
	rows.map((row) => insertOnce(db, approvalSeeds, row));

export const revealSeed = (
	db: Db,
	{ id, seed, dateRevealed }: Pick<ApprovalSeed, 'id' | 'seed' | 'dateRevealed'>,
) => db.update(approvalSeeds).set({ sealed: null, seed, dateRevealed }).where(eq(approvalSeeds.id, id));

export const seedOfMonth = (db: Db, companyId: SQL, month: Instant) =>
	db
		.select({ id: approvalSeeds.id })
		.from(approvalSeeds)
		.where(and(sql`${approvalSeeds.companyId} = ${companyId}`, eq(approvalSeeds.month, month)));

/** The secret seeds of the companies and months of some expenses. */
export const seedsFor = (db: Db, expenseIds: SQL) =>
	db
		.select()
		.from(approvalSeeds)
		.where(
			sql`${approvalSeeds.sealed} IS NOT NULL AND (${approvalSeeds.companyId}, ${approvalSeeds.month}) IN (
				SELECT company_id, unixepoch(date / 1000, 'unixepoch', 'start of month') * 1000 FROM expenses WHERE id IN ${expenseIds})`,
		);

/** The companies with a rule that have no seed for the present month. */
export const dueSeeds = (db: Db, now: Instant, limit: number, companyId?: string) =>
	db
		.selectDistinct({ companyId: approvalRules.companyId })
		.from(approvalRules)
		.where(
			and(
				isNull(approvalRules.dateDeleted),
				sql`NOT EXISTS (SELECT 1 FROM approval_seeds s
					WHERE s.company_id = ${approvalRules.companyId} AND s.month = ${startOfMonth(now)})`,
				isInJob(approvalRules.companyId, companyId),
			),
		)
		.limit(limit);

/** The seeds of months that can no longer change: a run has closed them, or their cut-off has passed. */
export const dueReveals = (db: Db, now: Instant, limit: number, companyId?: string) =>
	db
		.select({
			id: approvalSeeds.id,
			companyId: approvalSeeds.companyId,
			month: approvalSeeds.month,
			sealed: sql<string>`${approvalSeeds.sealed}`.as('sealed_seed'),
		})
		.from(approvalSeeds)
		.innerJoin(companies, eq(companies.id, approvalSeeds.companyId))
		.where(
			and(
				sql`${approvalSeeds.sealed} IS NOT NULL`,
				sql`(${approvalSeeds.month} <= ${addMonths(startOfMonth(now), -2)}
					OR (${approvalSeeds.month} < ${startOfMonth(now)}
						AND ${startOfMonth(now)} + ${companies.payrollReferenceDay} * 86400000 <= ${now})
					OR EXISTS (SELECT 1 FROM payroll_runs r WHERE r.company_id = ${approvalSeeds.companyId} AND r.month >= ${approvalSeeds.month}))`,
				isInJob(approvalSeeds.companyId, companyId),
			),
		)
		.limit(limit);

/** The expense has a receipt, and its author has had a moment to add more. */
const hasReceipts = (
	now: Instant,
): SQL => sql`EXISTS (SELECT 1 FROM receipts r WHERE r.expense_id = ${expenses.id}
		AND r.date_stored IS NOT NULL AND r.date_discarded IS NULL)
	AND NOT EXISTS (SELECT 1 FROM receipts r WHERE r.expense_id = ${expenses.id}
		AND (r.date_stored IS NULL OR r.date_stored > ${now - MOMENT_MS}))`;

/** The expenses at which a rule has to look: each of them once. */
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

/** Notes that rules have looked at expenses which still wait, and which of them were drawn for the sample. */
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

/** The ids of these expenses, as a subquery. */
export const idsForRules = (...due: Parameters<typeof dueForRules>): SQL =>
	sql`(SELECT id FROM ${dueForRules(...due)})`;

const countWhere = (condition: SQL, name: string) =>
	sql<number>`count(*) FILTER (WHERE ${condition})`.as(name);
const drawnWhere = (condition: SQL, name: string) =>
	countWhere(sql`${expenses.dateSampled} IS NOT NULL AND ${condition}`, name);

/** Counts who decided on the expenses of a month, and what verifiers found in its sample, by module. */
export const decisionsByModule = (db: Db, companyId: SQL, month: Instant) =>
	db
		.select({
			module: expenses.module,
			byRule: countWhere(sql`${expenses.approvalRuleId} IS NOT NULL`, 'by_rule'),
			byPeople: countWhere(
				sql`${expenses.deciderId} IS NOT NULL AND ${expenses.state} IN ('APPROVED', 'REJECTED')`,
				'by_people',
			),
			approved: drawnWhere(sql`${expenses.approvedAmountValue} = ${expenses.amountValue}`, 'approved'),
			approvedInPart: drawnWhere(
				sql`${expenses.approvedAmountValue} < ${expenses.amountValue}`,
				'approved_in_part',
			),
			rejected: drawnWhere(sql`${expenses.state} = 'REJECTED'`, 'rejected'),
			withdrawn: drawnWhere(sql`${expenses.state} = 'WITHDRAWN'`, 'withdrawn'),
			waiting: drawnWhere(sql`${expenses.state} IN ('SUBMITTED', 'NEEDS_CORRECTION')`, 'waiting'),
		})
		.from(expenses)
		.where(
			and(
				sql`${expenses.companyId} = ${companyId}`,
				inArray(expenses.module, MODULES),
				gte(expenses.date, month),
				lt(expenses.date, addMonths(month, 1)),
			),
		)
		.groupBy(expenses.module);

export type DecisionsOfModule = Awaited<ReturnType<typeof decisionsByModule>>[number];
