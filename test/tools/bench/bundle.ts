import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundle, bundleDir, withRuntime } from './runtime.ts';
import { median, printTable } from './table.ts';

const WORKERS = [
	{ name: 'product', entry: 'src/index.ts' },
	{ name: 'without its web console', entry: 'test/tools/bench/api-alone.ts' },
	{ name: 'bare Hono', entry: 'test/tools/bench/hello.ts' },
];

/** Size of what is deployed and the time it takes to start, beside the API alone and a Hono worker with one route. */
export async function measureBundle(starts: number): Promise<void> {
	const workers = WORKERS.map((worker) => ({ ...worker, startMs: [] as number[] }));
	for (const { entry } of workers) await bundle(entry);
	for (let start = 0; start < starts; start++) {
		for (const { entry, startMs } of start % 2 === 0 ? workers : workers.toReversed())
			startMs.push(await withRuntime(async ({ firstThreadMs }) => firstThreadMs(), { entry }));
	}
	const [, alone, bare] = workers.map(({ startMs }) => median(startMs));
	const floor = bare ?? Number.NaN;
	printTable(
		'7. Bundle and start-up',
		['worker', 'KiB minified', 'KiB gzipped', 'start ms', `of ${starts} starts`, 'to without console'],
		workers.map(({ name, entry, startMs }) => [
			name,
			...sizesOf(entry),
			(median(startMs) - floor).toFixed(0),
			[Math.min(...startMs), Math.max(...startMs)].map((ms) => (ms - floor).toFixed(0)).join(' to '),
			((median(startMs) - floor) / ((alone ?? Number.NaN) - floor)).toFixed(2),
		]),
		[
			`Start: processor time of the thread of workerd that evaluates the worker, until it listens, over bare Hono's ${floor.toFixed(0)} ms.`,
			'It holds on a busy machine too. The console adds only the reading of its code: no page is built before it is requested.',
		],
	);
}

function sizesOf(entry: string): string[] {
	const code = readFileSync(join(bundleDir(entry), `${basename(entry, extname(entry))}.js`));
	return [code, gzipSync(code)].map(({ byteLength }) => (byteLength / 1024).toFixed(0));
}
