import { asc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { employees } from '../../../benefits/employees/table.ts';
import { receiptDrafts } from '../../../benefits/expenses/drafts/table.ts';
import { receipts } from '../../../benefits/expenses/receipts/table.ts';
import { standingExpenses, standingProofs } from '../../../benefits/expenses/standing/table.ts';
import { expenses } from '../../../benefits/expenses/table.ts';
import { issuedVouchers } from '../../../benefits/goodies/vouchers/table.ts';
import {
	payrollCorrections,
	payrollSettlements,
	payrollTransactions,
} from '../../../benefits/ledger/table.ts';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import {
	BLANK_CORRECTION,
	BLANK_EXPENSE,
	blankUser,
	PERSONAL_FIELDS,
} from '../../../foundation/core/personal.ts';
import { TABLES, tablesWhere } from '../../../foundation/core/tables.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { moving } from '../../../foundation/db/directory.ts';
import { partiesOf } from '../../../foundation/db/events.ts';
import { isReached } from '../../../foundation/db/scope.ts';
import { events } from '../../../foundation/db/table.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { nameColumns, users } from '../../../tenants/users/table.ts';

/** Returns no row when the employee is outside the scope. */
export const candidateOf = (db: Db, scope: Scope, employeeId: string) =>
	db
		.select({
			retentionMonths: companies.retentionMonths,
			roles: users.roles,
			userRevision: sql<number>`${users.revision}`.as('user_revision'),
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.innerJoin(companies, eq(companies.id, employees.companyId))
		.where(
			sql`${employees.id} = ${employeeId} AND ${isReached(scope, employees.companyId, employees.id) ?? sql`TRUE`}`,
		);

export const leaversPage = (
	db: Db,
	companyId: SQL,
	after: { dateTerminated: Instant; id: string },
	limit: number,
) =>
	db
		.select({
			id: employees.id,
			dateTerminated: sql<Instant>`${employees.dateTerminated}`.as('date_terminated_'),
			personnelNumber: employees.personnelNumber,
			...nameColumns,
			roles: users.roles,
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(
			sql`${employees.companyId} = ${companyId} AND ${employees.dateTerminated} IS NOT NULL AND ${employees.dateErased} IS NULL
				AND (${employees.dateTerminated}, ${employees.id}) > (${after.dateTerminated}, ${after.id})`,
		)
		.orderBy(asc(employees.dateTerminated), asc(employees.id))
		.limit(limit);

export type Leaver = Awaited<ReturnType<typeof leaversPage>>[number];

/** Reads which of these employees still have personal data. They are given by their own ids or those of their users. */
export const returnedEmployees = (db: Db, ids: readonly string[]) =>
	db
		.select({
			...getTableColumns(employees),
			userRevision: sql<number>`${users.revision}`.as('user_revision'),
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(
			sql`${employees.id} IN (SELECT id FROM employees WHERE id IN ${oneOf(ids)} UNION SELECT id FROM employees WHERE user_id IN ${oneOf(ids)})
				AND (${employees.dateErased} IS NULL OR ${users.dateDeleted} IS NULL)`,
		);

export const returnedUsers = (db: Db, ids: readonly string[]) =>
	db
		.select({ id: users.id, revision: users.revision })
		.from(users)
		.where(
			sql`${users.id} IN ${oneOf(ids)} AND ${users.dateDeleted} IS NULL AND (${users.home} IS NULL OR ${users.firstName} IS NOT NULL OR ${users.lastName} IS NOT NULL)
				AND NOT EXISTS (SELECT 1 FROM employees e WHERE e.user_id = ${users.id})`,
		);

/** Fails with `stale_revision` when the user has changed since it was read, because the roles may be different now. */
export function eraseUserRow(db: Db, userId: string, revision: number, now: Instant): Statement {
	const blank = blankUser(userId);
	const statement = db
		.update(users)
		.set({
			...blank,
			// An id is never a valid e-mail address, so no user can have this key and block the erasure.
			emailKey: userId,
			passwordHash: null,
			dateModified: now,
			dateDeleted: now,
			revision: revision + 1,
		})
		.where(eq(users.id, userId));
	return moving(statement, [{ userId, address: null, now }]);
}

/** Tables whose rows go. They name the person by the employee or by the user. */
const DELETED = tablesWhere(({ personal }) => personal === 'rows').map(
	(table) => [table, TABLES[table].owner === 'employee_id' ? 'employee_id' : 'user_id'] as const,
);

export const deletePersonalRows = (db: Db, ids: readonly string[]): Statement[] =>
	DELETED.map(
		([table, owner]) =>
			db.run(
				sql`DELETE FROM ${sql.identifier(table)} WHERE ${sql.identifier(owner)} IN ${oneOf(ids)}`,
			) as unknown as Statement,
	);

/** Blanks expenses. The cron deletes the files of the receipts. */
export function eraseExpenses(db: Db, employeeId: string, now: Instant): Statement[] {
	const own = db.select({ id: expenses.id }).from(expenses).where(eq(expenses.employeeId, employeeId));
	const vouchers = db
		.select({ id: issuedVouchers.id })
		.from(issuedVouchers)
		.where(eq(issuedVouchers.employeeId, employeeId));
	const lines = db
		.select({ id: payrollTransactions.id })
		.from(payrollTransactions)
		.where(
			or(inArray(payrollTransactions.flexDataId, own), inArray(payrollTransactions.flexDataId, vouchers)),
		);
	return [
		db.update(expenses).set(BLANK_EXPENSE).where(eq(expenses.employeeId, employeeId)),
		db
			.update(payrollCorrections)
			.set(BLANK_CORRECTION)
			.where(inArray(payrollCorrections.transactionId, lines)),
		db
			.update(payrollSettlements)
			.set(BLANK_CORRECTION)
			.where(inArray(payrollSettlements.transactionId, lines)),
		db.update(receipts).set({ dateDiscarded: now }).where(inArray(receipts.expenseId, own)),
		db.update(receiptDrafts).set({ dateDiscarded: now }).where(eq(receiptDrafts.employeeId, employeeId)),
		...eraseStanding(db, employeeId, now),
	];
}

/** Blanks standing expenses. After a termination, they submit nothing any more. */
function eraseStanding(db: Db, employeeId: string, now: Instant): Statement[] {
	const own = db
		.select({ id: standingExpenses.id })
		.from(standingExpenses)
		.where(eq(standingExpenses.employeeId, employeeId));
	return [
		db.update(standingExpenses).set({ note: null }).where(eq(standingExpenses.employeeId, employeeId)),
		db
			.update(standingProofs)
			.set({ rejectionReason: null, dateDiscarded: now })
			.where(inArray(standingProofs.standingExpenseId, own)),
	];
}

/** Blanks the personal data in events. The events stay. */
export const eraseHistory = (db: Db, subjectIds: readonly string[]): Statement =>
	db
		.update(events)
		.set({ before: blanked(events.before), after: blanked(events.after) })
		.where(sql`${events.subject} IN ${partiesOf(subjectIds)}`);

/** Blanks values by their place in `events.fields`. A field that an event lacks has no place. */
function blanked(values: SQLiteColumn): SQL {
	const places = PERSONAL_FIELDS.map(
		(name) => sql`coalesce((SELECT '$[' || f.key || ']' FROM event_texts t JOIN json_each(t.text) f
			WHERE t.id = ${events.fields} AND f.value = ${name}), '$[#]'), NULL`,
	);
	return sql`json_replace(${values}, ${sql.join(places, sql`, `)})`;
}
