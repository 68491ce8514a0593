import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBundle } from './bundle.ts';
import { measureBytes } from './bytes.ts';
import { measureCells } from './cells.ts';
import { measureCodes } from './codes.ts';
import { measureCosts } from './costs.ts';
import { measureCron } from './cron.ts';
import { measureArchives } from './exports.ts';
import { measureImport } from './import.ts';
import { measureListings } from './listing.ts';
import { measureMail } from './mail.ts';
import { measureMonitoring } from './monitoring.ts';
import { measureMoves } from './moves.ts';
import { measurePages } from './pages.ts';
import { measureExports } from './payroll-export.ts';
import { measureRuns } from './payroll-runs.ts';
import { measurePlacements } from './placements.ts';
import { measureRoundTrips } from './round-trips.ts';
import { prepare, withRuntime } from './runtime.ts';
import { measureScale } from './scale.ts';
import { measureThroughput } from './throughput.ts';
import { measureUploads } from './uploads.ts';
import { measureWebhooks } from './webhooks.ts';

const { values: options, positionals } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		only: { type: 'string' },
		/** The people of the company that moves. */
		employees: { type: 'string', default: '200' },
	},
	allowPositionals: true,
});
const effort = options.quick
	? { size: 10_000, rounds: 3, seconds: 1, starts: 5 }
	: { size: 100_000, rounds: 10, seconds: 1, starts: 15 };

const SECTIONS: Record<string, () => Promise<void>> = {
	'round-trips': () => measureRoundTrips(effort.size),
	throughput: () => measureThroughput(effort),
	cells: () => measureCells(effort),
	pages: () => measurePages(effort),
	lists: () => measureListings(effort.size),
	placements: measurePlacements,
	cron: () => measureCron(effort.size),
	payroll: async () => measureExports(await measureRuns(effort.size)),
	import: measureImport,
	mail: measureMail,
	webhooks: measureWebhooks,
	monitoring: () => measureMonitoring(effort),
	moves: () => measureMoves(Number(options.employees)),
	receipts: measureCodes,
	uploads: measureUploads,
	exports: () => measureArchives(effort.size),
	bundle: () => measureBundle(effort.starts),
	bytes: measureBytes,
	costs: () => withRuntime(measureCosts),
	scale: () => withRuntime((runtime) => measureScale(runtime, options.quick ? 100_000 : 1_000_000)),
};
/** It takes minutes, so it runs only when it is named. */
const LONG = 'scale';

const { only = positionals[0] ?? '' } = options;
if (only !== '' && !Object.hasOwn(SECTIONS, only)) {
	console.error(`--only takes one of ${Object.keys(SECTIONS).join(', ')}, not ${only}.`);
	process.exit(1);
}

const state = mkdtempSync(join(tmpdir(), 'zubrot-bench-'));
process.env.STATE_DIR = state;
process.on('exit', () => rmSync(state, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const started = performance.now();
console.log(
	`Zubrot benchmark${options.quick ? ' (quick)' : ''}, Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
await prepare();
for (const [name, measure] of Object.entries(SECTIONS)) {
	if (only === name || (only === '' && name !== LONG)) await measure();
}
console.log(`\nDone in ${((performance.now() - started) / 1000).toFixed(0)} seconds.`);
