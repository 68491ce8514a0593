/**
 * A long run of an instrument, with a random seed: `npm run test:model -- --runs 1000`. Replays with --seed and --path. With --cells,
 * companies move between D1 and cells meanwhile.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** How many runs there are by default, and how many share a database, so that it does not grow without end. */
const INSTRUMENTS: Record<string, { usual: number; round: number }> = {
	model: { usual: 100, round: 50 },
	conservation: { usual: 1000, round: 100 },
	fuzz: { usual: 20_000, round: 1000 },
	races: { usual: 200, round: 100 },
};
const MAX_RUNS = 1_000_000;
const MAX_SEED = 2_000_000_000;
const ROUND_WITHIN_MS = 1_800_000;

const { values, positionals } = parseArgs({
	options: {
		runs: { type: 'string' },
		seed: { type: 'string' },
		path: { type: 'string' },
		cells: { type: 'boolean', default: false },
	},
	allowPositionals: true,
});
const [name = '', part] = positionals;
const instrument = INSTRUMENTS[name];
if (instrument === undefined) fail(`Name an instrument: ${Object.keys(INSTRUMENTS).join(', ')}.`);
const runs = integer('runs', values.runs ?? String(instrument.usual), MAX_RUNS);
const seed = integer('seed', values.seed ?? String(randomInt(MAX_SEED)), MAX_SEED);
const { path, cells } = values;
if (path !== undefined && !/^\d+(:\d+)*$/.test(path)) fail('--path must be one that a failing case printed.');

const files =
	[part ?? (cells ? 'cells' : name), name]
		.map((file) => `test/whole/${name}/${file}.test.ts`)
		.find((path) => existsSync(path)) ?? `test/whole/${name}/`;
console.log(path === undefined ? `${runs} runs, seed ${seed}` : `The case ${path} of the seed ${seed}`);
const rounds = path === undefined ? Math.ceil(runs / instrument.round) : 1;
for (let round = 0; round < rounds; round++) {
	const count = Math.min(instrument.round, runs - round * instrument.round);
	const asked = { runs: count, seed: (seed + round) % MAX_SEED, cells, ...(path !== undefined && { path }) };
	const { status } = spawnSync('vitest', ['run', '--config', 'test/vitest.config.ts', files], {
		stdio: 'inherit',
		env: { ...process.env, ASKED: JSON.stringify(asked) },
		timeout: ROUND_WITHIN_MS,
	});
	if (status !== 0) process.exit(status ?? 1);
	console.log(`Round ${round + 1} of ${rounds} is done.`);
}

function integer(option: string, text: string, max: number): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value) || value < 0 || value > max) fail(`--${option} must be from 0 to ${max}.`);
	return value;
}

function fail(message: string): never {
	console.error(message);
	process.exit(2);
}
