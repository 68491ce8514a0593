import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The program of a browser, where there is one. */
export const CHROMIUM = PLACES.find(existsSync);

/** Whether there is a browser to look with. */
export const hasBrowser = CHROMIUM !== undefined;

export interface Service {
	origin: string;
	stop(): Promise<void>;
}

/** Starts the service as `npm start` does, over a folder with its state. */
export async function startService(state: string): Promise<Service> {
	const port = await freePort();
	const env = { ...process.env, PORT: String(port), STATE_DIR: state };
	const service = spawn(process.execPath, ['src/cli/start.ts'], { cwd: ROOT, env });
	await untilServing(service);
	const stop = async () => {
		service.kill('SIGTERM');
		await once(service, 'exit');
	};
	return { origin: `http://localhost:${port}`, stop };
}

async function untilServing(service: ChildProcess): Promise<void> {
	let printed = '';
	const served = new Promise<void>((done, fail) => {
		for (const stream of [service.stdout, service.stderr]) {
			stream?.on('data', (chunk) => {
				printed += chunk;
				if (printed.includes('Stop with Ctrl-C')) done();
			});
		}
		service.on('exit', () => fail(new Error(`The service did not start:\n${printed}`)));
	});
	await served;
}

async function freePort(): Promise<number> {
	const probe = createServer().listen(0, 'localhost');
	await once(probe, 'listening');
	const { port } = probe.address() as { port: number };
	probe.close();
	return port;
}
