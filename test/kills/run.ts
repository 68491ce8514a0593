/**
 * Kills the runtime often, moves a company often, or restores a service often: `npm run test:kills -- --kills 200`, `-- --moves 20`,
 * `-- --restores 20`.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const number = { type: 'string' } as const;
const { values } = parseArgs({ options: { kills: number, moves: number, restores: number } });
const { kills = '50', moves, restores } = values;
const file = `test/kills/${restores !== undefined ? 'backups' : moves !== undefined ? 'moves' : 'kills'}.node.test.ts`;
const { status } = spawnSync(
	'vitest',
	['run', '--config', 'test/vitest.config.ts', '--project', 'node', file],
	{
		stdio: 'inherit',
		env: {
			...process.env,
			KILLS: kills,
			...(moves !== undefined && { MOVES: moves }),
			...(restores !== undefined && { RESTORES: restores }),
		},
	},
);
process.exit(status ?? 1);
