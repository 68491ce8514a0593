/**
 * Kills the runtime often, moves a company often, or restores a service often: `npm run test:kills -- --kills 200`, `-- --moves 20`,
 * `-- --restores 20`. `-- --upgrades 20` changes the Worker and the schema often.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const number = { type: 'string' } as const;
const { values } = parseArgs({
	options: { kills: number, moves: number, restores: number, upgrades: number },
});
const { kills = '50', moves, restores, upgrades } = values;
const inKills = restores !== undefined ? 'backups' : moves !== undefined ? 'moves' : 'kills';
const file = `test/whole/${upgrades !== undefined ? 'upgrades/swap' : `kills/${inKills}`}.drill.test.ts`;
const { status } = spawnSync(
	'vitest',
	['run', '--config', 'test/vitest.config.ts', '--project', 'drills', file],
	{
		stdio: 'inherit',
		env: {
			...process.env,
			KILLS: kills,
			...(moves !== undefined && { MOVES: moves }),
			...(restores !== undefined && { RESTORES: restores }),
			...(upgrades !== undefined && { UPGRADES: upgrades }),
		},
	},
);
process.exit(status ?? 1);
