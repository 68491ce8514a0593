import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../src/entrances/cli/bundle.ts';
import { DEMO_PASSWORD, seedDemo } from '../../../src/entrances/cli/demo.ts';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { startOfMonth, toIso, toYearMonth } from '../../../src/foundation/core/instant.ts';
import { vaultOf } from '../../../src/foundation/core/vault.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { setManagedCompanies } from '../../../src/tenants/users/store.ts';
import { tableNames } from '../../harness/storage.ts';
import { fileOfD1, liveTwoYears } from '../../tools/bench/two-years.ts';
import { MortalService, SETTINGS } from './runtime.ts';
import { type Employer, newEmployer, newMember, send } from './writers.ts';

/** `npm run test:kills -- --restores 20` asks for more, and kills the commands at random points. */
const RESTORES = Number(process.env.RESTORES ?? 0);
const MONTH = startOfMonth(Date.now());

/** The mark of someone who was erased. */
const ERASED = 'erased/service/0190f0a0-0000-7000-8000-000000000001';

const source = new MortalService();
const folder = mkdtempSync(join(tmpdir(), 'zubrot-backup-'));
const at = (...names: string[]) => join(folder, ...names);
let recipient: string;
let employers: Employer[];

beforeAll(async () => {
	await bundle(Date.now());
	await source.start();
	await migrate(source.bindings.DB);
	const companyId = await makeTwoYears();
	await seedDemo(source.bindings, Date.now(), (picture) =>
		readFileSync(join('src', 'entrances', 'cli', 'receipts', `${picture}.webp`)),
	);
	const platform = await newMember(source.bindings, 'PLATFORM_ADMIN');
	employers = [await newEmployer(source.bindings, true), await newEmployer(source.bindings, false)];
	await makeAdviser();
	// The runtime saves this company when it starts again, and an adviser who comes without an event is no news.
	await write(platform, 'PUT', `/companies/${companyId}`, { name: 'Muster AG' });
	for (const one of employers) await newSpender(one);
	({ printed: recipient } = await run('backup', ['--new-key', at('key.txt')]));
	recipient = /age1\w+/.exec(recipient)?.[0] ?? '';
}, 300_000);
afterAll(async () => {
	await source.end();
	rmSync(folder, { recursive: true, force: true });
});

/** A company that has spent for two years, and whose first year is archived. */
async function makeTwoYears(): Promise<string> {
	const receipts = new Map<string, ArrayBuffer>();
	const { companyId, archived } = await source.offline((files) =>
		liveTwoYears(RESTORES > 0 ? 20 : 2, fileOfD1(files), receipts),
	);
	const { RECEIPTS, HISTORY } = source.bindings;
	for (const [key, file] of receipts) await RECEIPTS.put(key, file);
	for (const [key, file] of archived.files) await HISTORY.put(key, file);
	expect(archived.files.size).toBeGreaterThan(0);
	return companyId;
}

/** A user of D1 who manages several companies there, and no employee of any. */
async function makeAdviser(): Promise<void> {
	const db = databaseOf(source.bindings, null);
	const { results } = await source.bindings.DB.prepare('SELECT id FROM companies').all<{ id: string }>();
	await newMember(source.bindings, 'COMPANY_ADMIN', { companyId: results[0]?.id ?? '', cell: null });
	const id = await source.bindings.DB.prepare('SELECT max(id) AS id FROM users').first<string>('id');
	await commit(
		db,
		setManagedCompanies(
			db,
			{ id: id ?? '' },
			results.map((one) => one.id),
		),
	);
}

async function newSpender({ companyId, authorization }: Employer): Promise<string> {
	const person = { email: `spender-${companyId}@kills.example`, companyId };
	const { employeeId } = await write<{ employeeId: string }>(authorization, 'POST', '/employees', person);
	const budget = { value: 10_000_000, currency: 'EUR_CENT' };
	await write(authorization, 'PUT', `/employees/${employeeId}/flex/access`, {
		budget,
		accumulateBudget: true,
		startDate: toIso(MONTH),
	});
	return employeeId;
}

const write = <Body>(
	by: string,
	method: string,
	path: string,
	body?: object,
	service = source,
): Promise<Body> => send<Body>(service, by, method, path, body, () => {});

