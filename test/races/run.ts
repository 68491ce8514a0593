import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const MAX_RUNS = 100_000;

const { values, positionals } = parseArgs({
	options: {
		runs: { type: 'string', default: '200' },
		seed: { type: 'string', default: String(randomInt(2 ** 31)) },
		path: { type: 'string' },
	},
	allowPositionals: true,
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isInteger(runs) || runs < 1 || runs > MAX_RUNS) throw new Error(`--runs is 1 to ${MAX_RUNS}`);
if (!Number.isInteger(seed)) throw new Error('--seed is an integer');

console.log(`${runs} runs a test with the seed ${seed}`);
const given = { runs, seed, ...(values.path !== undefined && { path: values.path }) };
const files =
	positionals.length === 0 ? ['test/races/'] : positionals.map((name) => `test/races/${name}.test.ts`);
const { status } = spawnSync('vitest', ['run', '--config', 'test/vitest.config.ts', ...files], {
	env: { ...process.env, RACES: JSON.stringify(given) },
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
