import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CURRENCIES } from '../../../foundation/core/money.ts';
import { instant } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { periodColumns, type Timeline } from '../../employees/timelines/table.ts';
import { INTERVALS, isSameBudget, restOfPlan, type ShownPlan, shownPlans, VOUCHER_TYPES } from './rules.ts';

export const voucherColumns = () => ({
	goodiesVoucherType: text('goodies_voucher_type', { enum: VOUCHER_TYPES }).notNull(),
	interval: text('interval', { enum: INTERVALS }).notNull(),
	amountValue: integer('amount_value').notNull(),
	amountCurrency: text('amount_currency', { enum: CURRENCIES }).notNull(),
});

export const plannedVouchers = sqliteTable(
	'planned_vouchers',
	{
		...periodColumns(),
		...voucherColumns(),
		/** Occurrences are counted from this instant. The remainder of a plan after a newer one keeps it. */
		anchor: instant('anchor').notNull(),
		/** The first occurrence that the cron has neither issued nor skipped; null when none is left. */
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

export type PlannedVoucher = typeof plannedVouchers.$inferSelect;

export type Plan = PlannedVoucher & ShownPlan;

export const planTimeline: Timeline<PlannedVoucher, Plan> = {
	name: 'planned_voucher',
	table: plannedVouchers,
	tell: teller(
		plannedVouchers,
		[
			'id',
			'dateDeleted',
			'employeeId',
			'goodiesVoucherType',
			'interval',
			'amountValue',
			'amountCurrency',
			'validFrom',
			'validUntil',
			'anchor',
		],
		{ validFrom: 'startDate', validUntil: 'endDate' },
	),
	show: shownPlans,
	continued: restOfPlan,
	hasSameTerms: isSameBudget,
};