/** Runs a command of ours. With a time, it is killed after so many milliseconds. */
async function run(
	command: 'backup' | 'restore',
	args: readonly string[],
	killedAfterMs?: number,
): Promise<{ code: number | null; printed: string }> {
	const child = spawn(process.execPath, [join('src', 'entrances', 'cli', `${command}.ts`), ...args], {
		env: { ...process.env, OPERATOR_KEY: SETTINGS.OPERATOR_KEY },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let printed = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => {
			printed += chunk;
		});
	const timer =
		killedAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killedAfterMs);
	const [code] = await once(child, 'close');
	clearTimeout(timer);
	return { code, printed };
}

const urlOf = ({ url }: MortalService) => ['--url', url.origin];
const backUp = (to: string, ...more: string[]) => run('backup', ['--to', to, ...urlOf(source), ...more]);
const restore = (from: string, target: MortalService, ...more: string[]) =>
	run('restore', ['--from', from, ...urlOf(target), ...more]);

async function newTarget(settings?: object): Promise<MortalService> {
	const target = new MortalService(settings);
	await target.start();
	await migrate(target.bindings.DB);
	return target;
}

/** Tables that a restore changes, or that no backup holds. */
const CHANGED =
	'sessions refresh_tokens one_time_tokens address_changes sso_sign_ins mails reminder_turns movers moves backups job_runs known_places login_attempts mail_days mail_turns invitation_days request_counts announcements places addresses claims forwards'.split(
		' ',
	);
const RECORDED = 'events event_authors event_texts event_hours event_parties event_values'.split(' ');

/** The rows of a database as texts, by table. */
async function rowsOf(service: MortalService, cell: string | null): Promise<Map<string, string[]>> {
	const { $client } = databaseOf(service.bindings, cell);
	const tables = (await tableNames(service.bindings.DB)).filter((table) => !CHANGED.includes(table));
	const found = await $client.batch<object>(tables.map((table) => $client.prepare(`SELECT * FROM ${table}`)));
	const textOf = (row: object) =>
		JSON.stringify(row, (_, value) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value));
	return new Map(tables.map((table, index) => [table, (found[index]?.results ?? []).map(textOf).sort()]));
}

function requireSameRows(before: Map<string, string[]>, after: Map<string, string[]>): void {
	for (const [table, rows] of before) {
		const found = after.get(table) ?? [];
		if (RECORDED.includes(table)) expect(found, table).toEqual(expect.arrayContaining(rows));
		else expect(found, table).toEqual(rows);
	}
}

const placeOf = ({ bindings }: MortalService, { companyId }: Pick<Employer, 'companyId'>) =>
	bindings.DB.prepare('SELECT cell FROM places WHERE company_id = ?').bind(companyId).first<string>('cell');

const companyOf = ({ bindings }: MortalService, email: string) =>
	bindings.DB.prepare(
		'SELECT company_id FROM user_companies m JOIN users u ON u.id = m.user_id WHERE u.email = ?',
	)
		.bind(email)
		.first<string>('company_id');

async function signIn(service: MortalService, email: string, password = DEMO_PASSWORD): Promise<string> {
	const credentials = { email, password };
	const { idToken } = await write<{ idToken: string }>('', 'POST', '/auth', credentials, service);
	return `Bearer ${idToken}`;
}

/** Restores into a new service, compares it with the old one, signs in and closes a month. */
async function drill(before: Map<string, string[]>[], killsAt: readonly number[] = []): Promise<void> {
	const target = await newTarget();
	try {
		const args = ['--from', at('sealed'), ...urlOf(target), '--identity', at('key.txt')];
		// A killed restore continues, and one that was finished changes nothing.
		for (const [index, ms] of killsAt.entries()) {
			if (index % 2 === 0) await run('restore', args, ms);
			else await Promise.all([run('restore', args, ms + 500), pause(ms).then(() => target.kill())]);
			args[3] = target.url.origin;
		}
		expect(await run('restore', args)).toEqual({
			code: 0,
			printed: expect.stringContaining('compared every row'),
		});
		expect(await run('restore', args)).toEqual({
			code: 2,
			printed: expect.stringContaining('already restored here'),
		});
		const [inCell] = employers as [Employer];
		const cell = await placeOf(target, inCell);
		for (const [index, place] of [null, cell].entries())
			requireSameRows(before[index] ?? new Map(), await rowsOf(target, place));
		const admin = await signIn(target, 'admin@demo.example');
		const path = `/companies/${await companyOf(target, 'admin@demo.example')}/flex/payroll-runs`;
		const month = { month: toYearMonth(MONTH), early: true };
		expect(await write(admin, 'POST', path, month, target)).toMatchObject({ state: 'CLOSED' });
		// A new service has no list of erased people of its own.
		const listed = await target.bindings.BACKUPS?.list({ prefix: 'erased/' });
		expect(listed?.objects.map(({ key }) => key)).toEqual([ERASED]);
		const receipt = await target.bindings.DB.prepare(
			'SELECT id FROM receipts WHERE date_stored IS NOT NULL AND date_discarded IS NULL',
		).first<string>('id');
		expect((await target.bindings.RECEIPTS.head(receipt ?? ''))?.size).toBeGreaterThan(0);
	} finally {
		await target.end();
	}
}

