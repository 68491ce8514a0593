import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
	existsSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../../src/entrances/cli/demo.ts';
import { withLocalState } from '../../../src/entrances/cli/local-state.ts';
import { demoAccounts, prepareLocalState } from '../../../src/entrances/cli/prepare.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const STATE_DIR = mkdtempSync(join(tmpdir(), 'zubrot-'));
const SERVICE_TIMEOUT_MS = 90_000;

let port: number;
let child: ChildProcess | undefined;

beforeAll(async () => {
	port = await freePort();
});

afterAll(async () => {
	if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
		process.kill(-child.pid, 'SIGKILL');
	}
	rmSync(STATE_DIR, { recursive: true, force: true });
});

test('npm start serves the demo and tells each step; what ends npm ends it; a second start keeps the data, and no addresses', {
	timeout: 2 * SERVICE_TIMEOUT_MS,
}, async () => {
	const kept = join(STATE_DIR, 'v3', 'observability', 'kept-by-wrangler');
	mkdirSync(dirname(kept), { recursive: true });
	writeFileSync(kept, 'an address of an earlier run');
	const firstBanner = await start();
	expect(existsSync(kept), 'requests that wrangler kept are forgotten').toBe(false);
	for (const step of ['building', 'migrated the database', 'put demo data there']) {
		expect(firstBanner).toMatch(new RegExp(`^ *\\d+\\.\\d s {2}${step}`, 'm'));
	}
	const [firstAddress] = firstBanner.match(/http:\S+/) ?? [];
	expect(firstAddress).toBe(`http://localhost:${port}/console`);
	expect(firstBanner).toContain(`http://localhost:${port}/api/v2`);
	expect(firstBanner).toContain(DEMO_PASSWORD);
	for (const { email } of DEMO_ACCOUNTS) expect(firstBanner).toContain(email);
	expect(await refused({ PORT: String(port) })).toMatch(
		/^Port \d+ is in use\. Choose another one: PORT=\d+ npm start$/,
	);
	expect(await refused({ PORT: String(await freePort()) })).toMatch(/^Process \d+ serves from /);

	const admin = await login('admin@demo.example');
	const before = await list(admin);
	const { companyId } = before.find(({ email }) => email === 'erika@demo.example') ?? {};
	expect(companyId).toBeDefined();
	expect(before.map(({ email }) => email)).not.toContain('anna@andere.example');
	await expectSpending(String(companyId), admin);
	await expectMail();
	const created = await call('POST', '/employees', admin, { email: 'new@demo.example', companyId });
	expect(created.status).toBe(201);
	const marked = 'nobody-has-this-personnel-number';
	await read(`/employees?personnelNumber=${marked}`, admin);
	await stop('SIGINT');
	await untilFree();
	expect(filesWith(marked), 'no query of a request is kept').toEqual([]);

	// After a kill, the number of the server may belong to another program.
	writeFileSync(join(STATE_DIR, 'server.pid'), String(process.pid));
	const secondBanner = await start();
	expect(secondBanner).not.toMatch(/migrated|demo data/);
	const after = await list(await login('admin@demo.example'));
	expect(after.map(({ email }) => email)).toEqual([...before.map(({ email }) => email), 'new@demo.example']);
	expect((await list(admin)).length, 'a token outlives the restart').toBe(after.length);
	await stop('SIGTERM');
	await untilFree();
});

test.each([
	['a port that is none', { PORT: 'http' }, /^PORT must be a number from 1 to 65535, not http\.$/],
	['port 0', { PORT: '0' }, /^PORT must be a number/],
	[
		'a folder that cannot be',
		{ STATE_DIR: '/dev/null/state' },
		/^Zubrot cannot write to \/dev\/null\/state\. Make it writable, or choose another folder with STATE_DIR\.$/,
	],
])('%s is refused in one sentence', async (_, env, sentence) => {
	expect(await refused({ PORT: String(await freePort()), ...env })).toMatch(sentence);
});

test('a mistyped setting is refused in one sentence, and nothing is made', () => {
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-mistyped-'));
	writeFileSync(
		join(folder, 'wrangler.toml'),
		'name = "zubrot"\nmain = "index.ts"\ncompatibility_date = "2026-09-18"\n[vars]\nMAIL_FROM = "Zubrot"\n',
	);
	const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'src/entrances/cli/start.ts')], {
		cwd: folder,
		encoding: 'utf8',
		env: { ...process.env, PORT: String(port), STATE_DIR: join(folder, 'state') },
	});
	expect([status, stderr.trim()]).toEqual([
		1,
		'MAIL_FROM must be like Benefits <benefits@mail.example>, not Zubrot.',
	]);
	expect(readdirSync(folder)).not.toContain('.dev.vars');
	rmSync(folder, { recursive: true });
});

test('a database from before the first release is refused as older, and wrangler does not pass over it either', {
	timeout: SERVICE_TIMEOUT_MS,
}, async () => {
	const state = mkdtempSync(join(tmpdir(), 'zubrot-older-'));
	await wrangler(
		state,
		...['execute', 'DB', '--command'],
		`CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);
		INSERT INTO d1_migrations (name) VALUES ('2000_schema.sql'), ('2037_amounts_taken.sql');
		CREATE TABLE companies (id TEXT PRIMARY KEY)`,
	);
	expect(await refused({ STATE_DIR: state, PORT: String(await freePort()) })).toBe(
		`The local database was made by an older version of Zubrot, from before its first release, and cannot be migrated. Delete the folder ${state} and start again.`,
	);
	await expect(wrangler(state, 'migrations', 'apply', 'DB')).rejects.toThrow(
		/table `?companies`? already exists/,
	);
	rmSync(state, { recursive: true });
});

