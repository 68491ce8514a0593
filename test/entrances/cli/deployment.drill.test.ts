import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startResolver } from '../../harness/outside/resolver.ts';
import { ACCOUNT_ID } from './account/routes.ts';
import { type StandIn, startAccount } from './account/server.ts';
import { serveUploaded } from './account/serving.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = mkdtempSync(join(tmpdir(), 'zubrot-'));
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const SCRIPTS: Record<string, string> = { 'admin:create': 'create-admin' };

let standIn: StandIn;
let child: ChildProcess | undefined;
let url: string;
let resolver: string;

beforeAll(async () => {
	standIn = await startAccount();
	resolver = await startResolver();
	url = `http://benefits.example:${await freePort()}`;
	for (const name of ['src', 'migrations', 'node_modules', 'package.json', '.assets'])
		symlinkSync(join(ROOT, name), join(FOLDER, name));
	const vars = {
		PUBLIC_URL: url,
		MAIL_FROM: 'Benefits <benefits@mail.example>',
		CELL_JURISDICTION: 'eu',
		DNS_RESOLVER: resolver,
	};
	const lines = Object.entries(vars).map(([name, value]) => `${name} = "${value}"\n`);
	// The tests have written the static files already.
	const config = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8').replace(/^\[build\]\ncommand = .*/m, '');
	writeFileSync(join(FOLDER, 'wrangler.toml'), `${config}\n[vars]\n${lines.join('')}`);
});

afterAll(() => {
	if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
	standIn.close();
	rmSync(FOLDER, { recursive: true, force: true });
});

/** Runs lines of the docs as they are written there. Only npx, npm and the question of the deployment are left out. */
async function run(lines: string, more: Record<string, string> = {}) {
	const scripts = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts);
	const cases = scripts.map((name) => `${name}) node src/entrances/cli/${SCRIPTS[name] ?? name}.ts "$@";;`);
	const script = `set -eo pipefail
npx() { "$@"; }
npm() { shift; local name=$1; shift; [ "\${1-}" != -- ] || shift; [ "$name" != deploy ] || set -- --yes "$@"; case $name in ${cases.join(' ')} esac; }
${lines}`;
	const running = spawn('bash', ['-c', script], {
		cwd: FOLDER,
		detached: true,
		env: {
			...process.env,
			// Nobody is signed in there, and wrangler keeps its logs there.
			HOME: FOLDER,
			XDG_CONFIG_HOME: FOLDER,
			WRANGLER_LOG: 'log',
			WRANGLER_SEND_METRICS: 'false',
			CI: '1',
			// Wrangler starts 30 times.
			NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
			PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
			...standIn.env,
			NODE_OPTIONS: `--import ${join(ROOT, 'test/entrances/cli/account/names.mjs')}`,
			...more,
		},
	});
	child = running;
	let printed = '';
	for (const stream of [running.stdout, running.stderr])
		stream.on('data', (chunk) => {
			printed += chunk;
		});
	const code = await new Promise((ended) => running.on('close', ended));
	return { code, printed };
}

const docs = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8');
const [create = '', secrets = '', deploy = '', check = ''] = [
	...docs.matchAll(/^ *```console\n([\s\S]*?)^ *```/gm),
].map(([, block = '']) => block);

/** The lines of a report that begin with a mark. */
const marked = (mark: string, printed: string) =>
	printed
		.split('\n')
		.filter((line) => line.startsWith(`  ${mark} `))
		.map((line) => line.slice(4));
const remedies = (printed: string) =>
	printed
		.split('\n')
		.filter((line) => line.startsWith('    → '))
		.map((line) => line.slice(6));
const commandsIn = (block: string) =>
	block
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');

