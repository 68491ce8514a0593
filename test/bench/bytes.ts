import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { addMonths } from '../../src/core/instant.ts';
import { openDatabase } from './node-d1.ts';
import { printTable } from './table.ts';
import { type Service, serviceOver } from './year.ts';

const EMPLOYEES = 200;
const YEAR = Date.parse('2025-01-01T00:00:00.000Z');
const LIMIT_WITH_HISTORY = 75_000;

/** What the database keeps of an employee and a year: two expenses with a receipt and one voucher a month. */
export async function measureBytes(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-bytes-'));
	try {
		const { sqlite, d1 } = openDatabase(join(folder, 'year.sqlite'));
		const service = serviceOver(d1);
		const empty = bytesByTable(sqlite);
		await liveOneYear(service);
		const grown = bytesByTable(sqlite);
		print(empty, grown);
		sqlite.close();
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function liveOneYear({ hire, spend, runCron }: Service): Promise<void> {
	const people = await hire(EMPLOYEES, YEAR);
	for (let month = 0; month < 12; month++) {
		const start = addMonths(YEAR, month);
		await runCron(start);
		await spend(people, start);
	}
	await runCron(addMonths(YEAR, 12));
	await runCron(addMonths(YEAR, 13));
}

/** Bytes of whole pages, by the name of the table or index. */
function bytesByTable(sqlite: DatabaseSync): Map<string, { table: string; bytes: number; rows: number }> {
	const found = sqlite
		.prepare(
			`SELECT d.name, m.tbl_name AS "table", sum(d.pgsize) AS bytes, sum(iif(d.pagetype = 'leaf', d.ncell, 0)) AS rows
			FROM dbstat d JOIN sqlite_master m ON m.name = d.name GROUP BY d.name ORDER BY bytes DESC`,
		)
		.all() as { name: string; table: string; bytes: number; rows: number }[];
	return new Map(found.map(({ name, ...rest }) => [name, rest]));
}

function print(empty: ReturnType<typeof bytesByTable>, grown: ReturnType<typeof bytesByTable>): void {
	const each = [...grown].map(([name, { table, bytes, rows }]) => ({
		name,
		table,
		bytes: (bytes - (empty.get(name)?.bytes ?? 0)) / EMPLOYEES,
		rows: rows / EMPLOYEES,
	}));
	const sum = (of: typeof each) => Math.round(of.reduce((total, { bytes }) => total + bytes, 0));
	const history = sum(each.filter(({ table }) => table.startsWith('event')));
	const whole = sum(each);
	printTable(
		`8. Bytes of an employee-year (${EMPLOYEES} employees, two expenses with a receipt and one voucher a month)`,
		['table or index', 'bytes', 'rows'],
		[
			...each
				.filter(({ bytes }) => bytes >= 50)
				.map(({ name, bytes, rows }) => [name, Math.round(bytes), Math.round(rows)]),
			['history', history, ''],
			[`whole, at most ${LIMIT_WITH_HISTORY.toLocaleString('en')}`, whole, ''],
		],
	);
}

if (import.meta.main) await measureBytes();
