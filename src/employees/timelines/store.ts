import { sql } from 'drizzle-orm';
import type { Employment } from '../../core/employment.ts';
import { aboutEmployee, alteration, type Change, creation } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { end, lastInstant, lay, requireFewPeriods, type TimelineEdit } from '../../core/timeline.ts';
import type { Call } from '../../db/call.ts';
import type { Db, Statement } from '../../db/client.ts';
import { inParts, oneOf } from '../../db/columns.ts';
import { insertOnce, prepared } from '../../db/prepared.ts';
import type { Outcome } from '../../db/write.ts';
import { employees } from '../table.ts';
import type { StoredPeriod, Timeline } from './table.ts';

interface Owner extends Employment {
	id: string;
	companyId: string;
	revision: number;
}

/**
 * The outcome of laying a new period on a timeline, as readers see it before and after. Periods for which
 * `givesWay` is false stay as they are.
 */
export function layPeriod<P extends StoredPeriod, S extends P>(
	call: Call,
	timeline: Timeline<P, S>,
	owner: Owner,
	periods: readonly P[],
	entry: P,
	givesWay: (period: P) => boolean = () => true,
): Outcome<S[]> {
	const { now } = call;
	const { continued = (rest) => rest } = timeline;
	const continueFrom = (old: P, validFrom: Instant): P =>
		continued({ ...old, id: newId(now), dateCreated: now, dateModified: now, validFrom });
	if (isInForce(periods.filter(givesWay), entry, timeline.hasSameTerms ?? hasEqualValues)) {
		const shown = timeline.show(periods, owner);
		return { before: shown, after: shown, statements: [], changes: [] };
	}
	const edit = editPart(periods, givesWay, (part) => lay(part, entry, continueFrom));
	requireFewPeriods(edit);
	return outcomeOf(call, timeline, owner, periods, edit);
}

/** Whether periods with the terms of the entry are in force over all of it, so that laying it would change nothing. */
function isInForce<P extends StoredPeriod>(
	periods: readonly P[],
	entry: P,
	hasSameTerms: (period: P, other: P) => boolean,
): boolean {
	let uncovered = entry.validFrom;
	for (const period of periods) {
		const isNext = period.validFrom <= uncovered && lastInstant(period) >= uncovered;
		if (isNext && hasSameTerms(period, entry)) uncovered = lastInstant(period) + 1;
	}
	return uncovered > lastInstant(entry);
}

/** Whether two periods differ in their span and their identity only. */
function hasEqualValues<P extends StoredPeriod>(period: P, other: P): boolean {
	const isOwn = (name: string) =>
		['id', 'dateCreated', 'dateModified', 'validFrom', 'validUntil'].includes(name);
	return (Object.keys(period) as (keyof P & string)[]).every(
		(name) => isOwn(name) || JSON.stringify(period[name]) === JSON.stringify(other[name]),
	);
}