test('a service is saved while people work, destroyed, and restored elsewhere with every row and file', {
	timeout: 120_000 + RESTORES * 120_000,
}, async () => {
	let isQuiet = false;
	const writers = employers.map(async (one, index) => {
		for (let n = 0; !isQuiet; n++) {
			const person = { email: `hired-${index}-${n}@kills.example`, companyId: one.companyId };
			await write(one.authorization, 'POST', '/employees', person);
			await pause(200);
		}
	});
	const sealed = ['--recipient', recipient];
	expect(await backUp(at('sealed'), ...sealed)).toMatchObject({
		code: 0,
		printed: expect.stringContaining('Saved 5 companies'),
	});
	isQuiet = true;
	await Promise.all(writers);
	for (let n = 0; n < RESTORES; n++)
		await run('backup', ['--to', at('sealed'), ...urlOf(source), ...sealed], 3000 * Math.random());
	const cell = await placeOf(source, employers[0] as Employer);
	// A restored cell has nothing to do at once.
	await source.bindings.CELLS.getByName(cell ?? '').run(Date.now());
	await source.bindings.BACKUPS?.put(ERASED, '');
	expect(await backUp(at('sealed'), ...sealed)).toMatchObject({ code: 0 });
	const before = [await rowsOf(source, null), await rowsOf(source, cell)];
	const files = readdirSync(at('sealed'), { recursive: true, withFileTypes: true }).filter((one) =>
		one.isFile(),
	);
	const open = files.filter(({ parentPath, name }) => !isEncrypted(join(parentPath, name)));
	expect(files.length).toBeGreaterThan(open.length + 8);
	expect(open.map(({ name }) => name.replace(/-\w+/, '')).sort()).toEqual(['backup.json', 'files.ndjson']);
	await drill(before);
	for (let n = 0; n < RESTORES; n++) await drill(before, [8000 * Math.random(), 8000 * Math.random()]);
});

test('a backup that is cut off or changed is refused', async () => {
	const [one] = employers.toReversed() as [Employer];
	expect(await backUp(at('one'), '--company', one.companyId)).toMatchObject({
		code: 0,
		printed: expect.stringContaining('because it is not encrypted'),
	});
	const [rows = ''] = readdirSync(at('one', one.companyId)).map((date) =>
		join(one.companyId, date, 'rows.ndjson.gz'),
	);
	const damages: [(copy: string) => void, string][] = [
		[(copy) => rmSync(join(copy, 'backup.json')), 'holds no finished backup'],
		[(copy) => rmSync(join(copy, rows)), 'is cut off'],
		[(copy) => changeLastByte(join(copy, rows)), 'has changed since it was written'],
	];
	for (const [index, [damage, words]] of damages.entries()) {
		const copy = at(`copy-${index}`);
		cpSync(at('one'), copy, { recursive: true });
		damage(copy);
		// Nothing is sent, so any service will do.
		expect(await restore(copy, source)).toMatchObject({ code: 2, printed: expect.stringContaining(words) });
	}
	expect(await restore(at('sealed'), source)).toMatchObject({
		code: 2,
		printed: expect.stringContaining('--identity'),
	});
});

/** The keys of another service. */
const OTHER = {
	...SETTINGS,
	JWT_SECRET: 'a secret of the other service, 32 bytes or more',
	ENCRYPTION_KEY: 'a key of the other service, 32 bytes or more',
};
const ADMIN = 'admin@demo.example';

const OTHERS =
	'a company moves to a service with other keys with its sign-ins, and its owner gets it without them';
