import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Author, aboutCompany, creation } from '../../core/history.ts';
import { type Instant, toIso } from '../../core/instant.ts';
import { type Db, prepared, type Statement } from '../../db/database.ts';
import { identified, recordEvents } from '../../db/record-events.ts';
import { ITS_EMPLOYEE } from '../../ledger/queries.ts';
import { payrollTransactions } from '../../ledger/table.ts';
import { judgedColumns, judgedLines } from '../obstacles/queries.ts';
import type { DatevFormat, ExportFormat, FileSettings } from './rules.ts';
import { payrollFiles, tellFile } from './table.ts';

export type PayrollFile = typeof payrollFiles.$inferSelect;

/** Up to `limit` lines of a run after the id `after`, in order of creation: only what a DATEV file tells of them. */
export const datevLines = prepared((db) =>
	db
		.select({
			id: payrollTransactions.id,
			module: payrollTransactions.module,
			kind: payrollTransactions.kind,
			amountValue: payrollTransactions.amountValue,
			personnelNumber: payrollTransactions.personnelNumber,
			costCenter: payrollTransactions.costCenter,
		})
		.from(payrollTransactions)
		.where(
			sql`${payrollTransactions.runId} = ${sql.placeholder('runId')} AND ${payrollTransactions.id} > ${sql.placeholder('after')}`,
		)
		.orderBy(asc(payrollTransactions.id))
		.limit(sql.placeholder('limit')),
);

export type JudgedLine = Awaited<ReturnType<typeof judgedOfRun>>[number];

/** Up to `limit` committed lines of a run after the id `after`, judged by a format and settings, in order of creation. */
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
	const lines = sql`FROM payroll_transactions t ${ITS_EMPLOYEE}
		WHERE t.run_id = ${runId} AND t.id > ${after} ORDER BY t.id LIMIT ${limit}`;
	return db
		.select(judgedColumns)
		.from(sql`(${judgedLines(lines, office)}) judged`)
		.orderBy(sql`judged.id`);
}

/** The last version of a run's file in a format that was given out. */
export const lastFile = (db: Db, runId: string, format: ExportFormat) =>
	db
		.select()
		.from(payrollFiles)
		.where(and(eq(payrollFiles.runId, runId), eq(payrollFiles.format, format)))
		.orderBy(desc(payrollFiles.version))
		.limit(1);

/** Every version in every format, in order of creation. */
export const filesOfRun = (db: Db, companyId: SQL, runId: string) =>
	db
		.select()
		.from(payrollFiles)
		.where(and(eq(payrollFiles.runId, runId), sql`${payrollFiles.companyId} = ${companyId}`))
		.orderBy(asc(payrollFiles.dateCreated), asc(payrollFiles.id));

/** Puts a version into the register, and reads the last one there: somebody else's, if that was given out first. */
export function giveFile(db: Db, author: Author, file: PayrollFile, month: Instant): Statement[] {
	const about = aboutCompany(file.companyId, file.id);
	const told = { month: toIso(month), ...tellFile(file) };
	const given = identified([creation('payroll_file.issued', about, told)], file.dateCreated);
	const isStored = sql`EXISTS (SELECT 1 FROM payroll_files f WHERE f.id = d.value ->> 'recordId')`;
	return [
		db
			.insert(payrollFiles)
			.values(file)
			.onConflictDoNothing({ target: [payrollFiles.runId, payrollFiles.format, payrollFiles.version] }),
		...recordEvents(db, author, file.dateCreated, given, isStored),
		lastFile(db, file.runId, file.format),
	];
}
