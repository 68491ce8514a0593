import { type SQL, sql } from 'drizzle-orm';
import { addMonths, dayOfMonth, type Instant, startOfMonth, toYearMonth } from '../../core/instant.ts';
import type { Currency } from '../../core/money.ts';
import type { Db } from '../../db/database.ts';
import { BENEFIT_LIMITS, MAX_WARNED } from './rules.ts';

/** The month of a company's open run, as yyyy-MM, for a joined company `c` (see `nextCutOff`). */
export const openMonth = (now: Instant): SQL =>
	sql`strftime('%Y-%m', max(
		iif(${dayOfMonth(now)} <= c.payroll_reference_day, ${startOfMonth(addMonths(now, -1))}, ${startOfMonth(now)}) / 1000,
		coalesce((SELECT unixepoch(max(month) / 1000, 'unixepoch', '+1 month') FROM payroll_runs r WHERE r.company_id = c.id), 0)
	), 'unixepoch')`;

export const thisMonth = (month: Instant): SQL => sql`${toYearMonth(month)}`;

/** The employees of a company whose vouchers of a month pass a limit of its country, each condition written as in its index. */
export const exceedingBenefits = (db: Db, companyId: SQL, month: SQL) =>
	db
		.select({
			employeeId: sql<string>`employee_id`.as('warned_employee'),
			personnelNumber: sql<string | null>`personnel_number`.as('warned_number'),
			firstName: sql<string | null>`first_name`.as('warned_first_name'),
			lastName: sql<string | null>`last_name`.as('warned_last_name'),
			currency: sql<Currency>`currency`.as('warned_currency'),
			total: sql<number>`total`.as('warned_total'),
			monthLimit: sql<number>`month_limit`.as('warned_month_limit'),
			largest: sql<number>`largest`.as('warned_largest'),
			occasionLimit: sql<number>`occasion_limit`.as('warned_occasion_limit'),
		})
		.from(
			sql`(SELECT e.id AS employee_id, e.personnel_number, u.first_name, u.last_name, l.value ->> 'currency' AS currency,
				sum(iif(v.goodies_voucher_type = 'GENERIC', v.amount_value, 0)) AS total, l.value ->> 'month' AS month_limit,
				max(iif(v.goodies_voucher_type = 'SPECIAL', v.amount_value, 0)) AS largest, l.value ->> 'occasion' AS occasion_limit
			FROM (SELECT c.id, c.tax_affiliation, ${month} AS month FROM companies c WHERE c.id = ${companyId}) c
			JOIN json_each(${JSON.stringify(BENEFIT_LIMITS)}) l ON l.value ->> 'country' = c.tax_affiliation
				AND c.month BETWEEN l.value ->> 'from' AND coalesce(l.value ->> 'until', c.month)
			CROSS JOIN employees e ON e.company_id = c.id
			CROSS JOIN issued_vouchers v ON v.employee_id = e.id
				AND strftime('%Y-%m', v.due_date / 1000, 'unixepoch') = c.month
				AND ((v.goodies_voucher_type = 'GENERIC' AND v.interval = 'MONTHLY')
					OR (v.goodies_voucher_type <> 'GENERIC' OR v.interval <> 'MONTHLY'))
				AND v.amount_currency = l.value ->> 'currency'
			JOIN users u ON u.id = e.user_id
			GROUP BY e.id HAVING total > month_limit OR largest > occasion_limit ORDER BY e.id LIMIT ${MAX_WARNED})`,
		);
