/** Kills the runtime often, or moves a company often: `npm run test:kills -- --kills 200`, `npm run test:kills -- --moves 20`. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { kills: { type: 'string' }, moves: { type: 'string' } } });
const { kills = '50', moves } = values;
const file = `test/kills/${moves === undefined ? 'kills' : 'moves'}.node.test.ts`;
const { status } = spawnSync(
	'vitest',
	['run', '--config', 'test/vitest.config.ts', '--project', 'node', file],
	{
		stdio: 'inherit',
		env: { ...process.env, KILLS: kills, ...(moves !== undefined && { MOVES: moves }) },
	},
);
process.exit(status ?? 1);
