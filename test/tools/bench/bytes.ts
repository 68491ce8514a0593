import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { addMonths } from '../../../src/foundation/core/instant.ts';
import { openDatabase } from './node-d1.ts';
import { printTable } from './table.ts';
import { type Service, serviceOver } from './year.ts';

const EMPLOYEES = 200;
const YEAR = Date.parse('2025-01-01T00:00:00.000Z');
const LIMITS = [78_000, 45_000];
const SHOWN_BYTES = 100;

/** The bytes that the database keeps for an employee and a year: two expenses with a receipt and one voucher a month. */
export async function measureBytes(): Promise<void> {
	const { empty, grown, left, archived } = await yearOfBytes(EMPLOYEES);
	print(empty, grown, left, archived);
}

/** The bytes of an employee: when hired, with a year, with a year whose history has left, and those of that history in R2. */
export async function bytesOfAnEmployee(employees: number) {
	const { empty, hired, grown, left, archived } = await yearOfBytes(employees);
	const total = (sizes: Sizes) => [...sizes.values()].reduce((sum, { bytes }) => sum + bytes, 0);
	const each = (sizes: Sizes) => (total(sizes) - total(empty)) / employees;
	return { hired: each(hired), year: each(grown), archivedYear: each(left), archived: archived / employees };
}

async function yearOfBytes(employees: number) {
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-bytes-'));
	try {
		const { sqlite, d1 } = openDatabase(join(folder, 'year.sqlite'));
		const service = serviceOver(d1);
		const empty = bytesByTable(sqlite);
		const people = await service.hire(employees, YEAR);
		const hired = bytesByTable(sqlite);
		await liveOneYear(service, people);
		const grown = bytesByTable(sqlite);
		await archiveTheYear(service);
		const left = bytesByTable(sqlite);
		sqlite.close();
		return { empty, hired, grown, left, archived: service.archived.bytes };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Runs the cron until the year has left. Later events stay, although they are few. */
async function archiveTheYear({ runCron }: Service): Promise<void> {
	const closed = addMonths(YEAR, 15);
	await runCron(closed);
}

async function liveOneYear({ spend, runCron }: Service, people: Awaited<ReturnType<Service['hire']>>) {
	for (let month = 0; month < 12; month++) {
		const start = addMonths(YEAR, month);
		await runCron(start);
		await spend(people, start);
	}
	await runCron(addMonths(YEAR, 12));
	await runCron(addMonths(YEAR, 13));
}

/** Bytes of whole pages, by the name of the table or index. */
function bytesByTable(sqlite: DatabaseSync) {
	const found = sqlite
		.prepare(
			`SELECT d.name, m.tbl_name AS "table", sum(d.pgsize) AS bytes, sum(iif(d.pagetype = 'leaf', d.ncell, 0)) AS rows
			FROM dbstat d JOIN sqlite_master m ON m.name = d.name GROUP BY d.name ORDER BY bytes DESC`,
		)
		.all() as { name: string; table: string; bytes: number; rows: number }[];
	return new Map(found.map(({ name, ...rest }) => [name, rest]));
}

type Sizes = ReturnType<typeof bytesByTable>;

function print(empty: Sizes, grown: Sizes, left: Sizes, archived: number): void {
	const each = (of: Sizes, name: string) =>
		((of.get(name)?.bytes ?? 0) - (empty.get(name)?.bytes ?? 0)) / EMPLOYEES;
	const names = [...grown.keys()];
	const history = names.filter((name) => grown.get(name)?.table.startsWith('event'));
	const row = (title: string, of: readonly string[], rows: number | string = '') => [
		title,
		...[grown, left].map((sizes) => Math.round(of.reduce((sum, name) => sum + each(sizes, name), 0))),
		rows,
	];
	printTable(
		`8. Bytes of an employee-year (${EMPLOYEES} employees, two expenses with a receipt and one voucher a month)`,
		['table or index', 'with its history', 'once that left', 'rows'],
		[
			...names
				.filter((name) => each(grown, name) >= SHOWN_BYTES)
				.map((name) => row(name, [name], Math.round((grown.get(name)?.rows ?? 0) / EMPLOYEES))),
			row('the history', history),
			row('everything', names),
			['at most', ...LIMITS, ''],
		],
		[`The history that left takes ${Math.round(archived / EMPLOYEES)} bytes of R2.`],
	);
}

if (import.meta.main) await measureBytes();
