import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';
import { expenses } from '../../expenses/table.ts';
import { ITS_EMPLOYEE, judgedColumns, judgedLines, OFFICE_OF_S } from '../obstacles/table.ts';
import type { WaitingFilter, WaitingKey } from './rules.ts';

/** The days of a company's expenses that nobody has decided yet, with how many there are of each. */
export const undecided = (db: Db, companyId: SQL) =>
	db
		.select({ date: sql<Instant>`${expenses.date}`.as('day'), count: sql<number>`count(*)`.as('undecided') })
		.from(expenses)
		.where(
			sql`${expenses.companyId} = ${companyId} AND ${expenses.state} <> 'APPROVED' AND ${expenses.state} = 'SUBMITTED'`,
		)
		.groupBy(sql`1`);

/** The waiting lines of a company, or some of them, judged by its settings. */
const waiting = (companyId: SQL, some = sql``): SQL =>
	sql`(${judgedLines(
		sql`FROM payroll_transactions t LEFT JOIN payroll_settings s ON s.company_id = t.company_id ${ITS_EMPLOYEE}
			WHERE t.company_id = ${companyId} AND t.state = 'PENDING' ${some}`,
		OFFICE_OF_S,
	)}) judged`;

/** What waits in a company, added up by cut-off, module, cost centre and currency, apart for what would be held over. */
export const waitingSums = (db: Db, companyId: SQL) =>
	db
		.select({
			reference: judgedColumns.reference,
			module: judgedColumns.module,
			kind: judgedColumns.kind,
			costCenter: sql<string | null>`judged.own_cost_center`.as('sum_cost_center'),
			currency: judgedColumns.currency,
			isHeldOver: sql<boolean>`judged.faults <> ''`.mapWith(Boolean).as('sum_held'),
			lineCount: sql<number>`count(*)`.as('sum_count'),
			value: sql<number>`sum(judged.amount_value)`.as('sum_value'),
		})
		.from(waiting(companyId))
		.groupBy(sql`1, 2, 3, 4, 5, 6`)
		.orderBy(sql`1, 2, 3, 4, 5, 6`);

const ofPerson = {
	firstName: sql<string | null>`u.first_name`.as('line_first_name'),
	lastName: sql<string | null>`u.last_name`.as('line_last_name'),
};

/** The waiting lines of a company that the format of its office cannot carry, by cut-off, with their people's names. */
export const waitingFaults = (db: Db, companyId: SQL, limit: number) =>
	db
		.select({ ...judgedColumns, ...ofPerson })
		.from(waiting(companyId))
		.innerJoin(sql`employees w`, sql`w.id = judged.employee_id`)
		.innerJoin(sql`users u`, sql`u.id = w.user_id`)
		.where(sql`judged.faults <> ''`)
		.orderBy(sql`judged.reference, judged.id`)
		.limit(limit);

/** Up to `limit` waiting lines of a company behind one of them, by cut-off and creation, with their people's names. */
export function waitingPage(
	db: Db,
	companyId: SQL,
	{ module, kind, costCenter }: WaitingFilter,
	after: WaitingKey,
	limit: number,
) {
	const conditions = [
		sql`t.payroll_reference_date >= ${after.reference}`,
		sql`(t.payroll_reference_date, t.id) > (${after.reference}, ${after.id})`,
		...(module === undefined ? [] : [sql`t.module = ${module}`]),
		...(kind === undefined ? [] : [sql`t.kind = ${kind}`]),
		...(costCenter === undefined ? [] : [sql`t.cost_center IS ${costCenter}`]),
	];
	const page = sql`AND ${sql.join(conditions, sql` AND `)} ORDER BY t.payroll_reference_date, t.id LIMIT ${limit}`;
	return db
		.select({
			...judgedColumns,
			costCenter: sql<string | null>`judged.own_cost_center`.as('line_own_center'),
			...ofPerson,
		})
		.from(waiting(companyId, page))
		.innerJoin(sql`employees w`, sql`w.id = judged.employee_id`)
		.innerJoin(sql`users u`, sql`u.id = w.user_id`)
		.orderBy(sql`judged.reference, judged.id`);
}
