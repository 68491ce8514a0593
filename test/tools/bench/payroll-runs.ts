import { addDays } from '../../../src/foundation/core/instant.ts';
import { closesUntil, cutOff } from '../../../src/foundation/core/months.ts';
import { countedClient } from './counted.ts';
import type { Counts } from './counting.ts';
import { type Runtime, withRuntime } from './runtime.ts';
import { companyCount, companyOf, seedCompanies, seededId, seedPendingLines, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';
import { timed } from './timed.ts';

const LINES_A_STEP = 5000;
/**
 * The additional statements of trips that run several: the reading, the opening, what it holds over and its event, the finishing and its
 * event.
 */
const STATEMENTS_BESIDE = 6;
const FIXED_TRIPS = 5;
const QUERIES_AN_INVOCATION = 1000;
const REFERENCE_DAY = 7;
const HOUR_MS = 60 * 60 * 1000;
const JANUARY = Date.UTC(2026, 0);
const FEBRUARY = Date.UTC(2026, 1);
const JUNE = Date.UTC(2026, 5);

/** A company that no other section uses. */
const OFFICE = 900_000;
export const OFFICE_ID = seededId('company', OFFICE);
export const RUNS_PATH = `/api/v2/companies/${OFFICE_ID}/flex/payroll-runs`;

export interface Closed {
	id: string;
	lineCount: number;
	sha256: string;
}

/** Closes one run of `size` lines, and lets the cron close a run of every seeded company. Returns the first one. */
export async function measureRuns(size: number): Promise<Closed> {
	await withRuntime(({ bindings }) => seedLines(bindings.DB, size));
	return withRuntime(async (runtime) => {
		const { run, ...early } = await closeEarly(runtime);
		const floor = await commitRaw(runtime);
		const cron = await closeByCron(runtime);
		const row = (name: string, { runs, lines, seconds, cpuSeconds, counts, aim }: Closing) => [
			name,
			runs,
			lines,
			counts.roundTrips,
			counts.statements,
			aim,
			counts.statements <= aim ? 'ok' : 'MISSED',
			counts.rowsRead,
			counts.rowsWritten,
			seconds.toFixed(2),
			(seconds / floor.seconds).toFixed(1),
			cpuSeconds.toFixed(2),
			(cpuSeconds / floor.cpuSeconds).toFixed(1),
		];
		printTable(
			'5. Closing payroll runs, against one raw UPDATE that makes as many lines COMMITTED',
			[
				'run',
				'runs',
				'lines',
				'trips',
				'statements',
				'aim',
				'verdict',
				'rows read',
				'rows written',
				'seconds',
				'to floor',
				'CPU s',
				'to floor',
			],
			[
				row('product, POST of one company', early),
				row('product, cron for every company', cron),
				[
					'floor, decides nothing',
					'',
					floor.lines,
					1,
					1,
					'',
					'',
					'',
					'',
					floor.seconds.toFixed(2),
					'1.0',
					floor.cpuSeconds.toFixed(2),
					'1.0',
				],
			],
			[
				`Aim: ${FIXED_TRIPS + STATEMENTS_BESIDE} statements a run and one for every ${LINES_A_STEP.toLocaleString('en')} lines; of the cron, the ${QUERIES_AN_INVOCATION.toLocaleString('en')} that D1 permits an invocation (50 on the free plan).`,
				`Cron: ${cron.hours} hourly runs closed the month of every company; trips, statements and rows are those of the largest.`,
				...[early, floor]
					.filter(({ lines }) => lines !== size)
					.map(({ lines }) => `INCOMPLETE: ${lines} of ${size}`),
				...(cron.runs === companyCount(size)
					? []
					: [`INCOMPLETE: ${cron.runs} of ${companyCount(size)} companies`]),
			],
		);
		return run;
	});
}

/** `size` lines each for the run that is closed early, for the floor, and, spread over all companies, for the cron. */
async function seedLines(d1: D1Database, size: number): Promise<void> {
	await seedUpTo(d1, size);
	await seedCompanies(d1, OFFICE, OFFICE + 1);
	await seedPendingLines(d1, [0, size], String(OFFICE), cutOff(JANUARY, REFERENCE_DAY));
	await seedPendingLines(d1, [size, 2 * size], String(OFFICE), cutOff(FEBRUARY, REFERENCE_DAY));
	await seedPendingLines(d1, [2 * size, 3 * size], companyOf(`(i % ${size})`), cutOff(JUNE, REFERENCE_DAY));
}

interface Closing {
	runs: number;
	lines: number;
	seconds: number;
	cpuSeconds: number;
	counts: Counts;
	/** The most statements. */
	aim: number;
}

async function closeEarly(runtime: Runtime): Promise<Closing & { run: Closed }> {
	const send = await countedClient(runtime, OFFICE_ID);
	const { bytes, seconds, cpuSeconds, counts } = await send('POST', RUNS_PATH, { month: '2026-01' });
	const run: Closed = JSON.parse(bytes.toString());
	const aim = FIXED_TRIPS + STATEMENTS_BESIDE + Math.ceil(run.lineCount / LINES_A_STEP);
	return { run, runs: 1, lines: run.lineCount, seconds, cpuSeconds, counts, aim };
}

/** Commits the lines of the next month by one statement, which is the floor. */
async function commitRaw(runtime: Runtime): Promise<Pick<Closing, 'lines' | 'seconds' | 'cpuSeconds'>> {
	const [runId, until] = [seededId('run', 1), closesUntil(FEBRUARY)];
	await runtime.bindings.DB.prepare(
		`INSERT INTO payroll_runs (id, date_created, date_modified, company_id, month, closes_until, state)
		VALUES (?1, 0, 0, ?2, ?3, ?4, 'CLOSED')`,
	)
		.bind(runId, OFFICE_ID, FEBRUARY, until)
		.run();
	const body = { runId, companyId: OFFICE_ID, until };
	const { answer: lines, ...took } = await timed<number>(runtime, '/bare/payroll-run', body);
	return { lines, ...took };
}

/** Runs the cron every hour for as long as it closes runs; `counts` are of the run that took the most statements. */
async function closeByCron(runtime: Runtime): Promise<Closing & { hours: number }> {
	const cutOffPassed = addDays(cutOff(JUNE, REFERENCE_DAY), 1);
	const closing = { runs: 0, lines: 0, seconds: 0, cpuSeconds: 0, hours: 0, aim: QUERIES_AN_INVOCATION };
	const all: Counts[] = [];
	for (let before = -1; before < closing.runs; ) {
		before = closing.runs;
		const due = cutOffPassed + all.length * HOUR_MS;
		const { answer, seconds, cpuSeconds } = await timed<{ counts: Counts }>(runtime, '/bare/jobs', { due });
		Object.assign(closing, await closedIn(runtime.bindings.DB, JUNE));
		all.push(answer.counts);
		if (before < closing.runs) closing.hours += 1;
		closing.seconds += seconds;
		closing.cpuSeconds += cpuSeconds;
	}
	const [most] = all.toSorted((a, b) => b.statements - a.statements);
	if (most === undefined) throw new Error('The cron did not run');
	return { ...closing, counts: most };
}

async function closedIn(d1: D1Database, month: number): Promise<{ runs: number; lines: number }> {
	const found = await d1
		.prepare(
			'SELECT count(*) AS runs, coalesce(sum(line_count), 0) AS lines FROM payroll_runs WHERE month = ?',
		)
		.bind(month)
		.first<{ runs: number; lines: number }>();
	return found ?? { runs: 0, lines: 0 };
}
