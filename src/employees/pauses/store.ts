import { and, eq, isNull, sql } from 'drizzle-orm';
import { aboutEmployee, CRON, creation } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import { oneOf } from '../../db/columns.ts';
import type { Db, Statement } from '../../db/database.ts';
import { identified, recordEvents } from '../../db/record-events.ts';
import { inParts } from '../../db/records.ts';
import { isInJob } from '../../db/scope.ts';
import { employees } from '../table.ts';
import { isoDatesOf, pauses } from './table.ts';

/** The events of a pause that the cron records, each with the column that marks it as recorded. */
const MOMENTS = {
	'employee.pause_began': 'dateBeganRecorded',
	'employee.pause_ended': 'dateEndedRecorded',
} as const;

export type PauseMoment = keyof typeof MOMENTS;

/** Pauses that began or ended until `now`, and whose event is not recorded yet. */
export const unrecordedPauses = (
	db: Db,
	moment: PauseMoment,
	now: Instant,
	limit: number,
	companyId?: string,
) =>
	db
		.select({
			id: pauses.id,
			employeeId: pauses.employeeId,
			companyId: employees.companyId,
			validFrom: pauses.validFrom,
			validUntil: pauses.validUntil,
		})
		.from(pauses)
		.innerJoin(employees, eq(employees.id, pauses.employeeId))
		.where(and(isUnrecorded(moment, now), isInJob(employees.companyId, companyId)))
		.limit(limit);

type UnrecordedPause = Awaited<ReturnType<typeof unrecordedPauses>>[number];

/** Records the events of these pauses, unless another run has done so meanwhile. */
export function recordMoment(
	db: Db,
	moment: PauseMoment,
	due: readonly UnrecordedPause[],
	now: Instant,
): Statement[] {
	const column = pauses[MOMENTS[moment]];
	const changes = due.map(({ employeeId, companyId, ...pause }) =>
		creation(moment, aboutEmployee({ id: employeeId, companyId }, pause.id), isoDatesOf(pause)),
	);
	const isNews = sql`EXISTS (SELECT 1 FROM pauses WHERE id = d.value ->> 'recordId' AND date_deleted IS NULL
		AND ${sql.identifier(column.name)} IS NULL)`;
	return [
		...recordEvents(db, CRON, now, identified(changes, now), isNews),
		...inParts(due.map(({ id }) => id)).map((ids) =>
			db
				.update(pauses)
				.set({ [MOMENTS[moment]]: now })
				.where(and(sql`${pauses.id} IN ${oneOf(ids)}`, isNull(column))),
		),
	];
}

/** The conditions match those of the partial indexes, so that SQLite uses them. */
const isUnrecorded = (moment: PauseMoment, now: Instant) =>
	moment === 'employee.pause_began'
		? sql`${pauses.dateDeleted} IS NULL AND ${pauses.dateBeganRecorded} IS NULL AND ${pauses.validFrom} <= ${now}`
		: sql`${pauses.dateDeleted} IS NULL AND ${pauses.dateEndedRecorded} IS NULL AND ${pauses.validUntil} IS NOT NULL
			AND ${pauses.validUntil} < ${now}`;
