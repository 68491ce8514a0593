import { asc, sql } from 'drizzle-orm';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { Employment } from '../../../foundation/core/employment.ts';
import type { Change } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { end, type TimelineEdit } from '../../../foundation/core/timeline.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import type { Arguments } from '../../../foundation/db/prepared.ts';
import { prepared, preparedByKind } from '../../../foundation/db/prepared.ts';
import { insertionOf, type Rows, rowsOf } from '../../../foundation/db/records.ts';
import { scopeArguments } from '../../../foundation/db/scope.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { reachedEmployeeId } from '../queries.ts';
import { employees } from '../table.ts';
import { changesOfEdit, editPart, layingOf, type StoredPeriod, withDates } from './rules.ts';
import type { Timeline } from './table.ts';

interface TimelineOwner extends Employment {
	id: string;
	companyId: string;
	revision: number;
}

/** Reads the employee's undeleted periods, ordered by start. Outside the scope there are none. */
export const periodsOf = <P extends StoredPeriod, S extends P>(
	db: Db,
	{ table }: Timeline<P, S>,
	scope: Scope,
	employeeId: string,
) => keptPeriods(db, table, { employeeId, ...scopeArguments(scope) }) as RunnableQuery<P[], 'sqlite'>;

const keptPeriods = preparedByKind<Timeline<StoredPeriod>['table'], Arguments, Statement>((db, table) =>
	db
		.select()
		.from(table)
		.where(sql`${table.employeeId} = ${reachedEmployeeId} AND ${table.dateDeleted} IS NULL`)
		.orderBy(asc(table.validFrom), asc(table.id)),
);

/** Returns the outcome of adding a period to a timeline. Periods for which `givesWay` is false stay unchanged. */
export function layPeriod<P extends StoredPeriod, S extends P>(
	call: Call,
	timeline: Timeline<P, S>,
	owner: TimelineOwner,
	periods: readonly P[],
	entry: P,
	givesWay?: (period: P) => boolean,
): Outcome<S[]> {
	const edit = layingOf(timeline, periods, entry, call.now, givesWay);
	if (edit !== null) return outcomeOf(call, timeline, owner, periods, edit);
	const shown = timeline.show(periods, owner);
	return { before: shown, after: shown, statements: [], changes: [] };
}

/** Returns the outcome of ending the periods for which `isEnded` is true. The default is all of them. */
export const endPeriods = <P extends StoredPeriod, S extends P>(
	call: Call,
	timeline: Timeline<P, S>,
	owner: TimelineOwner,
	periods: readonly P[],
	at: Instant,
	isEnded: (period: P) => boolean = () => true,
): Outcome<S[]> =>
	outcomeOf(
		call,
		timeline,
		owner,
		periods,
		editPart(periods, isEnded, (part) => end(part, at)),
	);

function outcomeOf<P extends StoredPeriod, S extends P>(
	{ db, now }: Call,
	timeline: Timeline<P, S>,
	owner: TimelineOwner,
	periods: readonly P[],
	edit: TimelineEdit<P>,
): Outcome<S[]> {
	const { after, statements, changes } = storeEdit(db, timeline, owner, periods, edit, now);
	return {
		before: timeline.show(periods, owner),
		after: timeline.show(after, owner),
		statements: statements.length === 0 ? [] : [advance(db, owner), ...statements],
		changes,
	};
}

/** Returns the statements and changes of an edit. They do not raise the employee's revision. */
export function storeEdit<P extends StoredPeriod>(
	db: Db,
	timeline: Pick<Timeline<P>, 'name' | 'table' | 'tell'>,
	owner: Pick<TimelineOwner, 'id' | 'companyId' | 'dateTerminated'>,
	periods: readonly P[],
	edit: TimelineEdit<P>,
	now: Instant,
): { after: P[]; statements: Statement[]; changes: Change[] } {
	const dated = withDates(edit, owner, now);
	return {
		after: dated.timeline,
		statements: storeEdits(db, timeline, [dated]),
		changes: changesOfEdit(timeline, owner, periods, dated),
	};
}

/** Sets `dateModified` of periods that readers see differently, although they did not change themselves. */
export const touch = (
	db: Db,
	{ table }: Pick<Timeline<StoredPeriod>, 'table'>,
	ids: readonly string[],
	now: Instant,
): Statement[] =>
	ids.length === 0
		? []
		: [
				db
					.update(table)
					.set({ dateModified: now })
					.where(sql`${table.id} IN ${oneOf(ids)}`),
			];

/** Stores dated edits of any number of employees in as few statements as D1 allows. */
export function storeEdits<P extends StoredPeriod>(
	db: Db,
	{ table }: Pick<Timeline<P>, 'table'>,
	edits: readonly TimelineEdit<P>[],
): Statement[] {
	// Removed and shortened periods come first, so that no step creates an overlap.
	const giving = edits.flatMap(({ removed, cut }) => [...removed, ...cut]);
	const added = edits.flatMap((edit) => edit.added);
	return rowsOf(table, [...giving, ...added]).map((rows) => storePeriods(db, table, { rows }));
}

/** Inserts new periods. For known ones, it updates the end or the removal. */
const storePeriods = preparedByKind<Timeline<StoredPeriod>['table'], Rows, Statement>((db, table) =>
	insertionOf(db, table).onConflictDoUpdate({
		target: table.id,
		set: {
			validUntil: sql`excluded.valid_until`,
			dateModified: sql`excluded.date_modified`,
			dateDeleted: sql`excluded.date_deleted`,
		},
	}),
);

/** Fails with `stale_revision` after a concurrent change. A settled termination becomes due again, so the cron also ends new periods. */
const advance = (db: Db, { id, revision }: TimelineOwner): Statement =>
	advanceTo(db, { id, revision: revision + 1 });

const advanceTo = prepared((db) =>
	db
		.update(employees)
		.set({ revision: sql`${sql.placeholder('revision')}`, dateTerminationSettled: sql`NULL` })
		.where(sql`${employees.id} = ${sql.placeholder('id')}`),
);
