import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { CRON } from '../../../foundation/core/history.ts';
import { addMonths, type Instant, startOfMonth } from '../../../foundation/core/instant.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { type NewEvent, recordEvents } from '../../../foundation/db/record-events.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { isInJob } from '../../../foundation/db/scope.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { approvalRules } from '../approval-rules/table.ts';
import { approvalSeeds } from './table.ts';

export type ApprovalSeed = typeof approvalSeeds.$inferSelect;

export const insertSeeds = (db: Db, rows: readonly ApprovalSeed[]) =>
	rows.map((row) => insertOnce(db, approvalSeeds, row));

/** Reveals seeds with their events, which come first: they require that no other run has revealed the seeds. */
export const revelations = (
	db: Db,
	seeds: readonly Pick<ApprovalSeed, 'id' | 'seed' | 'dateRevealed'>[],
	events: readonly NewEvent[],
	now: Instant,
): Statement[] => [
	...recordEvents(
		db,
		CRON,
		now,
		events,
		sql`EXISTS (SELECT 1 FROM ${approvalSeeds} WHERE ${approvalSeeds.id} = d.value ->> 'recordId' AND ${approvalSeeds.sealed} IS NOT NULL)`,
	),
	...seeds.map(({ id, seed, dateRevealed }) =>
		db
			.update(approvalSeeds)
			.set({ sealed: null, seed, dateRevealed })
			.where(and(eq(approvalSeeds.id, id), isNotNull(approvalSeeds.sealed))),
	),
];

/** Reads a month's seed. It must stay secret until it is revealed. */
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

/** Reads the secret seeds of the companies and months of some expenses. */
export const seedsFor = (db: Db, expenseIds: SQL) =>
	db
		.select(sealedColumns)
		.from(approvalSeeds)
		.where(
			sql`${approvalSeeds.sealed} IS NOT NULL AND (${approvalSeeds.companyId}, ${approvalSeeds.month}) IN (
				SELECT company_id, unixepoch(date / 1000, 'unixepoch', 'start of month') * 1000 FROM expenses WHERE id IN ${expenseIds})`,
		);

/** SQL of the time at which `applyApprovalRules` draws the next seed. */
export const seedsDueAt = sql`SELECT min(coalesce((SELECT unixepoch(max(month) / 1000, 'unixepoch', '+1 month') * 1000
	FROM approval_seeds s WHERE s.company_id = r.company_id), 1)) FROM approval_rules r WHERE r.date_deleted IS NULL`;

/** Reads the companies that have a rule but no seed for the present month. */
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

/** SQL of the time at which `applyApprovalRules` reveals the next seed. */
export const revealsDueAt = sql`SELECT min(iif(EXISTS (SELECT 1 FROM payroll_runs p WHERE p.company_id = s.company_id AND p.month >= s.month), 1,
		unixepoch(s.month / 1000, 'unixepoch', '+1 month') * 1000 + c.payroll_reference_day * 86400000))
	FROM approval_seeds s JOIN companies c ON c.id = s.company_id WHERE s.sealed IS NOT NULL`;

/**
 * Reads the seeds of months that a run has closed, or whose cut-off has passed. They are ordered by their encrypted texts, so that a step
 * can continue after the last one.
 */
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
