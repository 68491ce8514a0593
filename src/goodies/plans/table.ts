import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CURRENCIES } from '../../core/money.ts';
import { INTERVALS, VOUCHER_TYPES } from '../../core/vouchers.ts';
import { created, id, instant, softDeleted } from '../../db/columns.ts';
import { employees } from '../../employees/table.ts';

/** What a plan and the vouchers issued from it have in common. */
export const voucherColumns = () => ({
	employeeId: text('employee_id')
		.notNull()
		.references(() => employees.id),
	goodiesVoucherType: text('goodies_voucher_type', { enum: VOUCHER_TYPES }).notNull(),
	interval: text('interval', { enum: INTERVALS }).notNull(),
	amountValue: integer('amount_value').notNull(),
	amountCurrency: text('amount_currency', { enum: CURRENCIES }).notNull(),
});

export const plannedVouchers = sqliteTable(
	'planned_vouchers',
	{
		id: id(),
		...created(),
		...softDeleted(),
		...voucherColumns(),
		validFrom: instant('valid_from').notNull(),
		validUntil: instant('valid_until'),
		/** Every occurrence is counted from here; a remainder keeps the anchor of the plan it came from. */
		anchor: instant('anchor').notNull(),
		/** The first occurrence that the cron has not decided, pauses and ends aside; null when all are decided. */
		nextOccurrence: instant('next_occurrence'),
	},
	(t) => [
		index('planned_vouchers_timeline').on(t.employeeId, t.validFrom).where(sql`date_deleted IS NULL`),
		index('planned_vouchers_due')
			.on(t.nextOccurrence, t.id)
			.where(sql`date_deleted IS NULL AND next_occurrence IS NOT NULL`),
		check('planned_vouchers_period', sql`${t.validUntil} IS NULL OR ${t.validUntil} >= ${t.validFrom}`),
		check('planned_vouchers_amount', sql`${t.amountValue} BETWEEN 0 AND 100000000`),
	],
);
