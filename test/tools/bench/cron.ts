import { addMonths } from '../../../src/foundation/core/instant.ts';
import type { CompanyMessage } from '../../../src/foundation/core/jobs.ts';
import type { Counts } from './counting.ts';
import { type Runtime, withRuntime } from './runtime.ts';
import { count, DUE, MAIN_COMPANY, seededId, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';
import { timed } from './timed.ts';

export const measureCron = (size: number): Promise<void> =>
	withRuntime(async (runtime) => {
		await seedUpTo(runtime.bindings.DB, size);
		await runWhenDue(runtime);
		await compareWithMessages(runtime);
	});

/**
 * Runs the jobs shortly before, to finish other due work, and again when every voucher is due. Then writes the next month's rows without deciding anything.
 */
async function runWhenDue(runtime: Runtime): Promise<void> {
	const { DB } = runtime.bindings;
	const month = addMonths(DUE, 1);
	const due = await count(DB, dueAt(DUE));
	await timed(runtime, '/bare/jobs', { due: DUE - 1 });
	const run = await timed<{ counts: Counts }>(runtime, '/bare/jobs', { due: DUE });
	const left = await count(DB, dueAt(DUE));
	const issued = await count(DB, `issued_vouchers WHERE due_date = ${DUE}`);
	const { roundTrips, statements, rowsRead, rowsWritten } = run.answer.counts;

	const floorDue = await count(DB, dueAt(month));
	const floor = await timed<number>(runtime, '/bare/vouchers', { due: month, next: addMonths(month, 1) });

	const took = (one: typeof run | typeof floor) => [
		one.seconds.toFixed(1),
		(one.seconds / floor.seconds).toFixed(1),
		one.cpuSeconds.toFixed(1),
		(one.cpuSeconds / floor.cpuSeconds).toFixed(1),
	];
	const counted = [due, issued, left, roundTrips, statements, rowsRead, rowsWritten];
	printTable(
		'4. One cron run, against the same rows written by three raw statements',
		[
			'run',
			'due',
			'issued',
			'left',
			'trips',
			'statements',
			'rows read',
			'rows written',
			'seconds',
			'to floor',
			'CPU s',
			'to floor',
		],
		[
			['product', ...counted, ...took(run)],
			['floor, decides nothing', floorDue, floor.answer, 0, 1, 3, '', '', ...took(floor)],
		],
		[
			`${Math.floor(issued / statements).toLocaleString('en')} vouchers a statement: none is written alone. Due and not issued are plans that section 1 ended.`,
			...(left === 0 ? [] : [`INCOMPLETE: ${left} are still due`]),
		],
	);
}

const dueAt = (at: number): string =>
	`planned_vouchers WHERE date_deleted IS NULL AND next_occurrence <= ${at}`;

interface Answer {
	counts: Counts;
	sent: CompanyMessage[];
}

/** After this time a company goes to the end of the queue. The deployed service takes a minute, for as much more to do. */
const TURN_MS = 1000;

/** All vouchers are due again in each of the next months. Half of them belong to one company, whose message comes first. */
async function compareWithMessages(runtime: Runtime): Promise<void> {
	const dueIn = (months: number) => addMonths(DUE, 1 + months);
	const records = await count(runtime.bindings.DB, dueAt(dueIn(1)));
	await timed(runtime, '/bare/jobs', { due: dueIn(1) - 1 });
	const together = await timed<Answer>(runtime, '/bare/jobs', { due: dueIn(1) });
	const one = { ...together, ...countsOf([together.answer]), smallDone: 1 };
	const runs = [{ name: 'one run', ...one }];
	for (const atOnce of [1, 10]) {
		const split = await runByMessages(runtime, dueIn(1 + runs.length), atOnce);
		runs.push({ name: `messages, ${atOnce} at once`, ...together, ...split });
	}
	const left = await count(runtime.bindings.DB, dueAt(dueIn(runs.length)));
	printTable(
		'4b. The same records in one run, and by a message for each company',
		[
			'',
			'records a minute',
			'to one run',
			'CPU to one run',
			'trips',
			'rows read',
			'D1 of all time',
			'small companies done after',
		],
		runs.map((run) => [
			run.name,
			Math.round((records / run.seconds) * 60),
			(run.seconds / one.seconds).toFixed(2),
			(run.cpuSeconds / one.cpuSeconds).toFixed(2),
			run.roundTrips,
			run.rowsRead,
			(run.sqlSeconds / run.seconds).toFixed(2),
			run.smallDone.toFixed(2),
		]),
		[
			`${records.toLocaleString('en')} records. One company has half of them, and its message comes first. "Small companies done after" is the part of the whole time. In one run all end together.`,
			...(left === 0 ? [] : [`INCOMPLETE: ${left} are still due`]),
		],
	);
}

const countsOf = (answers: readonly Answer[]) => ({
	roundTrips: answers.reduce((sum, { counts }) => sum + counts.roundTrips, 0),
	rowsRead: answers.reduce((sum, { counts }) => sum + counts.rowsRead, 0),
	sqlSeconds: answers.reduce((sum, { counts }) => sum + counts.sqlSeconds, 0),
});

/** Hands messages to the Worker as a queue does. `smallDone` is the part of the time after which only the large company is left. */
async function runByMessages(runtime: Runtime, due: number, atOnce: number) {
	const large = seededId('company', MAIN_COMPANY);
	await timed(runtime, '/bare/jobs', { due: due - 1 });
	const [started, cpuBefore] = [performance.now(), runtime.cpuMs()];
	const { answer } = await timed<Answer>(runtime, '/bare/jobs', { due, isSplit: true });
	const queue = answer.sent.toSorted((a, b) => Number(b.companyId === large) - Number(a.companyId === large));
	const answers = [answer];
	let smallDone = 0;
	const consumer = async () => {
		for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
			const taken = await timed<Answer>(runtime, '/bare/message', { body, forMs: TURN_MS });
			answers.push(taken.answer);
			queue.push(...taken.answer.sent);
			if (body.companyId !== large) smallDone = performance.now() - started;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, consumer));
	const elapsed = performance.now() - started;
	return {
		seconds: elapsed / 1000,
		cpuSeconds: (runtime.cpuMs() - cpuBefore) / 1000,
		smallDone: smallDone / elapsed,
		...countsOf(answers),
	};
}
