import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { MEAL_VALUES } from '../../../foundation/core/meals.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { ifAny } from '../../../foundation/db/due.ts';
import { isInJob } from '../../../foundation/db/scope.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { employees } from '../../employees/table.ts';
import { expenses } from '../../expenses/table.ts';
import { payrollCorrections, payrollTransactions } from '../../ledger/table.ts';

export type AwaitedLine = Awaited<ReturnType<typeof awaitedLines>>[number];

/** SQL of the time at which `splitAwaited` is due. A new version of the service may know the official values for these meals. */
export const awaitedDueAt = ifAny(
	sql`FROM payroll_transactions WHERE awaits_meal_value AND state = 'PENDING'`,
);

const KNOWN = JSON.stringify(MEAL_VALUES.map(({ country, from, until }) => ({ country, from, until })));

/** Reads lines for meals that were approved without an official value, if the service now knows the value. */
export const awaitedLines = (db: Db, limit: number, companyId?: string) =>
	db
		.select({
			...getTableColumns(payrollTransactions),
			employeeId: sql<string>`${employees.id}`.as('owner_id'),
			revision: employees.revision,
			country: companies.taxAffiliation,
			date: expenses.date,
			days: expenses.days,
			approvedDays: expenses.approvedDays,
			requestedValue: sql<number>`${expenses.amountValue}`.as('requested_value'),
			approvedAmountValue: expenses.approvedAmountValue,
			mealPriceValue: expenses.mealPriceValue,
			requestedAmountValue: expenses.requestedAmountValue,
			correctsId: payrollCorrections.correctsId,
			authorId: payrollCorrections.authorId,
			reason: payrollCorrections.reason,
		})
		.from(payrollTransactions)
		.innerJoin(expenses, eq(expenses.id, payrollTransactions.flexDataId))
		.innerJoin(employees, eq(employees.id, expenses.employeeId))
		.innerJoin(companies, eq(companies.id, expenses.companyId))
		.leftJoin(payrollCorrections, eq(payrollCorrections.transactionId, payrollTransactions.id))
		.where(
			and(
				sql`payroll_transactions.awaits_meal_value AND payroll_transactions.state = 'PENDING'
					AND EXISTS (SELECT 1 FROM json_each(${KNOWN}) v WHERE v.value ->> 'country' = ${companies.taxAffiliation}
						AND ${expenses.date} >= v.value ->> 'from' AND ${expenses.date} < v.value ->> 'until')`,
				isInJob(payrollTransactions.companyId, companyId),
				// This condition makes SQLite use the index of pending lines, because a company has many others.
				companyId === undefined ? undefined : sql`payroll_transactions.payroll_reference_date > 0`,
			),
		)
		.orderBy(companyId === undefined ? sql`payroll_transactions.id` : sql`+payroll_transactions.id`)
		.limit(limit);

/** Reduces each line to its first part. It must follow `advanceRevisions`, which fails when the line may have changed. */
export const shrinkLines = (
	db: Db,
	parts: readonly Pick<AwaitedLine, 'id' | 'kind' | 'amountValue'>[],
	now: Instant,
) =>
	db
		.update(payrollTransactions)
		.set({
			kind: sql`part.value ->> 'kind'`,
			amountValue: sql`part.value ->> 'amountValue'`,
			awaitsMealValue: false,
			dateModified: now,
		})
		.from(sql`json_each(${JSON.stringify(parts)}) part`)
		.where(sql`${payrollTransactions.id} = part.value ->> 'id'`);
