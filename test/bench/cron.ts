import { addMonths } from '../../src/core/instant.ts';
import type { Counts } from './counting.ts';
import { type Runtime, withRuntime } from './runtime.ts';
import { count, DUE, seedUpTo } from './seed.ts';
import { printTable } from './table.ts';
import { timed } from './timed.ts';

export const measureCron = (size: number): Promise<void> =>
	withRuntime(async (runtime) => {
		await seedUpTo(runtime.bindings.DB, size);
		await runWhenDue(runtime);
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
