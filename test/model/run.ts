import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
	options: {
		runs: { type: 'string', default: '100' },
		seed: { type: 'string', default: String(randomInt(2 ** 31)) },
		path: { type: 'string', default: '' },
	},
});
const model = { runs: Number(values.runs), seed: Number(values.seed), path: values.path };
if (!Number.isSafeInteger(model.runs) || model.runs < 1 || !Number.isSafeInteger(model.seed)) {
	console.error('--runs and --seed are whole numbers; --path is what a failing run has printed.');
	process.exit(1);
}
console.log(`${model.runs} random histories with seed ${model.seed}`);
const { status } = spawnSync(
	'vitest',
	['run', '--config', 'test/vitest.config.ts', '--project', 'workerd', 'test/model/model.test.ts'],
	{ stdio: 'inherit', env: { ...process.env, MODEL: JSON.stringify(model) } },
);
process.exitCode = status ?? 1;
