import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../../core/actor.ts';
import { jsonColumn } from '../../db/columns.ts';
import type { Db } from '../../db/database.ts';
import { isReached } from '../../db/scope.ts';
import { expenses } from '../table.ts';
import { MAX_DUPLICATES } from './rules.ts';

/**
 * The duplicates of each expense of which a subquery finds the id: of the same company, in the scope, and neither rejected nor
 * withdrawn. The index has only the first digits of the SHA-256 (see migrations).
 */
export function duplicatesOf(db: Db, scope: Scope, expenseIds: SQL) {
	const other = alias(expenses, 'other');
	const isTold = sql`other.company_id = expenses.company_id AND other.id <> expenses.id
		AND other.state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED')
		AND ${isReached(scope, other.companyId, other.employeeId) ?? sql`TRUE`}`;
	return db
		.select({
			expenseId: expenses.id,
			sameReceipt: idsIn(
				sql`receipts r CROSS JOIN receipts s ON substr(s.sha256, 1, 8) = substr(r.sha256, 1, 8) AND s.sha256 = r.sha256
						AND s.date_discarded IS NULL
					CROSS JOIN expenses other ON other.id = s.expense_id
					WHERE r.expense_id = expenses.id AND r.date_discarded IS NULL AND ${isTold}`,
				'same_receipt',
			),
			sameDayAndAmount: idsIn(
				sql`expenses other WHERE other.employee_id = expenses.employee_id AND other.date = expenses.date
					AND other.module = expenses.module AND other.amount_value = expenses.amount_value
					AND other.amount_currency = expenses.amount_currency AND ${isTold}`,
				'same_day_and_amount',
			),
		})
		.from(expenses)
		.where(sql`${expenses.id} IN ${expenseIds}`);
}

const idsIn = (source: SQL, name: string) =>
	jsonColumn<string[]>(
		sql`(SELECT json_group_array(id) FROM (SELECT DISTINCT other.id FROM ${source} LIMIT ${MAX_DUPLICATES}))`,
		name,
	);
