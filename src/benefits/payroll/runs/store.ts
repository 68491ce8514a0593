import { and, asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import {
	type Author,
	aboutCompany,
	alteration,
	type Change,
	creation,
} from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { isInJob } from '../../../foundation/db/scope.ts';
import { positionByNumber } from '../../employees/table.ts';
import type { BookingMonth, ModuleSum } from '../../ledger/rules.ts';
import { payrollCorrections, payrollRuns, payrollTransactions, tellRun } from '../../ledger/table.ts';
import { PRESENT_LAYOUT } from '../csv/rules.ts';

const POSITION = positionByNumber(payrollTransactions);

/** A run. `hasParts` is true when some of its lines are not whole expenses. */
export type PayrollRun = typeof payrollRuns.$inferSelect & { hasParts: boolean };

const runColumns = {
	...getTableColumns(payrollRuns),
	hasParts:
		sql<boolean>`EXISTS (SELECT 1 FROM payroll_transactions t WHERE t.run_id = payroll_runs.id AND t.kind <> 'EXPENSE')`
			.mapWith(Boolean)
			.as('has_parts'),
};

export type NewRun = Pick<
	PayrollRun,
	'id' | 'companyId' | 'month' | 'closesUntil' | 'closedBy' | 'bookingMonth'
>;

/** The figures that stay fixed after a run is closed. */
export interface RunFigures {
	id: string;
	companyId: string;
	month: Instant;
	/** When the lines were committed. They may be counted later. */
	dateClosed: Instant;
	lineCount: number;
	sums: ModuleSum[];
	sha256: string;
	heldOverCount: number;
}

/** A position in the lines of several runs. Empty ids come before the first line. */
export interface LineKey {
	runId: string;
	position: string;
}

/** Reads the latest run of a company, whose id is a subquery. Its month and all earlier ones are closed. */
export const latestRun = (db: Db, companyId: SQL) =>
	db
		.select({ month: sql<Instant>`max(${payrollRuns.month})`.as('latest_month') })
		.from(payrollRuns)
		.where(sql`${payrollRuns.companyId} = ${companyId}`);

/** Reads the latest run of an employee's company. The employee's id is a subquery. */
export const latestRunFor = (db: Db, employeeId: SQL) =>
	latestRun(db, sql`(SELECT company_id FROM employees WHERE id = ${employeeId})`);

/** Reads the earliest cut-off of a company's waiting lines; null when there are none. The company's id is a subquery. */
export const firstCutOff = (db: Db, companyId: SQL) =>
	db
		.select({
			reference: sql<Instant | null>`min(${payrollTransactions.payrollReferenceDate})`.as('first_cut_off'),
		})
		.from(payrollTransactions)
		.where(sql`${payrollTransactions.companyId} = ${companyId} AND ${payrollTransactions.state} = 'PENDING'`);

/** Opens runs, and records that. It skips a run whose month, or a later one, is already closed. */
export function openRuns(db: Db, author: Author, runs: readonly NewRun[], now: Instant): Statement[] {
	const isOpened = sql`EXISTS (SELECT 1 FROM payroll_runs r WHERE r.id = d.value ->> 'recordId')`;
	return [
		insertRuns(db, runs, now),
		...recordEvents(db, author, now, identified(runs.map(closingOf), now), isOpened),
	];
}

export const closingOf = (run: NewRun): Change =>
	creation(
		'payroll_run.closing',
		aboutCompany(run.companyId, run.id),
		tellRun({ ...run, state: 'CLOSING', heldOverCount: 0, csvLayout: PRESENT_LAYOUT }),
	);

/** Inserts runs, except those whose month, or a later one, is already closed. */
export const insertRuns = (db: Db, runs: readonly NewRun[], now: Instant): Statement =>
	insertSelect(
		db,
		payrollRuns,
		{
			id: sql`value ->> 'id'`,
			dateCreated: now,
			dateModified: now,
			companyId: sql`value ->> 'companyId'`,
			month: sql`value ->> 'month'`,
			closesUntil: sql`value ->> 'closesUntil'`,
			state: 'CLOSING',
			closedBy: sql`value ->> 'closedBy'`,
			csvLayout: PRESENT_LAYOUT,
			bookingMonth: sql`value ->> 'bookingMonth'`,
		},
		sql`FROM json_each(${JSON.stringify(runs)})
			WHERE NOT EXISTS (SELECT 1 FROM payroll_runs closed
				WHERE closed.company_id = value ->> 'companyId' AND closed.month >= value ->> 'month')`,
	).onConflictDoNothing();

/** Fails with `stale_revision` unless a run has just committed exactly these lines. Another run or line may have come first. */
export const requireCommitted = (db: Db, runId: string, lineCount: number, value: number): Statement =>
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM payroll_runs WHERE id = ${runId})
			AND (SELECT count(*) = ${lineCount} AND coalesce(sum(amount_value), 0) = ${value}
				FROM payroll_transactions WHERE run_id = ${runId})`,
		'stale_revision.run',
	);

/** Commits every pending line whose cut-off is not after the `closesUntil` of its run. */
export const commitLines = (db: Db, runIds: readonly string[], now: Instant): Statement =>
	db
		.update(payrollTransactions)
		.set({ state: 'COMMITTED', runId: sql`run.id`, dateModified: now })
		.from(
			sql`(SELECT id, company_id, closes_until FROM payroll_runs WHERE id IN ${oneOf(runIds)} AND state = 'CLOSING') run`,
		)
		.where(
			and(
				sql`${payrollTransactions.companyId} = run.company_id`,
				sql`${payrollTransactions.state} = 'PENDING'`,
				sql`${payrollTransactions.payrollReferenceDate} <= run.closes_until`,
			),
		);

export const runsByIds = (db: Db, runIds: readonly string[]) =>
	db
		.select(runColumns)
		.from(payrollRuns)
		.where(sql`${payrollRuns.id} IN ${oneOf(runIds)}`)
		.orderBy(asc(payrollRuns.id));

/** Reads up to `limit` lines of the runs after the key `after`, one run after another, in their order. */
export const linesOfRuns = (db: Db, runIds: readonly string[], after: LineKey, limit: number) =>
	db
		.select({
			...getTableColumns(payrollTransactions),
			position: POSITION.as('line_position'),
			csvLayout: payrollRuns.csvLayout,
			correctsId: payrollCorrections.correctsId,
			reason: payrollCorrections.reason,
		})
		.from(payrollRuns)
		.crossJoin(payrollTransactions)
		.leftJoin(payrollCorrections, eq(payrollCorrections.transactionId, payrollTransactions.id))
		.where(
			and(
				sql`${payrollRuns.id} IN ${oneOf(runIds.filter((id) => id >= after.runId))}`,
				eq(payrollTransactions.runId, payrollRuns.id),
				sql`${POSITION} > iif(${payrollRuns.id} = ${after.runId}, ${after.position}, '')`,
			),
		)
		.orderBy(asc(payrollRuns.id), asc(POSITION))
		.limit(limit);

/** Stores the figures of counted runs. If another caller has finished a run, its figures are the same, and it stays unchanged. */
export function finishRuns(
	db: Db,
	author: Author,
	figures: readonly RunFigures[],
	now: Instant,
): Statement[] {
	if (figures.length === 0) return [];
	const events = figures.flatMap(({ id, companyId, month, dateClosed, ...counted }) =>
		alteration(
			'payroll_run.closed',
			aboutCompany(companyId, id),
			{ state: 'CLOSING' },
			{ state: 'CLOSED', dateClosed: toIso(dateClosed), ...counted },
			{ month: toIso(month) },
		),
	);
	const isClosing = sql`EXISTS (SELECT 1 FROM payroll_runs r WHERE r.id = d.value ->> 'recordId' AND r.state = 'CLOSING')`;
	return [
		...recordEvents(db, author, now, identified(events, now), isClosing),
		db
			.update(payrollRuns)
			.set({
				state: 'CLOSED',
				dateModified: sql`figures.value ->> 'dateClosed'`,
				dateClosed: sql`figures.value ->> 'dateClosed'`,
				lineCount: sql`figures.value ->> 'lineCount'`,
				sums: sql`figures.value -> 'sums'`,
				sha256: sql`figures.value ->> 'sha256'`,
				heldOverCount: sql`figures.value ->> 'heldOverCount'`,
			})
			.from(sql`json_each(${JSON.stringify(figures)}) figures`)
			.where(and(sql`${payrollRuns.id} = figures.value ->> 'id'`, sql`${payrollRuns.state} = 'CLOSING'`)),
	];
}

/** SQL of the time at which `closeDueRuns` is due. */
export const runsDueAt: readonly SQL[] = [
	sql`SELECT min(payroll_reference_date) FROM payroll_transactions WHERE state = 'PENDING'`,
	sql`SELECT date_created FROM payroll_runs WHERE state = 'CLOSING' LIMIT 1`,
];

/** Reads runs whose lines are committed but not counted yet, because closing was interrupted. */
export const unfinishedRuns = (db: Db, limit: number, companyId?: string) =>
	db
		.select(runColumns)
		.from(payrollRuns)
		.where(and(sql`${payrollRuns.state} = 'CLOSING'`, isInJob(payrollRuns.companyId, companyId)))
		.orderBy(asc(payrollRuns.id))
		.limit(limit);

/**
 * Reads companies with pending lines whose cut-off has passed, each with the earliest such cut-off. It jumps in the index from one pair of
 * cut-off and company to the next, and so reads only one line of each pair.
 */
export function companiesDue(db: Db, now: Instant, limit: number, companyId?: string) {
	const firstLine = (condition: SQL) => sql`SELECT rowid FROM payroll_transactions
		WHERE state = 'PENDING' AND ${condition} ORDER BY payroll_reference_date, company_id LIMIT 1`;
	const isDue = sql`payroll_reference_date <= ${now}`;
	const sameCutOff = sql`payroll_reference_date = due.reference AND company_id > due.company_id`;
	const leaping = sql`SELECT payroll_reference_date, company_id FROM payroll_transactions WHERE rowid = (${firstLine(isDue)})
			UNION ALL
			SELECT line.payroll_reference_date, line.company_id FROM due CROSS JOIN payroll_transactions line
			ON line.rowid = coalesce((${firstLine(sameCutOff)}), (${firstLine(sql`payroll_reference_date > due.reference AND ${isDue}`)}))
			LIMIT ${limit}`;
	const only = sql`SELECT payroll_reference_date, company_id FROM payroll_transactions
			WHERE company_id = ${companyId} AND state = 'PENDING' AND ${isDue} ORDER BY payroll_reference_date LIMIT 1`;
	const due = sql`(WITH RECURSIVE due(reference, company_id) AS (${companyId === undefined ? leaping : only})
		SELECT min(reference) AS reference, company_id, coalesce((SELECT s.booking_month FROM payroll_settings s
			WHERE s.company_id = due.company_id), 'RUN') AS booking_month FROM due GROUP BY company_id)`;
	return db
		.select({
			companyId: sql<string>`company_id`.as('company_id'),
			reference: sql<Instant>`reference`.as('reference'),
			bookingMonth: sql<BookingMonth>`booking_month`.as('booking_month'),
		})
		.from(due);
}

export const linesDue = (db: Db, now: Instant, limit: number, companyId?: string) =>
	db
		.select({ companyId: payrollTransactions.companyId })
		.from(payrollTransactions)
		.where(
			and(
				sql`${payrollTransactions.state} = 'PENDING' AND ${payrollTransactions.payrollReferenceDate} <= ${now}`,
				isInJob(payrollTransactions.companyId, companyId),
			),
		)
		.limit(limit);

export const runsPage = (db: Db, companyId: SQL, after: string, limit: number) =>
	db
		.select(runColumns)
		.from(payrollRuns)
		.where(and(sql`${payrollRuns.companyId} = ${companyId}`, gt(payrollRuns.id, after)))
		.orderBy(asc(payrollRuns.id))
		.limit(limit);

export const runOfCompany = (db: Db, companyId: SQL, runId: string) =>
	db
		.select(runColumns)
		.from(payrollRuns)
		.where(and(eq(payrollRuns.id, runId), sql`${payrollRuns.companyId} = ${companyId}`));
