import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import { statusOf } from '../../employees/people/queries.ts';
import { MAX_LEAVERS } from './rules.ts';

/**
 * Selects the payments to each leaver in the lines `t` of `source`, which joins their employees `e`. A leaver's employment has ended by the
 * first instant `bookedIn` of the booking month.
 */
export const leaversIn = (source: SQL, bookedIn: SQL): SQL =>
	sql`(SELECT e.id AS employee_id, e.personnel_number, u.first_name, u.last_name, e.date_terminated,
			t.amount_currency AS currency, sum(t.amount_value) AS value
		${source} JOIN users u ON u.id = e.user_id
		WHERE e.date_terminated <= ${bookedIn}
		GROUP BY e.id, t.amount_currency ORDER BY e.id, t.amount_currency LIMIT ${MAX_LEAVERS})`;

export const leaverColumns = (at?: Instant) => ({
	employeeId: sql<string>`employee_id`.as('leaver'),
	personnelNumber: sql<string | null>`personnel_number`.as('leaver_number'),
	firstName: sql<string | null>`first_name`.as('leaver_first_name'),
	lastName: sql<string | null>`last_name`.as('leaver_last_name'),
	dateTerminated: sql<Instant>`date_terminated`.as('leaver_terminated'),
	currency: sql<Currency>`currency`.as('leaver_currency'),
	value: sql<number>`value`.as('leaver_value'),
	personStatus: statusOf(sql`employee_id`, at),
});
