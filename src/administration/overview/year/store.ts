import { and, type Column, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import { flag, invitationMail, statusColumns } from '../../../benefits/employees/people/queries.ts';
import { employees } from '../../../benefits/employees/table.ts';
import { expenses } from '../../../benefits/expenses/table.ts';
import { taxRuleTemplateCompanies, taxRuleTemplates } from '../../../benefits/flex/tax-rules/table.ts';
import { issuedVouchers } from '../../../benefits/goodies/vouchers/table.ts';
import { payrollRuns } from '../../../benefits/ledger/table.ts';
import { addMonths, type Instant } from '../../../foundation/core/instant.ts';
import { bytesOf, uuidOf } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { eventsAt, partiesOf } from '../../../foundation/db/events.ts';
import { eventParties } from '../../../foundation/db/table.ts';
import { oneTimeTokens } from '../../../tenants/auth/one-time/table.ts';
import type { MailState } from '../../../tenants/mail/rules.ts';
import { isSandbox } from '../../../tenants/users/identity/queries.ts';
import { isReleased } from '../../../tenants/users/queries.ts';
import { nameColumns, users } from '../../../tenants/users/table.ts';

const LATEST = 50;

/** Reads the latest expenses of the year that begins at `year`. The subquery `employeeId` is empty for an employee outside the scope. */
export const expensesOfYear = (db: Db, employeeId: SQL, year: Instant) =>
	db
		.select()
		.from(expenses)
		.where(
			and(
				sql`${expenses.employeeId} = ${employeeId}`,
				gte(expenses.date, year),
				lt(expenses.date, addMonths(year, 12)),
			),
		)
		.orderBy(desc(expenses.id))
		.limit(LATEST);

/** Reads the status of an employee and of its invitation. `employeeId` is a subquery, empty outside the scope. */
export const invitationOf = (db: Db, employeeId: SQL, now: Instant) =>
	db
		.select({
			dateRegistered: users.dateRegistered,
			isUnproven: flag(
				sql`users.date_registered IS NOT NULL AND users.date_proven IS NULL AND NOT ${isSandbox}`,
				'is_unproven',
			),
			isReleased: flag(isReleased, 'is_released'),
			dateClosed: users.dateClosed,
			dateInvited: sql<Instant | null>`${oneTimeTokens.dateCreated}`.as('date_invited'),
			dateExpires: oneTimeTokens.dateExpires,
			isPrinted: flag(sql`${oneTimeTokens.codeHash} IS NOT NULL`, 'is_printed'),
			mail: sql<MailState | null>`${invitationMail(now)}`.as('invitation_mail'),
			...statusColumns(now),
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.leftJoin(
			oneTimeTokens,
			and(eq(oneTimeTokens.userId, users.id), eq(oneTimeTokens.purpose, 'REGISTRATION')),
		)
		.where(sql`${employees.id} = ${employeeId}`);

export const vouchersOfYear = (db: Db, employeeId: SQL, year: Instant) =>
	db
		.select()
		.from(issuedVouchers)
		.where(
			and(
				sql`${issuedVouchers.employeeId} = ${employeeId}`,
				gte(issuedVouchers.dueDate, year),
				lt(issuedVouchers.dueDate, addMonths(year, 12)),
			),
		)
		.orderBy(issuedVouchers.id);

export const closingsIn = (db: Db, employeeId: SQL, year: Instant) =>
	db
		.select({ month: payrollRuns.month, dateCreated: payrollRuns.dateCreated })
		.from(payrollRuns)
		.where(
			and(
				sql`${payrollRuns.companyId} = (SELECT company_id FROM employees WHERE id = ${employeeId})`,
				gte(payrollRuns.month, addMonths(year, -1)),
				lt(payrollRuns.month, addMonths(year, 12)),
			),
		);

export const templatesFor = (db: Db, employeeId: SQL) =>
	db
		.select({ id: taxRuleTemplates.id, name: taxRuleTemplates.name })
		.from(taxRuleTemplateCompanies)
		.innerJoin(taxRuleTemplates, eq(taxRuleTemplates.id, taxRuleTemplateCompanies.templateId))
		.where(
			sql`${taxRuleTemplateCompanies.companyId} = (SELECT company_id FROM employees WHERE id = ${employeeId})`,
		)
		.orderBy(taxRuleTemplateCompanies.templateId);

/** Reads the latest changes of the employee, of its records and of its user, as far as they concern the company. */
export const latestEvents = (db: Db, employeeId: string) => eventsAt(db, latestPositions(employeeId));

const latestPositions = (employeeId: string): SQL =>
	sql`SELECT position FROM (${latestOf(sql`e.subject = ${partiesOf([employeeId])}`)})
		UNION ALL SELECT position FROM (${latestOf(sql`e.subject = ${partyOf(employeeId, employees.userId)}
			AND e.company = ${partyOf(employeeId, employees.companyId)}`)})
		ORDER BY position DESC LIMIT ${LATEST}`;

const latestOf = (condition: SQL): SQL =>
	sql`SELECT e.position FROM events e WHERE ${condition} ORDER BY e.position DESC LIMIT ${LATEST}`;

/** SQL of the number that stands in events for the id in a column of the employee. */
const partyOf = (employeeId: string, column: Column): SQL =>
	sql`(SELECT p.id FROM ${employees} CROSS JOIN ${eventParties} p ON p.uuid = ${bytesOf(sql`${column}`)}
		WHERE ${employees.id} = ${employeeId})`;

/** Reads the names of the authors of these changes, as far as they are the employee or manage the company. */
export const authorsOfEvents = (db: Db, employeeId: string) =>
	db
		.select({ id: users.id, ...nameColumns })
		.from(employees)
		.innerJoin(
			users,
			sql`${users.id} IN (SELECT ${uuidOf(sql`a.user_id`)} FROM event_authors a WHERE a.id IN
				(SELECT author FROM events WHERE position IN (${latestPositions(employeeId)})))`,
		)
		.where(
			sql`${employees.id} = ${employeeId} AND (${users.id} = ${employees.userId} OR EXISTS
				(SELECT 1 FROM user_companies m WHERE m.user_id = ${users.id} AND m.company_id = ${employees.companyId}))`,
		);

type Named = Record<string, Statement>;
type Results<Q extends Named> = { [Name in keyof Q]: BatchResponse<[Q[Name]]>[0] };

export function byName<Q extends Named>(queries: Q, results: readonly unknown[]): Results<Q> {
	return Object.fromEntries(Object.keys(queries).map((name, index) => [name, results[index]])) as Results<Q>;
}
