import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../foundation/core/instant.ts';
import { payrollTransactions } from './table.ts';

/** SQL of the employee whose expense or voucher the selected transaction pays. */
export const employeeOfLine = sql<string>`coalesce((SELECT employee_id FROM expenses WHERE id = ${payrollTransactions.flexDataId}),
	(SELECT employee_id FROM issued_vouchers WHERE id = ${payrollTransactions.flexDataId}))`;

/** SQL of when a run of the company closed the month of a day; null while none has. */
export const closingOf = (companyId: SQL, day: SQL) =>
	sql<Instant | null>`(SELECT r.date_created FROM payroll_runs r WHERE r.company_id = ${companyId}
		AND r.month >= unixepoch(${day} / 1000, 'unixepoch', 'start of month') * 1000 ORDER BY r.month LIMIT 1)`;

/** SQL that joins a transaction `t` to its employee `e`. */
export const ITS_EMPLOYEE = sql`LEFT JOIN expenses x ON x.id = t.flex_data_id
	LEFT JOIN issued_vouchers v ON v.id = iif(t.kind = 'VOUCHER', t.flex_data_id, NULL)
	JOIN employees e ON e.id = coalesce(x.employee_id, v.employee_id)`;

/** SQL of the key of the wage type of a line `t`, as `wageTypeKeyOf` returns it. */
export const wageTypeKey = sql`iif(t.kind = 'MEALS_TAX_FREE', t.kind, t.module)`;
