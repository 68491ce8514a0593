import { eq, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import type { Db } from '../db/database.ts';
import { places } from './table.ts';

export type Report = Pick<
	typeof places.$inferSelect,
	'schema' | 'company' | 'people' | 'bytes' | 'nextDue' | 'lastRun' | 'jobs' | 'trouble'
>;

/** Stores a report, unless a report of a later run is stored. Then reads whether the directory knows the cell. */
export const saveReport = (db: Db, cell: string, report: Report) =>
	[
		db
			.update(places)
			.set(report)
			.where(sql`${eq(places.cell, cell)} AND coalesce(${places.lastRun} <= ${report.lastRun}, TRUE)`),
		db.select({ cell: places.cell }).from(places).where(eq(places.cell, cell)),
	] as const;

/** Alarms ring within minutes. A cell that is this late has lost its alarm. */
const OVERDUE_MS = 2 * 3_600_000;
const MAX_WOKEN = 100;

/** Returns the most overdue cells. It sets them to due now, so that others come first the next time. */
export const takeOverdue = (db: Db, now: Instant) =>
	db
		.update(places)
		.set({ nextDue: now })
		.where(
			sql`${places.companyId} IN (SELECT company_id FROM places WHERE next_due <= ${now - OVERDUE_MS}
				ORDER BY next_due LIMIT ${MAX_WOKEN})`,
		)
		.returning({ cell: places.cell });
