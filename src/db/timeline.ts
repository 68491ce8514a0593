import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import type { Period, TimelineChange } from '../core/timeline.ts';
import type { Db, Statement } from './client.ts';
import { oneOf } from './columns.ts';

/** A table that keeps one timeline an employee. Triggers refuse overlapping periods in it (see migrations). */
type TimelineTable = SQLiteTable &
	Record<'id' | 'employeeId' | 'validFrom' | 'validUntil' | 'dateModified' | 'dateDeleted', SQLiteColumn>;

interface StoredPeriod extends Period {
	dateCreated: Instant;
	dateModified: Instant;
}

/** Whether an earlier attempt, whose answer was lost, has stored the new period already. */
export const holds = (timeline: readonly Period[], id: string): boolean =>
	timeline.some((period) => period.id === id);

/** Continues an older period behind a new one, as a record of its own. */
export const asNewRecord =
	(now: Instant) =>
	<P extends StoredPeriod>(old: P, validFrom: Instant): P => ({
		...old,
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		validFrom,
	});

/** Marks what a decided change cuts as modified. */
export function stamped<P extends StoredPeriod>(change: TimelineChange<P>, now: Instant): TimelineChange<P> {
	const cutIds = new Set(change.cut.map((period) => period.id));
	const stamp = (period: P): P => (cutIds.has(period.id) ? { ...period, dateModified: now } : period);
	return { ...change, cut: change.cut.map(stamp), timeline: change.timeline.map(stamp) };
}

/** The statements that store a change: room is made before anything is added, so that no step overlaps. */
export function saveChange<P extends StoredPeriod>(
	db: Db,
	table: TimelineTable,
	{ removed, cut, added }: TimelineChange<P>,
	now: Instant,
): Statement[] {
	const statements: Statement[] = [];
	if (removed.length > 0) {
		const ids = oneOf(removed.map((period) => period.id));
		statements.push(
			db.update(table).set({ dateDeleted: now, dateModified: now }).where(inArray(table.id, ids)),
		);
	}
	for (const { id, validUntil } of cut) {
		statements.push(db.update(table).set({ validUntil, dateModified: now }).where(eq(table.id, id)));
	}
	for (const period of added) {
		statements.push(db.insert(table).values(period).onConflictDoNothing({ target: table.id }));
	}
	return statements;
}

/** The statements that do in SQL, for all due employees at once, what `end` decides for one timeline. */
export function endAtTermination(db: Db, table: TimelineTable, due: SQL, now: Instant): Statement[] {
	const dateTerminated = sql`(SELECT date_terminated FROM employees WHERE employees.id = ${table.employeeId})`;
	const ofDue = and(isNull(table.dateDeleted), inArray(table.employeeId, due));
	const reachesBeyond = or(isNull(table.validUntil), gt(table.validUntil, dateTerminated));
	return [
		db
			.update(table)
			.set({ dateDeleted: now, dateModified: now })
			.where(and(ofDue, sql`${table.validFrom} >= ${dateTerminated}`)),
		db.update(table).set({ validUntil: dateTerminated, dateModified: now }).where(and(ofDue, reachesBeyond)),
	];
}
