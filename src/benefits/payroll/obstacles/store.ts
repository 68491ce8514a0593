import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { statusOf } from '../../employees/people/queries.ts';
import { positionByNumber } from '../../employees/table.ts';
import { employeeOfLine, ITS_EMPLOYEE } from '../../ledger/queries.ts';
import { payrollTransactions } from '../../ledger/table.ts';
import { judgedLines, OFFICE_OF_S } from './queries.ts';
import { codesOf, type ObstacleCode } from './rules.ts';
import { heldOver } from './table.ts';

const A_DAY_MS = 86_400_000;

/**
 * Carries lines of opened runs to the next run. They are those that the format of the company's office cannot contain, and those that await
 * a meal value. Their cut-off becomes that of the following month. It must run before the runs commit their lines.
 */
export function holdOver(db: Db, runIds: readonly string[], now: Instant): Statement[] {
	const ids = oneOf(runIds);
	const due = sql`FROM payroll_runs run
		JOIN payroll_settings s ON s.company_id = run.company_id
		CROSS JOIN payroll_transactions t ON t.company_id = run.company_id AND t.state = 'PENDING'
			AND t.payroll_reference_date <= run.closes_until
		${ITS_EMPLOYEE}
		WHERE run.id IN ${ids} AND run.state = 'CLOSING'`;
	const judged = judgedLines(due, OFFICE_OF_S, sql`run.id`);
	const ofRuns = sql`(SELECT h.transaction_id, run.closes_until + c.payroll_reference_day * ${A_DAY_MS} AS next_cut_off
		FROM payroll_runs run JOIN companies c ON c.id = run.company_id JOIN payroll_held_over h ON h.run_id = run.id
		WHERE run.id IN ${ids} AND run.state = 'CLOSING')`;
	return [
		insertSelect(
			db,
			heldOver,
			{ runId: sql`judged.run_id`, transactionId: sql`judged.id`, faults: sql`judged.faults` },
			sql`FROM (${judged}) judged WHERE judged.faults <> ''`,
		).onConflictDoNothing(),
		db
			.update(payrollTransactions)
			.set({ payrollReferenceDate: sql`held.next_cut_off`, dateModified: now })
			.from(sql`${ofRuns} held`)
			.where(
				sql`${payrollTransactions.id} = held.transaction_id AND ${payrollTransactions.state} = 'PENDING'
					AND ${payrollTransactions.payrollReferenceDate} < held.next_cut_off`,
			),
	];
}

/** Counts the lines that each run carried to the next one, by the run's id. */
export const heldOverCounts = (db: Db, runIds: readonly string[]) =>
	db
		.select({ runId: heldOver.runId, count: sql<number>`count(*)`.as('held') })
		.from(heldOver)
		.where(sql`${heldOver.runId} IN ${oneOf(runIds)}`)
		.groupBy(heldOver.runId);

export type HeldOverLine = Awaited<ReturnType<typeof heldOverPage>>[number];

/** A position among a run's carried lines. They are ordered by personnel number if the key has a position, else by creation. */
export type HeldOverKey = { id: string } | { position: string };

/** Reads the lines that a run carried to the next one, after a key. It finds the page before it joins the people. */
export const heldOverPage = (
	db: Db,
	companyId: SQL,
	runId: string,
	after: HeldOverKey,
	limit: number,
	at?: Instant,
) => {
	const isNumbered = 'position' in after;
	const own = positionByNumber({ personnelNumber: sql`t.personnel_number`, id: sql`t.id` });
	const [inner, last] = isNumbered ? [own, after.position] : [sql`h.transaction_id`, after.id];
	const page = sql`(SELECT h.transaction_id FROM payroll_held_over h CROSS JOIN payroll_transactions t ON t.id = h.transaction_id
		WHERE h.run_id = ${runId} AND ${inner} > ${last} ORDER BY ${inner} LIMIT ${limit})`;
	const position = positionByNumber(payrollTransactions);
	return db
		.select({
			id: heldOver.transactionId,
			position: position.as('held_position'),
			module: payrollTransactions.module,
			kind: payrollTransactions.kind,
			amountValue: payrollTransactions.amountValue,
			currency: payrollTransactions.amountCurrency,
			personnelNumber: payrollTransactions.personnelNumber,
			employeeId: sql<string>`e.id`.as('held_employee'),
			firstName: sql<string | null>`u.first_name`.as('held_first_name'),
			lastName: sql<string | null>`u.last_name`.as('held_last_name'),
			personStatus: statusOf(sql`e.id`, at),
			settledOn:
				sql<Instant | null>`(SELECT date FROM payroll_settlements WHERE transaction_id = ${heldOver.transactionId})`.as(
					'held_settled_on',
				),
			faults: sql<ObstacleCode[]>`${heldOver.faults}`.mapWith(codesOf).as('held_faults'),
		})
		.from(heldOver)
		.crossJoin(payrollTransactions)
		.crossJoin(sql`employees e`)
		.crossJoin(sql`users u`)
		.where(
			sql`${heldOver.runId} = ${runId} AND ${heldOver.transactionId} IN ${page}
				AND ${payrollTransactions.id} = ${heldOver.transactionId} AND ${payrollTransactions.companyId} = ${companyId}
				AND e.id = ${employeeOfLine} AND u.id = e.user_id`,
		)
		.orderBy(isNumbered ? position : heldOver.transactionId);
};
