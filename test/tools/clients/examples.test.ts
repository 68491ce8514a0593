import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '../../console/service.ts';
import { newDelivery } from './deliveries.ts';
import { blocksIn } from './docs.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const GO = join(ROOT, 'examples/go');
const BRUNO = join(ROOT, 'examples/bruno');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const run = promisify(execFile);

const programs = mkdtempSync(join(tmpdir(), 'zubrot-go-'));
const started: ChildProcess[] = [];
afterAll(() => {
	for (const child of started) child.kill();
	rmSync(programs, { recursive: true });
});

const goBuilt = (name: string) => run('go', ['build', '-o', join(programs, name), `./${name}`], { cwd: GO });

/** The numbered calls in the comments of a text. */
const callsIn = (text: string): string[] =>
	[...text.matchAll(/^\s*(?:#|\/\/|docs \{\n)\s*(\d+\. .*)$/gm)].map(([, call = '']) => call);

const README = callsIn(read('README.md'));

test.each([
	['Python', ['examples/python/calls.py']],
	['Go', ['examples/go/calls/main.go']],
	['Bruno', globSync('examples/bruno/*.bru', { cwd: ROOT }).sort()],
])('the example in %s has the calls of the README', (_, paths) => {
	expect(README.length).toBe(11);
	expect(callsIn(paths.map(read).join('\n'))).toEqual(README);
});

describe.concurrent('the calls succeed', () => {
	test('in Python and Go, as the page says', async () => {
		const env = { ...process.env, ZUBROT_URL: inject('service').url, PYTHONDONTWRITEBYTECODE: '1' };
		const commands = blocksIn('docs/clients.md', 'sh').join('\n');
		const { stdout } = await run('bash', ['-euc', commands], { cwd: ROOT, env });
		expect(stdout).toContain("'type': 'employee.created'");
		expect(stdout).toContain("Invitations: {'invited': ");
		expect(stdout).toContain('"type":"employee.created"');
		expect(stdout).toContain('/employees/invitations {"invited":');
		expect((await run('gofmt', ['-l', GO])).stdout).toBe('');
	});

	test('in Bruno', async () => {
		const program = join(BRUNO, 'node_modules/@usebruno/cli/bin/bru.js');
		const url = `url=${inject('service').url}`;
		const { stdout } = await run('node', [program, 'run', '--env', 'local', '--env-var', url], {
			cwd: BRUNO,
		});
		expect(stdout).toContain('15 (15 Passed)');
	});
});

describe.concurrent('a receiver verifies deliveries', () => {
	test('in Python', () => expectVerified('python3', ['-B', join(ROOT, 'examples/python/webhook.py')]));

	test('in Go', async () => {
		await goBuilt('webhook');
		await expectVerified(join(programs, 'webhook'), []);
	});
});

/** Starts a receiver, and sends it a delivery with changes. */
async function expectVerified(program: string, args: string[]): Promise<void> {
	const now = Date.now();
	const { secret, nextSecret, headers, body } = newDelivery(new Date(now));
	for (const known of [secret, nextSecret]) {
		const port = await freePort();
		const env = { ...process.env, WEBHOOK_SECRET: known, PORT: String(port) };
		started.push(spawn(program, args, { env, stdio: 'ignore' }));
		const statusOf = async (changed: Record<string, string> = {}, content = body): Promise<number> => {
			const request = { method: 'POST', headers: { ...headers, ...changed }, body: content };
			return (await fetch(`http://localhost:${port}`, request)).status;
		};
		await vi.waitFor(async () => expect(await statusOf()).toBe(204), { timeout: 20_000, interval: 50 });
		expect(await statusOf({}, body.replace('employee', 'employée'))).toBe(400);
		expect(await statusOf({ 'webhook-id': 'msg_other' })).toBe(400);
		expect(await statusOf({ 'webhook-signature': 'v1,%%% v2,AAAA v1' })).toBe(400);
		expect(await statusOf({ 'webhook-timestamp': 'today' })).toBe(400);
		expect(await statusOf(newDelivery(new Date(now - 310_000)).headers)).toBe(400);
		expect(await statusOf(newDelivery(new Date(now + 310_000)).headers)).toBe(400);
		const { 'webhook-signature': _, ...unsigned } = headers;
		const response = await fetch(`http://localhost:${port}`, { method: 'POST', headers: unsigned, body });
		expect(response.status).toBe(400);
	}
}
