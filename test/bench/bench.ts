import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBundle } from './bundle.ts';
import { measureCron } from './cron.ts';
import { measureListings } from './listing.ts';
import { measureExports } from './payroll-export.ts';
import { measureRuns } from './payroll-runs.ts';
import { countOperations, newSenders, printRoundTrips } from './round-trips.ts';
import { prepare, withRuntime } from './runtime.ts';
import { measureScale } from './scale.ts';
import { seedEmployees } from './seed.ts';
import { measureThroughput } from './throughput.ts';

const { values: options, positionals } = parseArgs({
	options: { quick: { type: 'boolean', default: false } },
	allowPositionals: true,
});
const SMALL = 1000;
const effort = options.quick
	? { size: 10_000, rounds: 3, seconds: 1, starts: 2 }
	: { size: 100_000, rounds: 14, seconds: 1, starts: 7 };

const state = mkdtempSync(join(tmpdir(), 'zubrot-bench-'));
process.env.STATE_DIR = state;
process.on('exit', () => rmSync(state, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const started = performance.now();
console.log(
	`Zubrot benchmark${options.quick ? ' (quick)' : ''}, Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
await prepare();
if (positionals.includes('scale')) {
	await withRuntime((runtime) => measureScale(runtime, options.quick ? 100_000 : 1_000_000));
	process.exit(0);
}
await withRuntime(async ({ bindings }) => {
	await seedEmployees(bindings.DB, 0, SMALL);
	const senders = await newSenders(bindings);
	const small = await countOperations(bindings, senders, SMALL);
	await seedEmployees(bindings.DB, SMALL, effort.size);
	printRoundTrips([SMALL, effort.size], [small, await countOperations(bindings, senders, effort.size)]);
});
await withRuntime((runtime) => measureThroughput(runtime, effort));
await measureListings(effort.size);
await withRuntime(measureCron);
await measureExports(await measureRuns(effort.size));
await measureBundle(effort.starts);
console.log(`\nDone in ${((performance.now() - started) / 1000).toFixed(0)} seconds.`);
