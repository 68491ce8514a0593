import { and, type SQL, sql } from 'drizzle-orm';
import {
	aboutCompany,
	aboutEmployee,
	type Change,
	CRON,
	creation,
} from '../../../foundation/core/history.ts';
import { addMonths, type Instant, toIso } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { inParts } from '../../../foundation/db/records.ts';
import { isInJob } from '../../../foundation/db/scope.ts';
import { employees } from '../../employees/table.ts';
import { inIndex, OF_PERIODS, type OfPeriod, SOURCES, type Source } from './queries.ts';
import type { MomentType } from './rules.ts';
import { cutOffs } from './table.ts';

/** A moment that is not recorded yet. For a cut-off, `validFrom` is its month, and `id` is its company. */
interface DueMoment {
	type: MomentType;
	at: Instant;
	id: string;
	employeeId: string | null;
	companyId: string;
	validFrom: Instant;
	validUntil: Instant | null;
	dateDeleted: Instant | null;
}

type Due = [db: Db, now: Instant, limit: number, companyId?: string];

/** SQL of the time at which `recordMoments` is due. */
export const momentsDueAt: readonly SQL[] = [
	...SOURCES.map(
		(source) =>
			sql`SELECT min(${source.by}) + ${sql.raw(String(source.delay))} FROM ${inIndex(source)} WHERE ${source.isOpen}`,
	),
	sql`SELECT min(date_passed) FROM cut_offs`,
];

/** Reads unrecorded moments until `now`, the earliest of each kind first, and the first cut-off of each company. */
export const dueMoments = (...due: Due) =>
	[dueCutOffs(...due), ...SOURCES.map((source) => dueOf(source, ...due))] as const;

const dueCutOffs = (...[db, now, limit, companyId]: Due) =>
	db
		.select({
			...momentOf('month.cut_off', cutOffs.datePassed),
			id: sql<string>`${cutOffs.companyId}`.as('cut_off_id'),
			employeeId: sql<string | null>`NULL`.as('nobody'),
			companyId: cutOffs.companyId,
			validFrom: cutOffs.month,
			validUntil: sql<Instant | null>`NULL`.as('no_end'),
			dateDeleted: sql<Instant | null>`NULL`.as('not_deleted'),
		})
		.from(cutOffs)
		.where(and(sql`${cutOffs.datePassed} <= ${now}`, isInJob(cutOffs.companyId, companyId)))
		.orderBy(cutOffs.datePassed)
		.limit(limit);

const momentOf = (type: MomentType, at: unknown) => ({
	type: sql<MomentType>`${sql.raw(`'${type}'`)}`.as('moment'),
	at: sql<Instant>`${at}`.as('moment_at'),
});

function dueOf(source: Source, ...[db, now, limit, companyId]: Due) {
	const { type, by, delay, isOpen, isOfRemoved } = source;
	const { table } = OF_PERIODS[type];
	const isByIndex = companyId === undefined || isOfRemoved;
	const [first, second] = isByIndex ? [inIndex(source), employees] : [sql`${employees}`, table];
	return db
		.select({
			...momentOf(type, sql`${by} + ${sql.raw(String(delay))}`),
			id: sql<string>`${table.id}`.as('period_id'),
			employeeId: sql<string | null>`${table.employeeId}`.as('owner_id'),
			companyId: sql<string>`${employees.companyId}`.as('company_id'),
			validFrom: sql<Instant>`${table.validFrom}`.as('first'),
			validUntil: sql<Instant | null>`${table.validUntil}`.as('last'),
			dateDeleted: sql<Instant | null>`${table.dateDeleted}`.as('deleted'),
		})
		.from(first)
		.crossJoin(second)
		.where(
			and(
				sql`${table.employeeId} = ${employees.id} AND ${isOpen} AND ${by} <= ${now - delay}`,
				type.startsWith('flex_access') ? isSettled(now) : undefined,
				isInJob(employees.companyId, companyId),
			),
		)
		.orderBy(by)
		.limit(limit);
}

/** SQL that is false while a passed termination is not settled. Settling ends accesses, so no event is recorded for a period after it. */
const isSettled = (now: Instant): SQL =>
	sql`(coalesce(${employees.dateTerminated} > ${now}, TRUE) OR ${employees.dateTerminationSettled} IS NOT NULL)`;

/** Records these moments in their order. Fails with `stale_revision` when a plan has changed, or another run has recorded one of them. */
export function recordDue(db: Db, due: readonly DueMoment[], now: Instant): Statement[] {
	const groups = Map.groupBy(due, ({ type }) => type);
	return [
		...recordEvents(db, CRON, now, identified(due.map(changeOf), now)),
		...[...groups].flatMap(([type, moments]) =>
			type === 'month.cut_off' ? goOn(db, moments) : markRecorded(db, OF_PERIODS[type], moments, now),
		),
	];
}

function changeOf(moment: DueMoment): Change {
	const { type, id, employeeId, companyId, at, validFrom } = moment;
	if (type !== 'month.cut_off') {
		const about = aboutEmployee({ id: employeeId ?? '', companyId }, id);
		return creation(type, about, OF_PERIODS[type].tell(moment));
	}
	const month = toIso(addMonths(validFrom, -1));
	return creation(type, aboutCompany(companyId), { month, payrollReferenceDate: toIso(at - 1) });
}

/** Returns statements that make the following cut-off the next one of each company. */
function goOn(db: Db, moments: readonly DueMoment[]): Statement[] {
	const rows = [...Map.groupBy(moments, ({ id }) => id)].map(([id, [first, ...later]]) => {
		const { at = 0, validFrom = 0 } = later.at(-1) ?? first ?? {};
		const next = addMonths(validFrom, 1);
		return [id, first?.at, next, at + next - validFrom];
	});
	const read = sql`json_each(${JSON.stringify(rows)}) d`;
	const isAsRead = sql`(SELECT count(*) FROM ${read} CROSS JOIN ${cutOffs} ON ${cutOffs.companyId} = d.value ->> 0
		WHERE ${cutOffs.datePassed} = d.value ->> 1) = ${rows.length}`;
	return [
		requireThat(db, isAsRead, 'stale_revision.day'),
		db
			.update(cutOffs)
			.set({ month: sql`d.value ->> 2`, datePassed: sql`d.value ->> 3` })
			.from(read)
			.where(sql`${cutOffs.companyId} = d.value ->> 0`),
	];
}

function markRecorded(
	db: Db,
	{ table, mark }: OfPeriod,
	moments: readonly DueMoment[],
	now: Instant,
): Statement[] {
	const read = JSON.stringify(
		moments.map(({ id, validUntil, dateDeleted }) => [id, validUntil, dateDeleted]),
	);
	const isAsRead = sql`(SELECT count(*) FROM json_each(${read}) d CROSS JOIN ${table} ON ${table.id} = d.value ->> 0
		WHERE ${table[mark]} IS NULL AND ${table.validUntil} IS d.value ->> 1 AND ${table.dateDeleted} IS d.value ->> 2) = ${moments.length}`;
	return [
		requireThat(db, isAsRead, 'stale_revision.plan'),
		...inParts(moments.map(({ id }) => id)).map((ids) =>
			db
				.update(table)
				.set({ [mark]: now })
				.where(sql`${table.id} IN ${oneOf(ids)}`),
		),
	];
}
