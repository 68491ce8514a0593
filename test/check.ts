/** `npm run check`: runs all gates at once, and prints what those have to say that fail. */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';

/** The tests of the repository itself stand at the top of `test`. `npm test` leaves them to this check. */
const REPOSITORY = globSync('test/*.node.test.ts').join(' ');

const GATES: Record<string, string> = {
	// Each checker checks again what all files use, so one needs half of the processor that four need.
	types: 'tsc --noEmit --checkers 1',
	style: 'biome check --error-on-warnings .',
	'unused code': 'knip',
	repository: `vitest run --config test/vitest.config.ts --project node ${REPOSITORY}`,
};

const began = Date.now();
const passed = await Promise.all(Object.entries(GATES).map(([name, command]) => pass(name, command)));
process.exit(passed.every(Boolean) ? 0 : 1);

/** Runs a gate; returns whether it passes. */
function pass(name: string, command: string): Promise<boolean> {
	const gate = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
	let printed = '';
	for (const stream of [gate.stdout, gate.stderr]) {
		stream.on('data', (chunk) => {
			printed += chunk;
		});
	}
	return new Promise((done) => {
		gate.on('close', (code) => {
			const seconds = ((Date.now() - began) / 1000).toFixed(1);
			console.log(code === 0 ? `passed: ${name} (${seconds} s)` : `${printed}\nFAILED: ${name} (${command})`);
			done(code === 0);
		});
	});
}
