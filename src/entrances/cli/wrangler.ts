import { type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Ran {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** Runs the project's own wrangler, quiet and without questions. Returns what it printed; fails with that text. */
export async function runWrangler(args: string[]): Promise<string> {
	const { code, stdout, stderr } = await askWrangler(args);
	if (code !== 0) throw new Error(`wrangler failed:\n${stdout}${stderr}`);
	return stdout + stderr;
}

/** Runs wrangler as `runWrangler` does. Returns what it printed, also when it fails. */
export function askWrangler(args: string[]): Promise<Ran> {
	return start(args, ['ignore', 'pipe', 'pipe']);
}

/** Runs wrangler and shows what it prints. Returns whether it succeeded. */
export async function showWrangler(args: string[]): Promise<boolean> {
	return (await start(args, ['ignore', 'inherit', 'inherit'])).code === 0;
}

function start(args: string[], stdio: StdioOptions): Promise<Ran> {
	// `WRANGLER_LOG` keeps wrangler's library quiet in this process. The command would print no answers with it.
	const { WRANGLER_LOG: _, ...inherited } = process.env;
	const env = {
		// Without a cache, a quarter of a short command is spent on compiling wrangler.
		NODE_COMPILE_CACHE: join('node_modules', '.cache', 'node'),
		...inherited,
		WRANGLER_SEND_METRICS: 'false',
		CI: '1',
	};
	const child = spawn(process.execPath, [join('node_modules', 'wrangler', 'bin', 'wrangler.js'), ...args], {
		env,
		stdio,
	});
	const printed = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const)
		child[name]?.on('data', (chunk) => {
			printed[name] += chunk;
		});
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) => resolve({ code, ...printed }));
	});
}
