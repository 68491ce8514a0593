import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMonths } from '../../src/core/instant.ts';
import { bytesOfAnEmployee } from './bytes.ts';
import { counting } from './counting.ts';
import { openDatabase } from './node-d1.ts';
import type { Runtime } from './runtime.ts';
import { printTable } from './table.ts';
import { serviceOver } from './year.ts';

const MEASURED_PEOPLE = 20;
const FIRST_MONTH = Date.parse('2025-01-01T00:00:00.000Z');
const WARM_UP_MONTHS = 1;
const MEASURED_MONTHS = 2;

const EMPLOYEES_OF_A_COMPANY = 250;
const SIZES: [employees: number, years: number][] = [
	[100_000, 1],
	[100_000, 10],
	[1_000_000, 1],
	[10_000_000, 1],
	[10_000_000, 10],
];

const MILLION = 1e6;
const GB = 1e9;
/** A photo of a receipt after the browser has made it smaller, and how many an employee has in a year. */
const [RECEIPT_BYTES, RECEIPTS_OF_A_YEAR] = [300_000, 24];
/** A cell with nothing in it, and what D1 holds. */
const [CELL_BYTES, D1_BYTES] = [1.15e6, 10 * GB];
/** A cell runs its jobs about twice a day in which people use it. */
const RUNS_OF_A_CELL = 60;
/** A call keeps a cell in 128 MB of memory for 2 ms, and a write for a second more. */
const [ANSWER_SECONDS, DOORBELL_SECONDS, CELL_GB] = [0.002, 1, 0.128];
/** As `npm run bench -- moves` measures them, for each byte of the database: compressed bytes, and rows that a backup reads. */
const [COMPRESSED, ROWS_OF_A_BACKUP] = [0.08, 0.033];
/** A backup is kept for so many nights. */
const NIGHTS = 30;

/** Cloudflare's prices for a month in dollars, behind what Workers Paid includes for 5 dollars. */
const PRICES = {
	requests: over(10 * MILLION, 0.3 / MILLION),
	cpuMs: over(30 * MILLION, 0.02 / MILLION),
	rowsRead: over(25_000 * MILLION, 0.001 / MILLION),
	rowsWritten: over(50 * MILLION, 1 / MILLION),
	bytesInD1: over(5 * GB, 0.75 / GB),
	bytesInCells: over(5 * GB, 0.2 / GB),
	bytesInR2: over(10 * GB, 0.015 / GB),
	writesToR2: over(MILLION, 4.5 / MILLION),
	callsOfCells: over(MILLION, 0.15 / MILLION),
	gbSecondsOfCells: over(400_000, 12.5 / MILLION),
};

function over(included: number, price: number) {
	return (amount: number): number => Math.max(0, amount - included) * price;
}

/** Measures a month and the bytes of an employee, and prints what installations of several sizes cost a month. */
export async function measureGrowth({ bindings }: Runtime): Promise<void> {
	const month = await monthOfAnEmployee(bindings.DB);
	const bytes = await bytesOfAnEmployee();
	printTable(
		`11. A month of an employee (${MEASURED_PEOPLE} employees over ${MEASURED_MONTHS} months)`,
		['', 'each'],
		[
			...Object.entries(month).map(([name, amount]) => [name, round(amount)]),
			...Object.entries(bytes).map(([name, amount]) => [`bytes: ${name}`, round(amount)]),
		],
		['The processor time includes SQLite, which runs in this process for it.'],
	);
	printTable(
		'12. Dollars a month, by employees and years',
		[
			'employees',
			'years',
			'GB',
			'D1s needed',
			'usage',
			'R2',
			'storage in D1',
			'in cells',
			'calls',
			'backups',
			'with cells',
		],
		SIZES.map(([employees, years]) => costs(employees, years, month, bytes)),
		[
			'With cells: 5 dollars, usage, R2, storage in cells, their calls and the nightly backups. Mails are not in it.',
		],
	);
}

const round = (amount: number): number => Math.round(amount * 10) / 10;

