import { type SQLiteColumn, type SQLiteTable, text } from 'drizzle-orm/sqlite-core';
import type { Employment } from '../../core/employment.ts';
import type { Fields, TimelineName } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import type { Period } from '../../core/timeline.ts';
import { created, id, instant, softDeleted } from '../../db/columns.ts';
import { employees } from '../table.ts';

/** The columns of every timeline of an employee. Triggers refuse overlapping periods (see migrations). */
export const periodColumns = () => ({
	id: id(),
	...created(),
	...softDeleted(),
	employeeId: text('employee_id')
		.notNull()
		.references(() => employees.id),
	validFrom: instant('valid_from').notNull(),
	validUntil: instant('valid_until'),
});

export interface StoredPeriod extends Period {
	dateCreated: Instant;
	dateModified: Instant;
	dateDeleted: Instant | null;
}

type PeriodColumn = 'id' | 'employeeId' | 'validFrom' | 'validUntil' | 'dateModified' | 'dateDeleted';

/** One kind of timeline: its table, its event names, what the history records, and what readers see. */
export interface Timeline<P extends StoredPeriod, Shown extends P = P> {
	name: TimelineName;
	table: SQLiteTable & Record<PeriodColumn, SQLiteColumn>;
	tell: (period: object) => Fields;
	show: (periods: readonly P[], employment: Employment) => Shown[];
	/** Whether two periods mean the same but for their span; unless given, when all their values are equal. */
	hasSameTerms?: (period: P, other: P) => boolean;
	/** Adapts the remainder of a period that continues after a new one. */
	continued?: (rest: P) => P;
}
