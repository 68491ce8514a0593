/** Kills the runtime often: `npm run test:kills -- --kills 200`. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } });
const files = 'test/kills/kills.node.test.ts';
const { status } = spawnSync(
	'vitest',
	['run', '--config', 'test/vitest.config.ts', '--project', 'node', files],
	{
		stdio: 'inherit',
		env: { ...process.env, KILLS: values.kills },
	},
);
process.exit(status ?? 1);
