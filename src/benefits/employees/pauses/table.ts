import { sql } from 'drizzle-orm';
import { check, index, sqliteTable } from 'drizzle-orm/sqlite-core';
import { toIsoOrNull } from '../../../foundation/core/instant.ts';
import type { Period } from '../../../foundation/core/timeline.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { periodColumns, recordedColumns, type Timeline } from '../timelines/table.ts';
import { datesOf } from './rules.ts';

export const pauses = sqliteTable(
	'pauses',
	{
		...periodColumns(),
		...recordedColumns(),
	},
	(t) => [
		index('pauses_timeline').on(t.employeeId, t.validFrom),
		index('pauses_beginning')
			.on(t.validFrom)
			.where(sql`date_deleted IS NULL AND date_began_recorded IS NULL`),
		index('pauses_ending')
			.on(t.validUntil)
			.where(sql`date_deleted IS NULL AND date_ended_recorded IS NULL AND valid_until IS NOT NULL`),
		check('pauses_period', sql`${t.validUntil} IS NULL OR ${t.validUntil} >= ${t.validFrom}`),
	],
);

export type StoredPause = typeof pauses.$inferSelect;

const tellRest = teller(pauses, ['id', 'dateDeleted', 'employeeId']);

/** Returns a pause in the form of the history, with the two dates of the employee record. */
export function isoDatesOf(pause: Omit<Period, 'id'>) {
	const { datePausedStart, datePausedEnd } = datesOf(pause);
	return { datePausedStart: toIsoOrNull(datePausedStart), datePausedEnd: toIsoOrNull(datePausedEnd) };
}

export const pauseTimeline: Timeline<StoredPause> = {
	name: 'pause',
	table: pauses,
	tell: (pause) => ({ ...tellRest(pause), ...isoDatesOf(pause as StoredPause) }),
	show: (timeline) => [...timeline],
};
