import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs the project's own wrangler, quiet and without questions. Returns what it printed; fails with that text. */
export function runWrangler(args: string[]): Promise<string> {
	const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' };
	const child = spawn(process.execPath, [join('node_modules', 'wrangler', 'bin', 'wrangler.js'), ...args], {
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk) => {
			printed += chunk;
		});
	}
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) =>
			code === 0 ? resolve(printed) : reject(new Error(`wrangler failed:\n${printed}`)),
		);
	});
}
