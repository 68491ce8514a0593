import { addMonths } from '../../src/core/instant.ts';
import type { Counts } from './counting.ts';
import type { Runtime } from './runtime.ts';
import { count, DUE } from './seed.ts';
import { printTable } from './table.ts';
import { timed } from './timed.ts';

/** Runs the jobs when everybody's voucher is due, then writes the next month's rows without deciding anything. */
export async function measureCron({ url, bindings }: Runtime): Promise<void> {
	const { DB } = bindings;
	const month = addMonths(DUE, 1);
	const due = await count(DB, dueAt(DUE));
	const run = await timed<{ counts: Counts }>(url, '/bare/jobs', {
		due: DUE,
	});
	const left = await count(DB, dueAt(DUE));
	const issued = await count(DB, `issued_vouchers WHERE due_date = ${DUE}`);
	const { roundTrips, statements, rowsRead, rowsWritten } = run.answer.counts;

	const floorDue = await count(DB, dueAt(month));
	const floor = await timed<number>(url, '/bare/vouchers', { due: month, next: addMonths(month, 1) });

	const ratio = (run.seconds / floor.seconds).toFixed(1);
	const counted = [due, issued, left, roundTrips, statements, rowsRead, rowsWritten];
	printTable(
		'4. One cron run, against the same rows written by three raw statements',
		['run', 'due', 'issued', 'left', 'trips', 'statements', 'rows read', 'rows written', 'seconds', 'ratio'],
		[
			['product', ...counted, run.seconds.toFixed(1), ratio],
			['floor, decides nothing', floorDue, floor.answer, 0, 1, 3, '', '', floor.seconds.toFixed(1), '1.0'],
		],
		[
			`${Math.floor(issued / statements).toLocaleString('en')} vouchers a statement: none is written alone. Due and not issued are plans that section 1 ended.`,
			...(left === 0 ? [] : [`INCOMPLETE: ${left} are still due`]),
		],
	);
}

const dueAt = (at: number): string =>
	`planned_vouchers WHERE date_deleted IS NULL AND next_occurrence <= ${at}`;
