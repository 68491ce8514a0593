import { createHash } from 'node:crypto';
import { countedClient } from './counted.ts';
import { type Closed, OFFICE_ID, RUNS_PATH } from './payroll-runs.ts';
import { type Runtime, withRuntime } from './runtime.ts';
import { printTable } from './table.ts';

/** Memory that workerd may take for a file; the platform ends a Worker that holds 128 MB. */
const AIM_MB = 100;

/** Exports a closed run in each format, in a new workerd each, and once more to tell growth from a leak. */
export async function measureExports(run: Closed): Promise<void> {
	const rows: (string | number)[][] = [];
	for (const format of ['csv', 'datev-lodas', 'datev-lug']) {
		rows.push(await withRuntime((runtime) => exportRun(runtime, run, format)));
	}
	printTable(
		'6. Export of that run: time, and sampled resident memory of workerd over a small answer',
		[
			'format',
			'lines',
			'MB',
			'seconds',
			'trips',
			'before MB',
			'peak MB',
			'growth MB',
			`aim ${AIM_MB}`,
			'second time',
			'bytes',
		],
		rows,
		['Bytes: the same both times, and for csv those whose SHA-256 the run has frozen.'],
	);
}

async function exportRun(runtime: Runtime, run: Closed, format: string): Promise<(string | number)[]> {
	const send = await countedClient(runtime, OFFICE_ID);
	const wageType = { number: '2100', lodasKey: '2' };
	await send('PUT', `/api/v2/companies/${OFFICE_ID}/payroll-settings`, {
		adviserNumber: '1001',
		clientNumber: '1',
		wageTypes: { MEALS: wageType, SPORTS: wageType },
	});
	const before = runtime.residentMb();
	const path = `${RUNS_PATH}/${run.id}/export?format=${format}`;
	const first = await send('GET', path);
	const second = await send('GET', path);
	const [hash, again] = [first, second].map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
	const isExpected = hash === again && (format !== 'csv' || hash === run.sha256);
	const growthMb = first.peakMb - before;
	return [
		format,
		run.lineCount,
		(first.bytes.byteLength / 2 ** 20).toFixed(1),
		first.seconds.toFixed(2),
		first.counts.roundTrips,
		before.toFixed(0),
		first.peakMb.toFixed(0),
		growthMb.toFixed(0),
		growthMb > AIM_MB ? 'MISSED' : 'ok',
		(second.peakMb - before).toFixed(0),
		isExpected ? 'ok' : 'DIFFER',
	];
}