/** The outcome of ending all periods of a timeline, or only those for which `isEnded` is true. */
export const endPeriods = <P extends StoredPeriod, S extends P>(
	call: Call,
	timeline: Timeline<P, S>,
	owner: Owner,
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

function editPart<P extends StoredPeriod>(
	periods: readonly P[],
	isTouched: (period: P) => boolean,
	edited: (part: P[]) => TimelineEdit<P>,
): TimelineEdit<P> {
	const edit = edited(periods.filter(isTouched));
	const others = periods.filter((period) => !isTouched(period));
	return { ...edit, timeline: [...edit.timeline, ...others] };
}

function outcomeOf<P extends StoredPeriod, S extends P>(
	{ db, now }: Call,
	timeline: Timeline<P, S>,
	owner: Owner,
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

/** The statements and changes of an edit, without the advance of the employee's revision. */
export function storeEdit<P extends StoredPeriod>(
	db: Db,
	timeline: Pick<Timeline<P>, 'name' | 'table' | 'tell'>,
	owner: Pick<Owner, 'id' | 'companyId'>,
	periods: readonly P[],
	edit: TimelineEdit<P>,
	now: Instant,
): { after: P[]; statements: Statement[]; changes: Change[] } {
	const dated = withDates(edit, now);
	return {
		after: dated.timeline,
		statements: store(db, timeline, dated),
		changes: changesOfEdit(timeline, owner, periods, dated),
	};
}

/** Dates the modification of periods whose answer changes although nothing else of them does. */
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

/** Sets `dateModified` of cut and removed periods, and `dateDeleted` of removed ones. */
export function withDates<P extends StoredPeriod>(edit: TimelineEdit<P>, now: Instant): TimelineEdit<P> {
	const cutIds = new Set(edit.cut.map((period) => period.id));
	const modified = (period: P): P => (cutIds.has(period.id) ? { ...period, dateModified: now } : period);
	return {
		...edit,
		removed: edit.removed.map((period) => ({ ...period, dateModified: now, dateDeleted: now })),
		cut: edit.cut.map(modified),
		timeline: edit.timeline.map(modified),
	};
}

/** Shortens before it adds, so that no step creates an overlap. */
function store<P extends StoredPeriod>(
	db: Db,
	{ table }: Pick<Timeline<P>, 'table'>,
	{ removed, cut, added }: TimelineEdit<P>,
): Statement[] {
	return [
		...shorten(db, table, [...removed, ...cut]),
		...added.map((period) => insertOnce(db, table, period)),
	];
}

/** Stores ends and removals in as few statements as D1 allows. */
export function shorten(
	db: Db,
	table: Timeline<StoredPeriod>['table'],
	periods: readonly Omit<StoredPeriod, 'dateCreated' | 'validFrom'>[],
): Statement[] {
	const update = shortenings.get(table) ?? shorteningOf(table);
	shortenings.set(table, update);
	return inParts(periods).map((part) => update(db, { ends: JSON.stringify(part) }));
}

/** The SQL of each table, which is built once. */
const shortenings = new WeakMap<Timeline<StoredPeriod>['table'], ReturnType<typeof shorteningOf>>();

const shorteningOf = (table: Timeline<StoredPeriod>['table']) =>
	prepared<{ ends: string }, Statement>((db) =>
		db
			.update(table)
			.set({
				validUntil: sql`ends.valid_until`,
				dateModified: sql`ends.date_modified`,
				dateDeleted: sql`ends.date_deleted`,
			})
			.from(
				sql`(SELECT d.value ->> 'id' AS id, d.value ->> 'validUntil' AS valid_until, d.value ->> 'dateModified' AS date_modified,
					d.value ->> 'dateDeleted' AS date_deleted
				FROM json_each(${sql.placeholder('ends')}) d) ends`,
			)
			.where(sql`${table.id} = ends.id`),
	);

/** The events of an edit that has its dates; `before` are the periods before the edit. */
export function changesOfEdit<P extends StoredPeriod>(
	{ name, tell }: Pick<Timeline<P>, 'name' | 'tell'>,
	owner: Pick<Owner, 'id' | 'companyId'>,
	before: readonly P[],
	{ removed, cut, added }: TimelineEdit<P>,
): Change[] {
	const shortened = (period: P, verb: 'removed' | 'cut'): Change[] => {
		const old = before.find(({ id }) => id === period.id) ?? period;
		return alteration(`${name}.${verb}`, aboutEmployee(owner, period.id), tell(old), tell(period));
	};
	return [
		...removed.flatMap((period) => shortened(period, 'removed')),
		...cut.flatMap((period) => shortened(period, 'cut')),
		...added.map((period, index) =>
			creation(`${name}.${index === 0 ? 'set' : 'continued'}`, aboutEmployee(owner, period.id), tell(period)),
		),
	];
}

/**
 * Advances the employee's revision; fails with `stale_revision` after a concurrent change. It also makes a
 * settled termination due again, so that the cron ends the new periods too.
 */
const advance = (db: Db, { id, revision }: Owner): Statement => advanceTo(db, { id, revision: revision + 1 });

const advanceTo = prepared((db) =>
	db
		.update(employees)
		.set({ revision: sql`${sql.placeholder('revision')}`, dateTerminationSettled: null })
		.where(sql`${employees.id} = ${sql.placeholder('id')}`),
);
