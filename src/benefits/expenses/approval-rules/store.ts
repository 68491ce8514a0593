import { and, asc, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { addMonths, type Instant } from '../../../foundation/core/instant.ts';
import { MODULES, type Module } from '../../../foundation/core/modules.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { isManaged } from '../../../foundation/db/scope.ts';
import type { approvalSeeds } from '../approval-samples/table.ts';
import { idsOfPurchases, MARKS } from '../queries.ts';
import { expenses } from '../table.ts';
import { approvalRules } from './table.ts';

export type ApprovalRule = typeof approvalRules.$inferSelect;

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

export const insertRule = (db: Db, row: ApprovalRule) => insertOnce(db, approvalRules, row);

export const saveRule = (db: Db, { id, ...fields }: ApprovalRule) =>
	db.update(approvalRules).set(fields).where(eq(approvalRules.id, id));

/**
 * Selects the expenses that no rule may approve. Their purchase was rejected or left to people before, even if its author then withdrew it.
 * Or the employee could have set the rule, or may get this money by a standing expense. A trial counts only earlier purchases.
 */
export const reservedForPeople = (db: Db, expenseIds: SQL, counted: 'all' | 'earlier') =>
	db
		.select({ id: expenses.id })
		.from(expenses)
		.where(
			sql`expenses.id IN ${expenseIds} AND (EXISTS (
				SELECT 1 FROM ${idsOfPurchases(sql`expenses.company_id`, MARKS)} purchases CROSS JOIN expenses other ON other.id = purchases.id
				WHERE other.company_id = expenses.company_id AND ${counted === 'earlier' ? sql`other.id < expenses.id` : sql`other.id <> expenses.id`}
					AND (other.state = 'REJECTED' OR other.date_ruled IS NOT NULL))
			OR EXISTS (SELECT 1 FROM employees e CROSS JOIN users u ON u.id = e.user_id
				WHERE e.id = expenses.employee_id AND (instr(u.roles, '"PLATFORM_ADMIN"') > 0
					OR (instr(u.roles, '"COMPANY_ADMIN"') > 0 AND ${isManaged(sql`expenses.company_id`, sql`u.id`)})))
			OR EXISTS (SELECT 1 FROM standing_expenses s WHERE s.employee_id = expenses.employee_id AND s.module = expenses.module
				AND (s.state IN ('SUBMITTED', 'ACTIVE')
					OR s.date_ended >= unixepoch(expenses.date / 1000, 'unixepoch', 'start of month') * 1000)))`,
		);

const countWhere = (condition: SQL, name: string) =>
	sql<number>`count(*) FILTER (WHERE ${condition})`.as(name);
const drawnWhere = (condition: SQL, name: string) =>
	countWhere(sql`${expenses.dateSampled} IS NOT NULL AND ${condition}`, name);

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

export interface ApprovalReport {
	month: Instant;
	modules: DecisionsOfModule[];
	/** Null for a month in which the company had no rule. */
	seed:
		| (Pick<typeof approvalSeeds.$inferSelect, 'commitment' | 'seed' | 'dateRevealed'> & { isLost: boolean })
		| null;
}
