import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { alteration, type Change, creation, ofEmployee, type TimelineName } from '../core/history.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import type { Period, TimelineChange } from '../core/timeline.ts';
import type { Db, Statement } from './client.ts';
import { inParts } from './columns.ts';
import { fieldsOf } from './history.ts';

/** A table that keeps one timeline an employee. Triggers refuse overlapping periods in it (see migrations). */
type TimelineTable = SQLiteTable &
	Record<'id' | 'employeeId' | 'validFrom' | 'validUntil' | 'dateModified' | 'dateDeleted', SQLiteColumn>;

/** Where a kind of timeline is kept, and how its events call it. */
export interface Timeline {
	name: TimelineName;
	table: TimelineTable;
}

export interface StoredPeriod extends Period {
	dateCreated: Instant;
	dateModified: Instant;
	dateDeleted: Instant | null;
}

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

/** Marks what a decided change cuts as modified and what it removes as deleted. */
export function stamped<P extends StoredPeriod>(change: TimelineChange<P>, now: Instant): TimelineChange<P> {
	const cutIds = new Set(change.cut.map((period) => period.id));
	const stamp = (period: P): P => (cutIds.has(period.id) ? { ...period, dateModified: now } : period);
	const remove = (period: P): P => ({ ...period, dateModified: now, dateDeleted: now });
	return {
		...change,
		removed: change.removed.map(remove),
		cut: change.cut.map(stamp),
		timeline: change.timeline.map(stamp),
	};
}

/** The statements that store a stamped change: room is made before anything is added, so that no step overlaps. */
export function saveChange<P extends StoredPeriod>(
	db: Db,
	{ table }: Timeline,
	{ removed, cut, added }: TimelineChange<P>,
): Statement[] {
	return [
		...shorten(db, table, [...removed, ...cut]),
		...added.map((period) => db.insert(table).values(period).onConflictDoNothing({ target: table.id })),
	];
}

/** Stores ends and removals in as few statements as D1 takes; of those `onlyIf`, which sees each as `d.value`. */
export function shorten(
	db: Db,
	table: TimelineTable,
	periods: readonly Omit<StoredPeriod, 'dateCreated' | 'validFrom'>[],
	onlyIf: SQL = sql`TRUE`,
): Statement[] {
	const endsOf = (
		part: typeof periods,
	) => sql`(SELECT d.value ->> 'id' AS id, d.value ->> 'validUntil' AS valid_until, d.value ->> 'dateModified' AS
		date_modified, d.value ->> 'dateDeleted' AS date_deleted FROM json_each(${JSON.stringify(part)}) d WHERE ${onlyIf}) ends`;
	const values = {
		validUntil: sql`ends.valid_until`,
		dateModified: sql`ends.date_modified`,
		dateDeleted: sql`ends.date_deleted`,
	};
	return inParts(periods).map((part) =>
		db.update(table).set(values).from(endsOf(part)).where(sql`${table.id} = ends.id`),
	);
}

/** What the history tells of a stamped change, of which `before` is the timeline that it changes. */
export function changesOf<P extends StoredPeriod>(
	{ name, table }: Timeline,
	employee: { id: string; companyId: string },
	before: readonly P[],
	{ removed, cut, added }: TimelineChange<P>,
): Change[] {
	const shortened = (period: P, verb: 'removed' | 'cut'): Change[] => {
		const old = before.find(({ id }) => id === period.id) ?? period;
		return alteration(
			`${name}.${verb}`,
			ofEmployee(employee, period.id),
			fieldsOf(table, old),
			fieldsOf(table, period),
		);
	};
	return [
		...removed.flatMap((period) => shortened(period, 'removed')),
		...cut.flatMap((period) => shortened(period, 'cut')),
		...added.map((period, index) =>
			creation(
				`${name}.${index === 0 ? 'set' : 'continued'}`,
				ofEmployee(employee, period.id),
				fieldsOf(table, period),
			),
		),
	];
}