test('with DEMO_COMPANIES=NONE, a new database has the schema and no demo data', async () => {
	const state = mkdtempSync(join(tmpdir(), 'zubrot-empty-'));
	vi.stubEnv('STATE_DIR', state);
	vi.stubEnv('DEMO_COMPANIES', 'NONE');
	const steps: string[] = [];
	await prepareLocalState((step) => steps.push(step));
	expect(steps).toEqual([`migrated the database in ${state}`]);
	const people = await withLocalState(({ DB }) => DB.prepare('SELECT id FROM users').all());
	expect(people.results).toEqual([]);
	expect(demoAccounts()).toBe('No demo data was added, because DEMO_COMPANIES is NONE.');
	vi.unstubAllEnvs();
	rmSync(state, { recursive: true });
});

const wrangler = (state: string, ...command: string[]) =>
	promisify(execFile)('npx', ['wrangler', 'd1', ...command, '--local', '--persist-to', state], {
		cwd: ROOT,
		env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false' },
	});

/** The demo company has spent: an expense in every state, two closed runs that can be exported, and an open month. */
/** A reset of a password sends a mail at once, through the queue and the local carrier, which keeps the mail on this machine. */
async function expectMail(): Promise<void> {
	const address = { email: 'employee@demo.example' };
	expect((await call('POST', '/auth/password-reset', null, address)).status).toBe(200);
	const explorer = `http://localhost:${port}/cdn-cgi/local/explorer/api/local/email/sending`;
	await vi.waitFor(
		async () => {
			const { result } = (await (await fetch(explorer)).json()) as { result: object[] };
			expect(result).toMatchObject([{ to: ['employee@demo.example'] }]);
		},
		{ timeout: 30_000, interval: 200 },
	);
}

async function expectSpending(companyId: string, token: string): Promise<void> {
	const flex = `/companies/${companyId}/flex`;
	const expenses: { state: string }[] = await read(`${flex}/expenses`, token);
	const states = new Set(expenses.map(({ state }) => state));
	expect([...states].sort()).toEqual(['APPROVED', 'NEEDS_CORRECTION', 'REJECTED', 'SUBMITTED', 'WITHDRAWN']);

	const lines: { id: string; state: string }[] = await read(`${flex}/payroll-transactions`, token);
	expect(lines.some(({ state }) => state === 'PENDING')).toBe(true);
	const runs: { id: string; month: string; state: string; lineCount: number; sha256: string }[] = await read(
		`${flex}/payroll-runs`,
		token,
	);
	expect(runs.map(({ state }) => state)).toEqual(['CLOSED', 'CLOSED']);
	expect(
		runs.map(({ month }) => month).filter((month) => month >= new Date().toISOString().slice(0, 7)),
	).toEqual([]);
	for (const { id, lineCount, sha256 } of runs) {
		expect(lineCount).toBeGreaterThan(0);
		for (const format of ['csv', 'datev-lodas', 'datev-lug']) {
			const answer = await call('GET', `${flex}/payroll-runs/${id}/export?format=${format}`, token);
			expect([format, answer.status]).toEqual([format, 200]);
			const bytes = Buffer.from(await answer.arrayBuffer());
			if (format === 'csv') expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
		}
	}
}

/** Runs `npm start` in a process group of its own, so that the clean-up also reaches what it started. */
const npmStart = (env: Record<string, string>) =>
	spawn('npm', ['start'], {
		cwd: ROOT,
		env: { ...process.env, PORT: String(port), STATE_DIR, ...env },
		stdio: 'pipe',
		detached: true,
	});

/** Starts the service and returns what it printed until it was ready. */
function start(): Promise<string> {
	const started = npmStart({});
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

/** The one line that a start prints which ends with 1, what npm prints and the steps aside. */
async function refused(env: Record<string, string>): Promise<string> {
	const started = npmStart(env);
	let printed = '';
	for (const stream of [started.stdout, started.stderr]) {
		stream.on('data', (chunk) => {
			printed += chunk;
		});
	}
	expect(await once(started, 'close')).toEqual([1, null]);
	return printed
		.split('\n')
		.filter((line) => !/^(>|npm | *\d+\.\d s {2}|$)/.test(line))
		.join('\n');
}

/** Sends the signal to npm alone, as a supervisor does. */
async function stop(signal: NodeJS.Signals): Promise<void> {
	if (child === undefined) return;
	const ended = once(child, 'exit');
	child.kill(signal);
	await ended;
}

/** Until the server behind npm is gone, which may take 5 seconds. */
async function untilFree(): Promise<void> {
	await vi.waitFor(() => freePort(port), { timeout: 5000, interval: 50 });
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

async function read<T>(path: string, token: string): Promise<T> {
	const answer = await call('GET', path, token);
	expect(answer.status).toBe(200);
	return answer.json() as Promise<T>;
}

const list = (token: string) => read<{ email: string; companyId: string }[]>('/employees', token);

/** The files of the state that hold these bytes. The e-mail address of an employee shows that the search finds any. */
function filesWith(text: string): string[] {
	const files = globSync('**/*', { cwd: STATE_DIR, withFileTypes: true }).filter((entry) => entry.isFile());
	const holding = (bytes: string) =>
		files
			.map(({ parentPath, name }) => join(parentPath, name))
			.filter((path) => readFileSync(path).includes(bytes));
	expect(holding('new@demo.example')).not.toEqual([]);
	return holding(text);
}

/** A port that nobody listens on: any, or the given one. */
async function freePort(wanted = 0): Promise<number> {
	const probe = createServer().listen(wanted, 'localhost');
	await once(probe, 'listening');
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	if (address === null || typeof address === 'string') throw new Error('The probe has no port');
	return address.port;
}
