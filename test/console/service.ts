import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, serveBundle } from '../../src/entrances/cli/bundle.ts';
import { DEMO_PASSWORD } from '../../src/entrances/cli/demo.ts';
import { prepareLocalState } from '../../src/entrances/cli/prepare.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { cheapHashOf } from '../harness/cheap-password.ts';
import { VAPID_KEY } from '../harness/outside/vapid-key.ts';
import { copyOf } from '../harness/storage.ts';

const WITH_WINDOW = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
	existsSync,
);
const WITHOUT_WINDOW = ['/usr/bin/chromium-headless-shell'].find(existsSync);

/** The program of a browser, where there is one. Without a window to draw, journeys need half of the time. */
export const CHROMIUM = WITHOUT_WINDOW ?? WITH_WINDOW;

/** The program for Lighthouse, which needs twice the time without a window, and for films in place of a camera, which only this one takes. */
export const CHROMIUM_WITH_WINDOW = WITH_WINDOW ?? WITHOUT_WINDOW;

/** Whether there is a browser to look with. */
export const hasBrowser = CHROMIUM !== undefined;

export interface Service {
	origin: string;
	database: D1Database;
	/** Runs the jobs as the cron does at an instant. */
	runJobs(instant: number): Promise<void>;
	/** Brings the demo data back as a first start makes it. */
	restore(): Promise<void>;
	stop(): Promise<void>;
}

/** Starts the service as `npm start` does, over a state of its own. */
export async function startService(): Promise<Service> {
	const state = mkdtempSync(join(tmpdir(), 'zubrot-console-'));
	process.env.STATE_DIR = state;
	await Promise.all([bundle(Date.now()), prepareLocalState(() => {})]);
	const port = await freePort();
	const server = serveBundle(port, {
		LOCAL_IDENTITY_PROVIDERS: 'true',
		VAPID_KEY,
		PUBLIC_URL: `http://localhost:${port}`,
	});
	const { DB, RECEIPTS, HISTORY } = await server.getBindings<Bindings & Record<string, unknown>>();
	await DB.prepare('UPDATE users SET password_hash = ? WHERE password_hash IS NOT NULL')
		.bind(cheapHashOf(DEMO_PASSWORD))
		.run();
	const restore = await copyOf(DB, [RECEIPTS, HISTORY]);
	const runJobs = async (instant: number) => {
		const worker = await server.getWorker('zubrot');
		const { outcome } = await worker.scheduled({ cron: '0 * * * *', scheduledTime: new Date(instant) });
		if (outcome !== 'ok') throw new Error(`The jobs ended with ${outcome}.`);
	};
	const stop = async () => {
		await server.dispose();
		rmSync(state, { recursive: true, force: true });
	};
	return { origin: `http://localhost:${port}`, database: DB, runJobs, restore, stop };
}

let addresses = 0;
/** An IP address that nobody has called from yet: the service limits how often one address may sign in. */
export const newAddress = (): string => `2001:db8:0:${(++addresses).toString(16)}::1`;

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
	const probe = createServer().listen(0, 'localhost');
	await once(probe, 'listening');
	const { port } = probe.address() as { port: number };
	probe.close();
	return port;
}