test.skipIf(process.env.ALL_FAULTS !== 'true')(OTHERS, async () => {
	const companyId = (await companyOf(source, ADMIN)) ?? '';
	const path = `/companies/${companyId}`;
	const admin = await signIn(source, ADMIN);
	const provider = { issuer: 'https://login.kills.example', clientId: 'zubrot', clientSecret: 'a secret' };
	await write(admin, 'PUT', `${path}/single-sign-on`, { ...provider, domains: [] });
	const wanted = { name: 'HR', operations: ['readCompany'] };
	const { key } = await write<{ key: string }>(admin, 'POST', `${path}/api-keys`, wanted);
	expect(await backUp(at('moved'), '--company', companyId)).toMatchObject({ code: 0 });
	expect(await backUp(at('owned'), '--company', companyId, '--for-owner')).toMatchObject({ code: 0 });
	expect(await backUp(at('owned'), '--for-owner')).toMatchObject({
		code: 2,
		printed: expect.stringContaining('Name it with --company'),
	});

	const target = await newTarget({ ...OTHER, ENCRYPTION_KEY_PREVIOUS: SETTINGS.ENCRYPTION_KEY });
	try {
		expect(await restore(at('moved'), target)).toMatchObject({ code: 0 });
		expect(await restore(at('moved'), target)).toEqual({
			code: 2,
			printed: expect.stringContaining('already restored here'),
		});
		await signIn(target, ADMIN);
		expect(await write(`Bearer ${key}`, 'GET', path, undefined, target)).toMatchObject({ id: companyId });
		const cell = (await placeOf(target, { companyId })) ?? '';
		await target.runJobs([cell]);
		const own = databaseOf(target.bindings, cell).$client;
		const secret = await own.prepare('SELECT client_secret AS v FROM identity_providers').first<string>('v');
		expect(
			await vaultOf({ ENCRYPTION_KEY: OTHER.ENCRYPTION_KEY }).open(secret ?? '', `sso ${companyId}`),
		).toBe('a secret');
	} finally {
		await target.end();
	}

	const [rows = ''] = readdirSync(at('owned', companyId)).filter((name) => name.startsWith('2'));
	const text = gunzipSync(readFileSync(at('owned', companyId, rows, 'rows.ndjson.gz'))).toString();
	const { results: secrets } = await source.bindings.DB.prepare(
		`SELECT password_hash AS v FROM users WHERE password_hash IS NOT NULL UNION SELECT hash FROM api_keys
			UNION SELECT client_secret FROM identity_providers UNION SELECT id FROM sessions UNION SELECT hash FROM refresh_tokens`,
	).all<{ v: string }>();
	expect(secrets.length).toBeGreaterThan(8);
	expect(secrets.filter(({ v }) => text.includes(v))).toEqual([]);

	const owned = await newTarget(OTHER);
	try {
		expect(await restore(at('moved'), owned)).toMatchObject({
			code: 2,
			printed: expect.stringContaining('ENCRYPTION_KEY_PREVIOUS'),
		});
		expect(await restore(at('owned'), owned)).toMatchObject({
			code: 0,
			printed: expect.stringContaining('The backup has no sign-ins. Invite everybody again'),
		});
		await expect(signIn(owned, ADMIN)).rejects.toThrow('401');
		const platform = await newMember(owned.bindings, 'PLATFORM_ADMIN', undefined, OTHER.JWT_SECRET);
		const cell = (await placeOf(owned, { companyId })) ?? '';
		const userId = await databaseOf(owned.bindings, cell)
			.$client.prepare('SELECT id FROM users WHERE email = ?')
			.bind(ADMIN)
			.first<string>('id');
		const { link } = await write<{ link: string }>(
			platform,
			'POST',
			`/users/${userId}/invitation`,
			{},
			owned,
		);
		const password = 'seven purple bicycles';
		await write('', 'POST', '/auth/registration', { token: link.split('#')[1], password }, owned);
		const owner = await signIn(owned, ADMIN, password);
		expect(await write(owner, 'GET', path, undefined, owned)).toMatchObject({ name: 'Demo GmbH' });
	} finally {
		await owned.end();
	}
});

const isEncrypted = (file: string): boolean =>
	readFileSync(file, 'latin1').startsWith('age-encryption.org/v1');

function changeLastByte(file: string): void {
	const content = readFileSync(file);
	content.writeUInt8((content.at(-1) ?? 0) ^ 1, content.length - 1);
	writeFileSync(`${file}.new`, content);
	renameSync(`${file}.new`, file);
}
