import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Scope } from '../../core/actor.ts';
import { CRON } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db, Statement } from '../../db/client.ts';
import { isoOf } from '../../db/columns.ts';
import { recordEventsFrom } from '../../db/history.ts';
import { prepared } from '../../db/prepared.ts';
import { scopeArguments } from '../../db/scope.ts';
import { reachedEmployeeId } from '../table.ts';
import { pauses } from './table.ts';

/** The stored pauses of the employee, if the scope reaches it, not deleted, in order of their start. */
export const pausesOf = (db: Db, scope: Scope, employeeId: string) =>
	pausesQuery(db, { employeeId, ...scopeArguments(scope) });

const pausesQuery = prepared((db) =>
	db
		.select()
		.from(pauses)
		.where(and(sql`${pauses.employeeId} = ${reachedEmployeeId}`, isNull(pauses.dateDeleted)))
		.orderBy(asc(pauses.validFrom)),
);

/** What of a pause the cron records in the history, and the column that says that it has. */
const MOMENTS = {
	'employee.pause_began': { at: sql`valid_from`, recorded: sql`date_began_recorded` },
	'employee.pause_ended': { at: sql`valid_until + 1`, recorded: sql`date_ended_recorded` },
} as const;

export type PauseMoment = keyof typeof MOMENTS;

/** Pauses that have begun, or ended, until `now`, and of which the history does not say so yet. */
export const unrecordedPauses = (db: Db, moment: PauseMoment, now: Instant, limit: number) =>
	db.select({ id: pauses.id }).from(pauses).where(isUnrecorded(moment, now)).limit(limit);

/** The fields of an event of a pause, in the order in which `recordMoment` tells them. */
const PAUSE_FIELDS = JSON.stringify(['datePausedStart', 'datePausedEnd']);

/** Records of those pauses, however many they are, that they began or ended; each event bears an id of ours. */
export function recordMoment(
	db: Db,
	moment: PauseMoment,
	due: readonly { id: string; eventId: string }[],
	now: Instant,
): Statement[] {
	const { recorded } = MOMENTS[moment];
	const found = sql`json_each(${JSON.stringify(due)}) d CROSS JOIN pauses p ON p.id = d.value ->> 'id'`;
	const column = moment === 'employee.pause_began' ? 'dateBeganRecorded' : 'dateEndedRecorded';
	return [
		...recordEventsFrom(
			db,
			CRON,
			now,
			[moment, PAUSE_FIELDS],
			sql`
				SELECT d.value ->> 'eventId' AS id, e.company_id, e.id AS subject_id, p.id AS record_id, ${moment} AS type,
					${PAUSE_FIELDS} AS fields, NULL AS before, json_array(${isoOf(sql`p.valid_from`)},
						iif(p.valid_until IS NULL, NULL, ${isoOf(sql`(p.valid_until + 1)`)})) AS after
				FROM ${found} CROSS JOIN employees e ON e.id = p.employee_id
				WHERE p.date_deleted IS NULL AND p.${recorded} IS NULL`,
		),
		db
			.update(pauses)
			.set({ [column]: now })
			.where(
				sql`${pauses.id} IN (SELECT value ->> 'id' FROM json_each(${JSON.stringify(due)})) AND ${recorded} IS NULL`,
			),
	];
}

const isUnrecorded = (moment: PauseMoment, now: Instant) =>
	moment === 'employee.pause_began'
		? sql`date_deleted IS NULL AND date_began_recorded IS NULL AND valid_from <= ${now}`
		: sql`date_deleted IS NULL AND date_ended_recorded IS NULL AND valid_until IS NOT NULL AND valid_until < ${now}`;
