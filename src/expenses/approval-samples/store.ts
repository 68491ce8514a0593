import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { companies } from '../../companies/table.ts';
import { addMonths, type Instant, startOfMonth } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';
import { insertOnce } from '../../db/records.ts';
import { isInJob } from '../../db/scope.ts';
import { approvalRules } from '../approval-rules/table.ts';
import { approvalSeeds } from './table.ts';

export type ApprovalSeed = typeof approvalSeeds.$inferSelect;

export const insertSeeds = (db: Db, rows: readonly ApprovalSeed[]) =>
	rows.map((row) => insertOnce(db, approvalSeeds, row));

export const revealSeed = (
	db: Db,
	{ id, seed, dateRevealed }: Pick<ApprovalSeed, 'id' | 'seed' | 'dateRevealed'>,
) => db.update(approvalSeeds).set({ sealed: null, seed, dateRevealed }).where(eq(approvalSeeds.id, id));

/** Reads a month's seed. Nobody may learn it before it is revealed. */
export const seedOfMonth = (db: Db, companyId: SQL, month: Instant) =>
	db
		.select()
		.from(approvalSeeds)
		.where(and(sql`${approvalSeeds.companyId} = ${companyId}`, eq(approvalSeeds.month, month)));

const sealedColumns = {
	id: approvalSeeds.id,
	companyId: approvalSeeds.companyId,
	month: approvalSeeds.month,
	sealed: sql<string>`${approvalSeeds.sealed}`.as('sealed_seed'),
};

/** The secret seeds of the companies and months of some expenses. */
export const seedsFor = (db: Db, expenseIds: SQL) =>
	db
		.select(sealedColumns)
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

/** The seeds of months that can no longer change: a run has closed them, or their cut-off has passed. They come in the order of their texts. */
export const dueReveals = (db: Db, now: Instant, limit: number, companyId?: string, after = '') =>
	db
		.select(sealedColumns)
		.from(approvalSeeds)
		.innerJoin(companies, eq(companies.id, approvalSeeds.companyId))
		.where(
			and(
				sql`${approvalSeeds.sealed} IS NOT NULL AND ${approvalSeeds.sealed} > ${after}`,
				sql`(${approvalSeeds.month} <= ${addMonths(startOfMonth(now), -2)}
					OR (${approvalSeeds.month} < ${startOfMonth(now)}
						AND ${startOfMonth(now)} + ${companies.payrollReferenceDay} * 86400000 <= ${now})
					OR EXISTS (SELECT 1 FROM payroll_runs r WHERE r.company_id = ${approvalSeeds.companyId} AND r.month >= ${approvalSeeds.month}))`,
				isInJob(approvalSeeds.companyId, companyId),
			),
		)
		.orderBy(asc(approvalSeeds.sealed))
		.limit(limit);
