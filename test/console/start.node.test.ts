import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../src/console/demo.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const STATE_DIR = mkdtempSync(join(tmpdir(), 'zubrot-'));
const SERVICE_TIMEOUT_MS = 90_000;

let port: number;
let child: ChildProcess | undefined;

beforeAll(async () => {
	port = await freePort();
});

afterAll(async () => {
	if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
	rmSync(STATE_DIR, { recursive: true, force: true });
});

test('npm start serves the demo, stops with Ctrl-C, and a second start keeps the data', {
	timeout: 2 * SERVICE_TIMEOUT_MS,
}, async () => {
	const firstBanner = await start();
	expect(firstBanner).toContain(`http://localhost:${port}/api/v2`);
	expect(firstBanner).toContain('with new demo data');
	expect(firstBanner).toContain(DEMO_PASSWORD);
	for (const { email } of DEMO_ACCOUNTS) expect(firstBanner).toContain(email);

	const admin = await login('admin@demo.example');
	const before = await list(admin);
	const { companyId } = before.find(({ email }) => email === 'erika@demo.example') ?? {};
	expect(companyId).toBeDefined();
	expect(before.map(({ email }) => email)).not.toContain('anna@andere.example');
	const created = await call('POST', '/employees', admin, { email: 'new@demo.example', companyId });
	expect(created.status).toBe(201);
	expect(await stop('SIGINT')).toBe(0);
	expect(await freePort(port)).toBe(port);

	const secondBanner = await start();
	expect(secondBanner).toContain('as you left it');
	const after = await list(await login('admin@demo.example'));
	expect(after.map(({ email }) => email)).toEqual([...before.map(({ email }) => email), 'new@demo.example']);
	expect((await list(admin)).length, 'a token outlives the restart').toBe(after.length);
	expect(await stop('SIGINT')).toBe(0);
});

/** Starts the service and answers what it printed until it was ready. */
function start(): Promise<string> {
	const env = { ...process.env, PORT: String(port), STATE_DIR };
	// A process group of its own, so that the clean-up also reaches what it started.
	const options = { cwd: ROOT, env, stdio: 'pipe', detached: true } as const;
	const started = spawn(process.execPath, ['src/console/start.ts'], options);
	child = started;
	return new Promise((done, fail) => {
		let printed = '';
		const look = (chunk: Buffer) => {
			printed += chunk;
			if (printed.includes('Stop with Ctrl-C.')) done(printed);
		};
		started.stdout.on('data', look);
		started.stderr.on('data', look);
		started.on('exit', (code) => fail(new Error(`It ended with ${code}:\n${printed}`)));
	});
}

async function stop(signal: NodeJS.Signals): Promise<number | null> {
	if (child === undefined) return null;
	const ended = once(child, 'exit');
	child.kill(signal);
	const [code] = await ended;
	return code;
}

async function call(method: string, path: string, token: string | null, body?: object): Promise<Response> {
	return fetch(`http://localhost:${port}/api/v2${path}`, {
		method,
		headers: {
			'Content-Type': 'application/json',
			...(token !== null && { Authorization: `Bearer ${token}` }),
		},
		...(body && { body: JSON.stringify(body) }),
	});
}

async function login(email: string): Promise<string> {
	const answer = await call('POST', '/auth', null, { email, password: DEMO_PASSWORD });
	expect(answer.status).toBe(200);
	return ((await answer.json()) as { idToken: string }).idToken;
}

async function list(token: string): Promise<{ email: string; companyId: string }[]> {
	const answer = await call('GET', '/employees', token);
	expect(answer.status).toBe(200);
	return answer.json();
}

/** A port that nobody listens on: any, or the given one. */
async function freePort(wanted = 0): Promise<number> {
	const probe = createServer().listen(wanted);
	await once(probe, 'listening');
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	if (address === null || typeof address === 'string') throw new Error('The probe has no port');
	return address.port;
}
