import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Employment } from '../../../foundation/core/employment.ts';
import { created, id, instant, reference, softDeleted } from '../../../foundation/db/columns.ts';
import { employees } from '../table.ts';
import type { Meaning, StoredPeriod } from './rules.ts';

/** The columns of every timeline. Triggers refuse overlapping periods. */
export const periodColumns = () => ({
	id: id(),
	...created(),
	...softDeleted(),
	employeeId: reference('employee_id', () => employees.id),
	validFrom: instant('valid_from').notNull(),
	validUntil: instant('valid_until'),
});

/** When the cron recorded the beginning and end of a period in the history; null until then. */
export const recordedColumns = () => ({
	dateBeganRecorded: instant('date_began_recorded'),
	dateEndedRecorded: instant('date_ended_recorded'),
});

export const UNRECORDED = { dateBeganRecorded: null, dateEndedRecorded: null };

type PeriodColumn = 'id' | 'employeeId' | 'validFrom' | 'validUntil' | 'dateModified' | 'dateDeleted';

/** A kind of timeline: its meaning, its table, and the form that readers see. */
export interface Timeline<P extends StoredPeriod, Shown extends P = P> extends Meaning<P> {
	table: SQLiteTable & Record<PeriodColumn, SQLiteColumn>;
	show: (periods: readonly P[], employment: Employment) => Shown[];
}
