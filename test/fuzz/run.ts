import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const ROUND = 1000;
const MAX_RUNS = 1_000_000;
const MAX_SEED = 2_000_000_000;
const SECONDS_A_ROUND = 300;

const { values: options } = parseArgs({
	options: {
		runs: { type: 'string', default: '20000' },
		seed: { type: 'string' },
		path: { type: 'string', default: '' },
	},
});

const runs = integer('runs', options.runs, MAX_RUNS);
const seed = integer('seed', options.seed ?? String(Math.floor(Math.random() * MAX_SEED)), MAX_SEED);
if (!/^[\d:]*$/.test(options.path)) fail('--path must be one that a failing case printed.');

const rounds = options.path === '' ? Math.ceil(runs / ROUND) : 1;
console.log(`${options.path === '' ? `${runs} requests` : options.path}, seed ${seed}`);
for (let round = 0; round < rounds; round++) {
	const status = fuzz(Math.min(ROUND, runs - round * ROUND), seed + round);
	if (status !== 0) process.exit(status ?? 1);
	console.log(`Round ${round + 1} of ${rounds} is done.`);
}

/** One round on a database of its own, so that it neither grows without end nor remembers. */
function fuzz(count: number, from: number): number | null {
	const given = { FUZZ_RUNS: count, FUZZ_SEED: from, FUZZ_PATH: options.path, FUZZ_SECONDS: SECONDS_A_ROUND };
	const settings = Object.entries(given).map(([name, value]) => [name, String(value)]);
	const args = ['run', '--config', 'test/vitest.config.ts', '--reporter', 'dot', 'test/fuzz/fuzz.test.ts'];
	return spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
		stdio: 'inherit',
		env: { ...process.env, ...Object.fromEntries(settings) },
		timeout: 2 * SECONDS_A_ROUND * 1000,
	}).status;
}

function integer(name: string, text: string, max: number): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value) || value < 0 || value > max) fail(`--${name} must be from 0 to ${max}.`);
	return value;
}

function fail(message: string): never {
	console.error(message);
	process.exit(2);
}