type Month = Awaited<ReturnType<typeof monthOfAnEmployee>>;
type Bytes = Awaited<ReturnType<typeof bytesOfAnEmployee>>;

function costs(employees: number, years: number, month: Month, bytes: Bytes): (number | string)[] {
	const companies = employees / EMPLOYEES_OF_A_COMPANY;
	const database = employees * (bytes.year + (years - 1) * (bytes.archivedYear - bytes.hired));
	const inCells = database + companies * CELL_BYTES;
	const receipts = employees * years * (RECEIPTS_OF_A_YEAR * RECEIPT_BYTES + bytes.archived);
	const rowsOfBackups = database * ROWS_OF_A_BACKUP * NIGHTS;
	const rowsRead = employees * month.rowsRead;
	const usage =
		PRICES.requests(employees * month.requests) +
		PRICES.cpuMs(employees * month.cpuMs) +
		PRICES.rowsRead(rowsRead) +
		PRICES.rowsWritten(employees * month.rowsWritten);
	const newFiles = (employees * RECEIPTS_OF_A_YEAR) / 12;
	const r2 = PRICES.bytesInR2(receipts) + PRICES.writesToR2(newFiles);
	const calls =
		PRICES.callsOfCells(employees * month.roundTrips + companies * RUNS_OF_A_CELL) +
		PRICES.gbSecondsOfCells(
			employees * CELL_GB * (month.roundTrips * ANSWER_SECONDS + month.writes * DOORBELL_SECONDS),
		);
	const inR2 = database * COMPRESSED * NIGHTS + receipts;
	const backups =
		(inR2 * 0.015) / GB +
		((newFiles + companies * 2 * NIGHTS) * 4.5) / MILLION +
		PRICES.rowsRead(rowsRead + rowsOfBackups) -
		PRICES.rowsRead(rowsRead);
	const inD1 = PRICES.bytesInD1(database);
	const storage = PRICES.bytesInCells(inCells);
	const whole = Math.round;
	return [
		employees,
		years,
		round(database / GB),
		Math.ceil(database / D1_BYTES),
		...[usage, r2, inD1, storage, calls, backups, 5 + usage + r2 + storage + calls + backups].map(whole),
	];
}

/** Lives a few months over a database that counts, and once more over SQLite in this process for the processor time. */
async function monthOfAnEmployee(database: D1Database) {
	const { d1, take } = counting(database);
	const requests = await livedOver(d1, take);
	const { roundTrips, rowsRead, rowsWritten } = take();
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-growth-'));
	try {
		const { sqlite, d1: inProcess } = openDatabase(join(folder, 'months.sqlite'));
		let before = process.cpuUsage();
		await livedOver(inProcess, () => {
			before = process.cpuUsage();
		});
		const { user, system } = process.cpuUsage(before);
		sqlite.close();
		const each = (amount: number) => amount / MEASURED_PEOPLE / MEASURED_MONTHS;
		return {
			requests: each(requests),
			writes: WRITES,
			roundTrips: each(roundTrips),
			rowsRead: each(rowsRead),
			rowsWritten: each(rowsWritten),
			cpuMs: each((user + system) / 1000),
		};
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Lives the months and returns the number of requests. `begin` is called when the months to measure begin. */
async function livedOver(d1: D1Database, begin: () => unknown): Promise<number> {
	const service = serviceOver(d1);
	const people = await service.hire(MEASURED_PEOPLE, FIRST_MONTH);
	const live = async (month: number) => {
		const start = addMonths(FIRST_MONTH, month);
		await service.runCron(start);
		await service.spend(people, start);
		await service.read(people, start);
	};
	for (let month = 0; month < WARM_UP_MONTHS; month++) await live(month);
	begin();
	const before = service.requests();
	for (let month = 0; month < MEASURED_MONTHS; month++) await live(WARM_UP_MONTHS + month);
	return service.requests() - before;
}

/** Two expenses with a receipt each, and their approval. */
const WRITES = 6;
