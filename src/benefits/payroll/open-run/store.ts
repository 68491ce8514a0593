import { type SQL, sql } from 'drizzle-orm';
import {
	addMonths,
	dayOfMonth,
	type Instant,
	startOfMonth,
	toYearMonth,
} from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { statusOf } from '../../employees/people/queries.ts';
import { positionByNumber } from '../../employees/table.ts';
import { expenses } from '../../expenses/table.ts';
import { ITS_EMPLOYEE } from '../../ledger/queries.ts';
import { leaverColumns, leaversIn } from '../export/queries.ts';
import { judgedColumns, judgedLines, OFFICE_OF_S } from '../obstacles/queries.ts';
import type { WaitingFilter, WaitingKey } from './rules.ts';

/** Reads the days of a company's undecided expenses, with their number. */
export const undecided = (db: Db, companyId: SQL) =>
	db
		.select({ date: sql<Instant>`${expenses.date}`.as('day'), count: sql<number>`count(*)`.as('undecided') })
		.from(expenses)
		.where(
			sql`${expenses.companyId} = ${companyId} AND ${expenses.state} <> 'APPROVED' AND ${expenses.state} = 'SUBMITTED'`,
		)
		.groupBy(sql`1`);

/** SQL of a company's waiting lines, or some of them, checked with its settings. */
const waiting = (companyId: SQL, some = sql``): SQL =>
	sql`(${judgedLines(
		sql`FROM payroll_transactions t LEFT JOIN payroll_settings s ON s.company_id = t.company_id ${ITS_EMPLOYEE}
			WHERE t.company_id = ${companyId} AND t.state = 'PENDING' ${some}`,
		OFFICE_OF_S,
	)}) judged`;

const JUDGED_POSITION = positionByNumber({ personnelNumber: sql`judged.own_number`, id: sql`judged.id` });

/** Reads the sums of waiting lines. Lines that would move to the next run are separate. */
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

const ofPerson = (at?: Instant) => ({
	firstName: sql<string | null>`u.first_name`.as('line_first_name'),
	lastName: sql<string | null>`u.last_name`.as('line_last_name'),
	personStatus: statusOf(sql`w.id`, at),
});

/** Reads waiting lines that the format of the office cannot contain, by cut-off, with the names of their people. */
export const waitingFaults = (db: Db, companyId: SQL, limit: number, at?: Instant) =>
	db
		.select({ ...judgedColumns, ...ofPerson(at) })
		.from(waiting(companyId))
		.innerJoin(sql`employees w`, sql`w.id = judged.employee_id`)
		.innerJoin(sql`users u`, sql`u.id = w.user_id`)
		.where(sql`judged.faults <> ''`)
		.orderBy(sql`judged.reference, ${JUDGED_POSITION}`)
		.limit(limit);

/** Reads up to `limit` waiting lines of a company after one of them, by cut-off and personnel number, with the names of their people. */
export function waitingPage(
	db: Db,
	companyId: SQL,
	{ module, kind, costCenter }: WaitingFilter,
	after: WaitingKey,
	limit: number,
	at?: Instant,
) {
	const position = positionByNumber({ personnelNumber: sql`t.personnel_number`, id: sql`t.id` });
	const conditions = [
		sql`t.payroll_reference_date >= ${after.reference}`,
		sql`(t.payroll_reference_date, ${position}) > (${after.reference}, ${after.position})`,
		...(module === undefined ? [] : [sql`t.module = ${module}`]),
		...(kind === undefined ? [] : [sql`t.kind = ${kind}`]),
		...(costCenter === undefined ? [] : [sql`t.cost_center IS ${costCenter}`]),
	];
	const page = sql`AND ${sql.join(conditions, sql` AND `)} ORDER BY t.payroll_reference_date, ${position} LIMIT ${limit}`;
	return db
		.select({
			...judgedColumns,
			costCenter: sql<string | null>`judged.own_cost_center`.as('line_own_center'),
			position: JUDGED_POSITION.as('line_position'),
			...ofPerson(at),
		})
		.from(waiting(companyId, page))
		.innerJoin(sql`employees w`, sql`w.id = judged.employee_id`)
		.innerJoin(sql`users u`, sql`u.id = w.user_id`)
		.orderBy(sql`judged.reference, ${JUDGED_POSITION}`);
}

/** SQL of the month of a company's open run, as yyyy-MM. The company is joined as `c` (see `nextCutOff`). */
export const openMonth = (now: Instant): SQL =>
	sql`strftime('%Y-%m', max(
		iif(${dayOfMonth(now)} <= c.payroll_reference_day, ${startOfMonth(addMonths(now, -1))}, ${startOfMonth(now)}) / 1000,
		coalesce((SELECT unixepoch(max(month) / 1000, 'unixepoch', '+1 month') FROM payroll_runs r WHERE r.company_id = c.id), 0)
	), 'unixepoch')`;

export const thisMonth = (month: Instant): SQL => sql`${toYearMonth(month)}`;

/** Reads the leavers whose waiting lines a month's run would book after their last month. */
export const waitingLeavers = (db: Db, companyId: SQL, month: SQL, at?: Instant) =>
	db.select(leaverColumns(at)).from(
		leaversIn(
			sql`FROM (SELECT s.company_id, unixepoch(m.month || '-01', '+1 month') * 1000 AS booked_in,
					unixepoch(m.month || '-01', '+2 months') * 1000 AS closed_before
				FROM (SELECT c.id, ${month} AS month FROM companies c WHERE c.id = ${companyId}) m
				JOIN payroll_settings s ON s.company_id = m.id AND s.booking_month = 'FOLLOWING') run
			CROSS JOIN payroll_transactions t ON t.company_id = run.company_id AND t.state = 'PENDING'
				AND t.payroll_reference_date < run.closed_before ${ITS_EMPLOYEE}`,
			sql`run.booked_in`,
		),
	);
