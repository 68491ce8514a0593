import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

/** Starts the project's own wrangler, without metrics and without prompts. */
export function startWrangler(args: string[], options: SpawnOptions): ChildProcess {
	const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' };
	return spawn(process.execPath, [WRANGLER, ...args], { env, ...options });
}

/** Runs wrangler until it exits and returns its output; when it fails, throws an error with that output. */
export function runWrangler(args: string[]): Promise<string> {
	const child = startWrangler(args, { stdio: ['ignore', 'pipe', 'pipe'] });
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk) => {
			printed += chunk;
		});
	}
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (code) =>
			code === 0 ? resolve(printed) : reject(new Error(`wrangler failed:\n${printed}`)),
		);
	});
}
