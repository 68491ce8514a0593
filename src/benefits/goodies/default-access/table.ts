import { sql } from 'drizzle-orm';
import { check, index, sqliteTable } from 'drizzle-orm/sqlite-core';
import { whileEmployed } from '../../../foundation/core/employment.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { periodColumns, type Timeline } from '../../employees/timelines/table.ts';

export const defaultAccesses = sqliteTable('default_accesses', periodColumns(), (t) => [
	index('default_accesses_timeline').on(t.employeeId, t.validFrom).where(sql`date_deleted IS NULL`),
	check('default_accesses_period', sql`${t.validUntil} IS NULL OR ${t.validUntil} >= ${t.validFrom}`),
]);

export type DefaultAccess = typeof defaultAccesses.$inferSelect;

export const defaultAccessTimeline: Timeline<DefaultAccess> = {
	name: 'default_access',
	table: defaultAccesses,
	tell: teller(defaultAccesses, ['id', 'dateDeleted', 'employeeId', 'validFrom', 'validUntil'], {
		validUntil: 'validTo',
	}),
	show: whileEmployed,
};