test('the commands of the docs deploy into an empty account, and the doctor finds nothing wrong', {
	timeout: 300_000,
}, async () => {
	const { account } = standIn;
	const [firstCheck = '', ...others] = commandsIn(deploy);
	const empty = await run(firstCheck);
	expect([empty.code, marked('–', empty.printed)]).toEqual([1, ['The service is not deployed yet.']]);
	expect(remedies(empty.printed).slice(0, -1)).toEqual(
		expect.arrayContaining([...commandsIn(create), ...commandsIn(secrets)]),
	);

	const created = await run(create + secrets);
	expect([created.code, created.printed]).toEqual([
		0,
		expect.stringContaining('Uploaded secret OPERATOR_KEY'),
	]);
	await publishRecords();
	const deployed = await run(others.join('\n'));
	expect([deployed.code, deployed.printed]).toEqual([0, expect.stringContaining('Password, shown only now')]);
	expect(deployed.printed).toContain(`as the Worker zubrot into Benefits Inc. (${ACCOUNT_ID}).`);
	expect(deployed.printed).toContain('not needed, because there are no companies');
	expect(account.worker?.crons).toEqual(['0 * * * *']);

	const runtime = await serveUploaded(account, Number(new URL(url).port));
	try {
		const db = await runtime.getD1Database('DB');
		await db
			.prepare(
				`INSERT INTO second_factors (user_id, secret, date_created, date_confirmed) SELECT id, 'x', 0, 0 FROM users`,
			)
			.run();
		await fetch(
			`${url.replace('benefits.example', '127.0.0.1')}/cdn-cgi/local/scheduled?cron=0+*+*+*+*&time=${Date.now()}`,
		);
		// The answer may come before all is stored.
		await vi.waitFor(
			async () => expect(await db.prepare('SELECT 1 FROM job_runs').first()).not.toBeNull(),
			30_000,
		);
		const checked = await run(check);
		expect([marked('✗', checked.printed), marked('–', checked.printed), checked.code]).toEqual([[], [], 0]);
		expect(marked('✓', checked.printed)).toEqual(
			expect.arrayContaining([
				'The plan is Workers Paid.',
				'The database zubrot is there, in the jurisdiction eu.',
				'The queue zubrot-mail is there, and a Worker consumes it.',
				'SPF: cf-bounce.mail.example permits Cloudflare’s Email Service.',
				'All migrations are applied.',
				`${url} answers, and /ready finds no problem.`,
				'All secrets are long enough, and all settings of the Worker are valid.',
				'The clock of the service is right to 30 seconds.',
				'PUBLIC_URL is the address of the service.',
				'All platform administrators have a second factor.',
			]),
		);
	} finally {
		await runtime.dispose();
	}
	expect(account.unknown).toEqual([]);
});

test.skipIf(process.env.ALL_FAULTS !== 'true')(
	'a deployment is refused, then forced with a reason, and says what has happened when it fails',
	{ timeout: 300_000 },
	async () => {
		const { account } = standIn;
		account.worker?.secrets.delete('ENCRYPTION_KEY');
		const refused = await run('npm run deploy');
		expect([refused.code, refused.printed]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
		expect(account.worker?.versions.length).toBe(1);
		account.failing = `PUT /accounts/${ACCOUNT_ID}/workers/scripts/zubrot/schedules`;
		const { code, printed } = await run('npm run deploy -- --force "The vault is opened tomorrow"');
		expect(remedies(printed)).toEqual(['Set it from your copy: npx wrangler secret put ENCRYPTION_KEY']);
		expect(printed).toContain('Deploying anyway: The vault is opened tomorrow');
		expect(printed).toContain('The upload failed. The database is as before.');
		expect(code).toBe(2);
		expect(account.worker?.versions.map(({ metadata }) => metadata.annotations?.['workers/message'])).toEqual(
			[VERSION, `${VERSION}, forced: The vault is opened tomorrow`],
		);
	},
);

test('the commands of operators reach the deployed database', { timeout: 120_000 }, async () => {
	const { code, printed } = await run('npm run cells -- migrate --remote');
	expect([code, printed]).toEqual([0, expect.stringMatching(/^Every cell has the schema /)]);
	const again = await run('npm run admin:create -- --email you@company.example --remote');
	expect([again.code, again.printed.trim()]).toEqual([1, 'you@company.example is already used.']);
});

test('the doctor notices that nobody is signed in', { timeout: 120_000 }, async () => {
	const { code, printed } = await run('npm run doctor', { CLOUDFLARE_API_TOKEN: '' });
	expect([code, marked('✗', printed)]).toEqual([2, ['Wrangler is not signed in.']]);
});

async function publishRecords(): Promise<void> {
	const records = {
		'cf-bounce.mail.example': 'v=spf1 include:_spf.mx.cloudflare.net ~all',
		'cf-bounce._domainkey.mail.example': 'v=DKIM1; k=rsa; p=MIIB',
		'_dmarc.mail.example': 'v=DMARC1; p=reject',
	};
	for (const [name, text] of Object.entries(records))
		await fetch(new URL(`/records/${name}`, resolver), {
			method: 'PUT',
			body: JSON.stringify([`"${text}"`]),
		});
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	const address = server.address();
	await new Promise((closed) => server.close(closed));
	return typeof address === 'object' && address !== null ? address.port : 0;
}
