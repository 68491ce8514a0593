import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { stateDir } from '../../src/cli/local-state.ts';
import { runWrangler } from '../../src/cli/wrangler.ts';
import { median, printTable } from './table.ts';

interface Bundle {
	rawKb: number;
	gzipKb: number;
	/** Time on the processor while the module is evaluated, once a start. */
	startMs: number[];
}

/** Size of what is deployed and the time it takes to start, beside a Hono worker with one route. */
export async function measureBundle(starts: number): Promise<void> {
	const product = await bundle('src/index.ts', starts);
	const hello = await bundle('test/bench/hello.ts', starts);
	const row = (name: string, { rawKb, gzipKb, startMs }: Bundle) => [
		name,
		rawKb.toFixed(0),
		gzipKb.toFixed(0),
		median(startMs).toFixed(1),
		`${Math.min(...startMs).toFixed(1)} to ${Math.max(...startMs).toFixed(1)}`,
	];
	printTable(
		'7. Bundle and start-up',
		['worker', 'KiB minified', 'KiB gzipped', 'start ms', `of ${starts} starts`],
		[row('product', product), row('bare Hono', hello)],
		[
			'Start: the active part of the start-up profile that `wrangler check startup` takes in the local workerd, sampled every 1 to 2 ms.',
		],
	);
}

async function bundle(entry: string, starts: number): Promise<Bundle> {
	const folder = join(stateDir(), 'bundle', entry.replaceAll('/', '-'));
	await runWrangler(['deploy', entry, '--dry-run', '--outdir', folder]);
	const code = readFileSync(join(folder, entry.replace(/^.*\//, '').replace(/ts$/, 'js')));
	const startMs: number[] = [];
	for (let start = 0; start < starts; start++) {
		const profile = join(folder, 'startup.cpuprofile');
		const printed = await runWrangler(['check', 'startup', `--args=${entry}`, '--outfile', profile]);
		startMs.push(Number(/Active:\s+([\d.]+) ms/.exec(printed)?.[1]));
	}
	return { rawKb: code.byteLength / 1024, gzipKb: gzipSync(code).byteLength / 1024, startMs };
}
