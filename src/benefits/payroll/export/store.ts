import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Author, aboutCompany, creation } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { prepared } from '../../../foundation/db/prepared.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { positionByNumber } from '../../employees/table.ts';
import { employeeOfLine, ITS_EMPLOYEE } from '../../ledger/queries.ts';
import { payrollTransactions } from '../../ledger/table.ts';
import { judgedColumns, judgedLines } from '../obstacles/queries.ts';
import type { DatevFormat, ExportFormat, FileSettings } from './rules.ts';
import { fileNames, payrollFiles, tellFile } from './table.ts';

export type PayrollFile = typeof payrollFiles.$inferSelect;

const POSITION = positionByNumber(payrollTransactions);

/** How many names one statement stores, because it may have at most two megabytes. */
const NAMES_PER_STATEMENT = 2000;

/** Reads up to `limit` lines of a run after a position, in their order, with the data for a DATEV file. */
export const datevLines = prepared((db) =>
	db
		.select({
			id: payrollTransactions.id,
			position: POSITION.as('line_position'),
			module: payrollTransactions.module,
			kind: payrollTransactions.kind,
			amountValue: payrollTransactions.amountValue,
			personnelNumber: payrollTransactions.personnelNumber,
			costCenter: payrollTransactions.costCenter,
			day: sql<Instant>`coalesce((SELECT x.date FROM expenses x WHERE x.id = ${payrollTransactions.flexDataId}),
				(SELECT v.due_date FROM issued_vouchers v WHERE v.id = ${payrollTransactions.flexDataId}))`.as(
				'line_day',
			),
		})
		.from(payrollTransactions)
		.where(
			sql`${payrollTransactions.runId} = ${sql.placeholder('runId')} AND ${POSITION} > ${sql.placeholder('after')}`,
		)
		.orderBy(asc(POSITION))
		.limit(sql.placeholder('limit')),
);

export type JudgedLine = Awaited<ReturnType<typeof judgedOfRun>>[number];

/** Reads up to `limit` committed lines of a run after a position, in their order. They are checked for a format and settings. */
export function judgedOfRun(
	db: Db,
	{ runId, after, limit }: { runId: string; after: string; limit: number },
	format: DatevFormat,
	{ wageTypes, usesCompanyNumbers }: FileSettings,
) {
	const office = {
		format: sql`${format}`,
		wageTypes: sql`${JSON.stringify(wageTypes)}`,
		usesCompanyNumbers: sql`${Number(usesCompanyNumbers)}`,
	};
	const own = positionByNumber({ personnelNumber: sql`t.personnel_number`, id: sql`t.id` });
	const lines = sql`FROM payroll_transactions t ${ITS_EMPLOYEE}
		WHERE t.run_id = ${runId} AND ${own} > ${after} ORDER BY ${own} LIMIT ${limit}`;
	const position = positionByNumber({ personnelNumber: sql`judged.own_number`, id: sql`judged.id` });
	return db
		.select({ ...judgedColumns, position: position.as('line_position') })
		.from(sql`(${judgedLines(lines, office)}) judged`)
		.orderBy(position);
}

/** Reads the employees of up to `limit` lines of a run after a position, in the order of `linesOfRuns`. */
export const employeesOfLines = (db: Db, runId: string, after: string, limit: number) =>
	db
		.select({ id: payrollTransactions.id, employeeId: employeeOfLine.as('line_employee') })
		.from(payrollTransactions)
		.where(sql`${payrollTransactions.runId} = ${runId} AND ${POSITION} > ${after}`)
		.orderBy(asc(POSITION))
		.limit(limit);

export const presentNames = (db: Db, runId: string) =>
	db
		.select({
			employeeId: sql<string>`e.id`.as('named_employee'),
			firstName: sql<string | null>`u.first_name`.as('named_first'),
			lastName: sql<string | null>`u.last_name`.as('named_last'),
		})
		.from(
			sql`(SELECT DISTINCT e.id, e.user_id FROM payroll_transactions t ${ITS_EMPLOYEE} WHERE t.run_id = ${runId}) e`,
		)
		.innerJoin(sql`users u`, sql`u.id = e.user_id`);

export type EmployeeName = Awaited<ReturnType<typeof presentNames>>[number];

export const namesOfFile = (db: Db, fileId: string) =>
	db
		.select({
			employeeId: fileNames.employeeId,
			firstName: fileNames.firstName,
			lastName: fileNames.lastName,
		})
		.from(fileNames)
		.where(eq(fileNames.fileId, fileId));

/** Stores the names of a version, unless another version was given out first. */
function saveNames(db: Db, fileId: string, names: readonly EmployeeName[]): Statement[] {
	const rows = names.map(({ employeeId, firstName, lastName }) => [employeeId, firstName, lastName]);
	const pages = Array.from({ length: Math.ceil(rows.length / NAMES_PER_STATEMENT) }, (_, page) =>
		rows.slice(page * NAMES_PER_STATEMENT, (page + 1) * NAMES_PER_STATEMENT),
	);
	return pages.map((page) =>
		insertSelect(
			db,
			fileNames,
			{
				fileId: sql`${fileId}`,
				employeeId: sql`value ->> 0`,
				firstName: sql`value ->> 1`,
				lastName: sql`value ->> 2`,
			},
			sql`FROM json_each(${JSON.stringify(page)}) WHERE EXISTS (SELECT 1 FROM payroll_files WHERE id = ${fileId})`,
		),
	);
}

export const lastFile = (db: Db, runId: string, format: ExportFormat) =>
	db
		.select()
		.from(payrollFiles)
		.where(and(eq(payrollFiles.runId, runId), eq(payrollFiles.format, format)))
		.orderBy(desc(payrollFiles.version))
		.limit(1);

/** Reads all versions in all formats, in the order of creation. */
export const filesOfRun = (db: Db, companyId: SQL, runId: string) =>
	db
		.select()
		.from(payrollFiles)
		.where(and(eq(payrollFiles.runId, runId), sql`${payrollFiles.companyId} = ${companyId}`))
		.orderBy(asc(payrollFiles.dateCreated), asc(payrollFiles.id));

/** Adds a version to the register, and reads the last one there. That is another one if it was given out first. */
export function giveFile(
	db: Db,
	author: Author,
	file: PayrollFile,
	{ month, names }: { month: Instant; names: readonly EmployeeName[] },
): Statement[] {
	const about = aboutCompany(file.companyId, file.id);
	const told = { month: toIso(month), ...tellFile(file) };
	const given = identified([creation('payroll_file.issued', about, told)], file.dateCreated);
	const isStored = sql`EXISTS (SELECT 1 FROM payroll_files f WHERE f.id = d.value ->> 'recordId')`;
	return [
		db
			.insert(payrollFiles)
			.values(file)
			.onConflictDoNothing({ target: [payrollFiles.runId, payrollFiles.format, payrollFiles.version] }),
		...saveNames(db, file.id, names),
		...recordEvents(db, author, file.dateCreated, given, isStored),
		lastFile(db, file.runId, file.format),
	];
}
