import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { LEGAL_LIMITS, type LimitWarning } from '../../../foundation/core/legal-limits.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { statusOf } from '../../employees/people/queries.ts';
import { MAX_WARNED } from './rules.ts';

/** Reads the employees of a company whose approved benefits exceed a limit in a month, given as yyyy-MM, or in its year. */
export const exceedingBenefits = (db: Db, companyId: SQL, month: SQL, at?: Instant) =>
	exceedingIn(
		db,
		at,
		sql`SELECT NULL AS expense_id, c.id AS company_id, NULL AS employee_id, NULL AS module, 0 AS value, NULL AS currency,
			NULL AS recreation_for, unixepoch(${month} || '-01') * 1000 AS day FROM companies c WHERE c.id = ${companyId}`,
		sql`e.company_id = l.company_id`,
	);

/** Reads the waiting expenses whose approval would exceed a limit, together with the benefits that are already approved. */
export const exceedingExpenses = (db: Db, ids: SQL) =>
	exceedingIn(
		db,
		undefined,
		sql`SELECT id AS expense_id, company_id, employee_id, module, amount_value AS value, amount_currency AS currency,
			recreation_for, date AS day FROM expenses WHERE id IN ${ids}`,
		sql`e.id = l.employee_id`,
	);

/** SQL of the limits for each row of `whose`, with the period that contains its day. */
const limitsOf = (whose: SQL): SQL => sql`
	SELECT s.expense_id, s.company_id, s.employee_id, s.value, s.recreation_for, j.key AS position, j.value ->> 'code' AS code,
		j.value ->> 'currency' AS currency, j.value ->> 'value' AS most, j.value ->> 'vouchers' AS vouchers,
		j.value ->> '$.relatives.spouse' AS per_spouse, j.value ->> '$.relatives.child' AS per_child,
		j.value ->> 'isEach' AS is_each, strftime('%Y-%m', s.day / 1000, 'unixepoch') AS month,
		unixepoch(s.day / 1000, 'unixepoch', 'start of ' || (j.value ->> 'period')) * 1000 AS first,
		unixepoch(s.day / 1000, 'unixepoch', 'start of ' || (j.value ->> 'period'), '+1 ' || (j.value ->> 'period')) * 1000 AS next,
		iif(instr(c.observed_limits, '"' || (j.value ->> 'module') || '"') > 0, j.value ->> 'module', NULL) AS observed
	FROM (${whose}) s JOIN companies c ON c.id = s.company_id
	JOIN json_each(${JSON.stringify(LEGAL_LIMITS)}) j ON j.value ->> 'country' = c.tax_affiliation
		AND s.day >= j.value ->> 'from' AND s.day < coalesce(j.value ->> 'until', s.day + 1)
	WHERE iif(s.module IS NULL, coalesce(observed, j.value ->> 'vouchers') IS NOT NULL,
		observed = s.module AND s.currency = j.value ->> 'currency')`;

/** SQL of the period's approved expenses, without the expense that is checked. */
const APPROVED = sql`FROM expenses x WHERE x.employee_id = e.id AND x.date >= l.first AND x.date < l.next
	AND x.state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED') AND x.state = 'APPROVED'
	AND x.module = l.observed AND x.amount_currency = l.currency AND x.id IS NOT l.expense_id`;

/** SQL of the approved amounts with their corrections. A correction that takes a settlement back adds no new payment. */
const SPENT = sql`(SELECT sum(x.approved_amount_value + coalesce((SELECT sum(t.amount_value) FROM payroll_transactions t
		JOIN payroll_corrections k ON k.transaction_id = t.id WHERE t.flex_data_id = x.id AND NOT EXISTS (
			SELECT 1 FROM payroll_transactions settled WHERE settled.id = k.corrects_id AND settled.state = 'SETTLED')), 0)) ${APPROVED})`;

/** SQL of the limit, raised for the spouse and for the most children that an expense of the period names. */
const ALLOWED = sql`(SELECT l.most + coalesce(max(named ->> 'spouse') * l.per_spouse, 0) + coalesce(max(named ->> 'children') * l.per_child, 0)
	FROM (SELECT l.recreation_for AS named UNION ALL SELECT x.recreation_for ${APPROVED}))`;

/** SQL of the month's vouchers. Each condition equals that of its index. */
const issued = (isIndexed: SQL): SQL =>
	sql`SELECT v.amount_value FROM issued_vouchers v
		WHERE v.employee_id = e.id AND strftime('%Y-%m', v.due_date / 1000, 'unixepoch') = l.month AND (${isIndexed})
			AND v.goodies_voucher_type = l.vouchers AND v.amount_currency = l.currency`;

const ISSUED = sql`(SELECT iif(l.is_each, max(amount_value), sum(amount_value)) FROM (
	${issued(sql`v.goodies_voucher_type = 'GENERIC' AND v.interval = 'MONTHLY'`)}
	UNION ALL ${issued(sql`v.goodies_voucher_type <> 'GENERIC' OR v.interval <> 'MONTHLY'`)}))`;

/** Reads the relatives only for amounts above the limit without them. */
const exceedingIn = (db: Db, at: Instant | undefined, whose: SQL, isTheirs: SQL) =>
	db
		.select({
			expenseId: sql<string | null>`expense_id`.as('warned_expense'),
			code: sql<LimitWarning>`code`.as('warned_code'),
			employeeId: sql<string>`employee_id`.as('warned_employee'),
			personnelNumber: sql<string | null>`personnel_number`.as('warned_number'),
			firstName: sql<string | null>`first_name`.as('warned_first_name'),
			lastName: sql<string | null>`last_name`.as('warned_last_name'),
			currency: sql<Currency>`currency`.as('warned_currency'),
			value: sql<number>`total`.as('warned_value'),
			limit: sql<number>`allowed`.as('warned_limit'),
			personStatus: statusOf(sql`employee_id`, at),
		})
		.from(
			sql`(WITH limits AS MATERIALIZED (${limitsOf(whose)})
			SELECT l.expense_id, l.code, e.id AS employee_id, e.personnel_number, u.first_name, u.last_name, l.currency,
				l.value + coalesce(${SPENT}, 0) + coalesce(${ISSUED}, 0) AS total, ${ALLOWED} AS allowed
			FROM limits l CROSS JOIN employees e ON ${isTheirs} JOIN users u ON u.id = e.user_id
			WHERE total > l.most AND total > allowed ORDER BY e.id, l.expense_id, l.position LIMIT ${MAX_WARNED})`,
		);
