import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addMonths } from '../../../src/foundation/core/instant.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { bytesOfAnEmployee } from './bytes.ts';
import { type Measured, withTables } from './costs/tables.ts';
import { counting } from './counting.ts';
import { openDatabase } from './node-d1.ts';
import type { Runtime } from './runtime.ts';
import { count } from './seed.ts';
import { printTable } from './table.ts';
import { serviceOver } from './year.ts';

const MEASURED_PEOPLE = 20;
/** Fewer people than the section of bytes has, because their year takes minutes. */
const PEOPLE_OF_BYTES = 60;
const FIRST_MONTH = Date.parse('2025-01-01T00:00:00.000Z');
const WARM_UP_MONTHS = 1;
const MEASURED_MONTHS = 2;

const HERE = import.meta.dirname;
const MEASURED = join(HERE, 'costs/measured.json');
const PAGE = resolve(HERE, '../../../docs/costs.md');

/** Measures a month and the bytes of an employee. Stores the figures, and writes the tables of `docs/costs.md` again. */
export async function measureCosts({ bindings }: Runtime): Promise<void> {
	const { user, system } = process.cpuUsage();
	const month = await monthOfAnEmployee(bindings.DB);
	const bytes = await bytesOfAnEmployee(PEOPLE_OF_BYTES);
	const rounded = (amounts: Record<string, number>) =>
		Object.fromEntries(
			Object.entries(amounts).map(([name, amount]) => [name, Math.round(amount * 100) / 100]),
		);
	const measured = {
		date: new Date().toISOString().slice(0, 10),
		people: MEASURED_PEOPLE,
		months: MEASURED_MONTHS,
		month: rounded(month),
		bytes: rounded(bytes),
	} as unknown as Measured;
	writeFileSync(MEASURED, `${JSON.stringify(measured, null, '\t')}\n`);
	writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), measured));
	printTable(
		`11. A month of an employee (${MEASURED_PEOPLE} employees over ${MEASURED_MONTHS} months)`,
		['', 'each'],
		[
			...Object.entries(measured.month),
			...Object.entries(measured.bytes).map(([name, amount]): [string, number] => [`bytes: ${name}`, amount]),
		],
		[
			'The processor time includes SQLite, which runs in this process for it.',
			'The figures are in test/tools/bench/costs/measured.json, and what they cost is in docs/costs.md.',
			`This took ${Math.round((process.cpuUsage().user + process.cpuUsage().system - user - system) / 1e6)} seconds of processor time.`,
		],
	);
}

/** Lives a few months over a database that counts, and once more over SQLite in this process for the processor time. */
async function monthOfAnEmployee(database: D1Database): Promise<Measured['month']> {
	const { d1, take } = counting(database);
	let mailsBefore = 0;
	const { requests, messages } = await livedOver(d1, async () => {
		mailsBefore = await count(database, 'mails');
		take();
	});
	const { roundTrips, rowsRead, rowsWritten } = take();
	const mails = (await count(database, 'mails')) - mailsBefore;
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-costs-'));
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
			roundTrips: each(roundTrips),
			rowsRead: each(rowsRead),
			rowsWritten: each(rowsWritten),
			cpuMs: each((user + system) / 1000),
			mails: each(mails),
			queueMessages: each(messages),
		};
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/**
 * Lives the months, and returns the numbers of requests and of messages to queues. `begin` is called when the months to measure begin.
 * The cron sends the mails, through a carrier that takes no time.
 */
async function livedOver(d1: D1Database, begin: () => unknown) {
	let messages = 0;
	const queue = { send: async () => void messages++ };
	const service = serviceOver(d1, undefined, {
		MAIL_QUEUE: queue,
		EMAIL: { send: async () => ({ messageId: crypto.randomUUID() }) },
		MAIL_FROM: 'bench@mail.example',
		PUBLIC_URL: 'https://bench.example',
	} as unknown as Partial<Bindings>);
	const people = await service.hire(MEASURED_PEOPLE, FIRST_MONTH);
	await service.register();
	const live = async (month: number) => {
		const start = addMonths(FIRST_MONTH, month);
		await service.runCron(start);
		await service.spend(people, start);
		await service.enter(people, start);
		await service.read(people, start);
		await service.runCron(addMonths(start, 1) - 3_600_000);
	};
	for (let month = 0; month < WARM_UP_MONTHS; month++) await live(month);
	await begin();
	const before = { requests: service.requests(), messages };
	for (let month = 0; month < MEASURED_MONTHS; month++) await live(WARM_UP_MONTHS + month);
	return { requests: service.requests() - before.requests, messages: messages - before.messages };
}
