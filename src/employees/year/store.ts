import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { addMonths, type Instant } from '../../core/instant.ts';
import type { Db } from '../../db/client.ts';
import { uuidOf } from '../../db/columns.ts';
import { eventsAt } from '../../db/events.ts';
import { partiesOf } from '../../db/history.ts';
import { expenses } from '../../expenses/table.ts';
import { taxRuleTemplateCompanies, taxRuleTemplates } from '../../flex/tax-rules/table.ts';
import { issuedVouchers } from '../../goodies/vouchers/table.ts';
import { users } from '../../users/table.ts';
import { employees } from '../table.ts';

/** How many expenses and changes are shown, the latest ones. */
const LATEST = 50;

/** The latest expenses of a year that begins then. The id is a subquery; empty for who is outside the scope. */
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

/** The templates of the employee's company. */
export const templatesFor = (db: Db, employeeId: SQL) =>
	db
		.select({ id: taxRuleTemplates.id, name: taxRuleTemplates.name })
		.from(taxRuleTemplateCompanies)
		.innerJoin(taxRuleTemplates, eq(taxRuleTemplates.id, taxRuleTemplateCompanies.templateId))
		.where(
			sql`${taxRuleTemplateCompanies.companyId} = (SELECT company_id FROM employees WHERE id = ${employeeId})`,
		)
		.orderBy(taxRuleTemplateCompanies.templateId);

/** The latest changes of the employee and of what belongs to it. */
export const latestEvents = (db: Db, employeeId: string) => eventsAt(db, latestPositions(employeeId));

const latestPositions = (employeeId: string): SQL =>
	sql`SELECT e.position FROM events e WHERE e.subject = ${partiesOf([employeeId])} ORDER BY e.position DESC LIMIT ${LATEST}`;

/** The names of those authors of these changes who are the employee or manage the company. */
export const authorsOfEvents = (db: Db, employeeId: string) =>
	db
		.select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName })
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
