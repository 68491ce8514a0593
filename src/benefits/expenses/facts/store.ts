import { type SQL, sql } from 'drizzle-orm';
import type { Module } from '../../../foundation/core/modules.ts';
import { jsonColumn } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { idsOfPurchases } from '../queries.ts';
import { MAX_DUPLICATES } from '../rules.ts';
import type { MachineFacts } from './rules.ts';

/** The facts for filling in a form, with warnings. */
export interface ReceiptFacts {
	machineFacts: MachineFacts | null;
	isTillKnown: boolean;
	/** The module of the employee's last receipt from this issuer, if an access permits it on the day of the purchase. */
	module: Module | null;
	samePurchase: {
		expenseIds: string[];
		/** True when somebody else in the company has submitted it. */
		isOfColleague: boolean;
	};
}

/**
 * Reads what the company has stored about this purchase, and the module of the employee's last receipt from this issuer. Rejected and
 * withdrawn expenses do not count.
 */
export function earlierOf(db: Db, employeeId: SQL, facts: MachineFacts | null) {
	const { issuerMark = null, mark = null } = facts ?? {};
	const own = sql`o.employee_id = e.id`;
	const open = sql`o.company_id = e.company_id AND o.state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED')`;
	const ofPurchase = (whose: SQL) =>
		sql`${idsOfPurchases(sql`e.company_id`, sql`(SELECT ${mark} AS mark)`)} purchases CROSS JOIN expenses o ON o.id = purchases.id WHERE ${open} AND ${whose}`;
	return db
		.select({
			module: sql<Module | null>`(SELECT o.module FROM expenses o
				WHERE o.machine_facts ->> 'issuerMark' = ${issuerMark} AND o.machine_facts IS NOT NULL AND ${open} AND ${own}
				ORDER BY o.id DESC LIMIT 1)`.as('last_module'),
			expenseIds: jsonColumn<string[]>(
				sql`(SELECT json_group_array(id) FROM (SELECT o.id FROM ${ofPurchase(own)}
					ORDER BY o.id LIMIT ${MAX_DUPLICATES}))`,
				'expense_ids',
			),
			isOfColleague: sql<boolean>`EXISTS (SELECT 1 FROM ${ofPurchase(sql`o.employee_id <> e.id`)})`
				.mapWith(Boolean)
				.as('is_of_colleague'),
		})
		.from(sql`employees e`)
		.where(sql`e.id = ${employeeId}`);
}
