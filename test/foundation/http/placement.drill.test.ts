import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundle, bundled } from '../../../src/entrances/cli/bundle.ts';
import { startRuntime, workerOptions } from '../../../src/entrances/cli/local-state.ts';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';
import { newActor, type Session } from '../../tools/bench/seed.ts';

const JWT_SECRET = 'the-secret-of-the-tests-is-no-secret-at-all';
const ENCRYPTION_KEY = 'the-key-of-the-tests-is-no-secret-either';
/** Only the Worker beside the database admits pages of this origin, which tells who has answered. */
const Origin = 'https://beside-the-database.example';

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

const state = mkdtempSync(join(tmpdir(), 'zubrot-'));
let runtime: Miniflare;
let url: URL;
let admin: Session;

beforeAll(async () => {
	await bundle(Date.now());
	const settings = (CORS_ORIGINS: string) => ({ JWT_SECRET, ENCRYPTION_KEY, CORS_ORIGINS });
	const worker = { ...workerOptions(), ...bundled(), modulesRules: undefined, assets: undefined };
	const ASSETS = () => new Response(null, { status: 404 });
	runtime = startRuntime(
		{},
		{
			host: '127.0.0.1',
			port: 0,
			resourcePersistencePath: join(state, 'v3'),
			workers: [
				{
					...worker,
					name: 'near',
					bindings: settings('https://near.example'),
					serviceBindings: { PRIMARY: 'zubrot', ASSETS },
					queueConsumers: [],
				},
				{
					...worker,
					name: 'zubrot',
					serviceBindings: { ASSETS },
					bindings: { ...settings(Origin), SECURITY_CONTACT: 'mailto:beside@zubrot.example' },
				},
			],
		},
	);
	url = await runtime.ready;
	const { DB } = await runtime.getBindings<Bindings & Record<string, unknown>>('zubrot');
	await migrate(DB);
	admin = await newActor(DB, ['PLATFORM_ADMIN']);
}, 120_000);

afterAll(async () => {
	await runtime.dispose();
	rmSync(state, { recursive: true });
});

/** Sends a request to the Worker near the caller. Returns who has answered. */
async function send(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
	const tokens = await createTokens(JWT_SECRET, undefined);
	const Authorization = `Bearer ${await tokens.issue(admin, Date.now())}`;
	const response = await fetch(new URL(path, url), {
		method,
		headers: { Authorization, Origin, 'Content-Type': 'application/json', ...headers },
		redirect: 'manual',
		...(body && { body: JSON.stringify(body) }),
	});
	const isForwarded = response.headers.get('Access-Control-Allow-Origin') === Origin;
	return { response, isForwarded };
}

test('a Worker near its callers forwards everything except reads with a bookmark', async () => {
	const body = { name: 'Zubrot', taxAffiliation: 'DE' };
	const created = await send('POST', '/api/v2/companies', {}, body);
	expect([created.response.status, created.isForwarded]).toEqual([201, true]);
	const bookmark = { 'Zubrot-Bookmark': created.response.headers.get('Zubrot-Bookmark') ?? '' };
	const location = created.response.headers.get('Location') ?? '';

	const far = await send('GET', location);
	expect([far.response.status, far.isForwarded]).toEqual([200, true]);
	const near = await send('GET', location, bookmark);
	expect([near.response.status, near.isForwarded]).toEqual([200, false]);
	expect(near.response.headers.get('Zubrot-Bookmark')).not.toBe(null);
	expect(await near.response.json()).toEqual(await far.response.json());

	const written = await send('PUT', location, bookmark, { name: 'Zubrot 2' });
	expect([written.response.status, written.isForwarded]).toEqual([200, true]);
});

test('the Worker beside the database is asked again for what a copy refuses', async () => {
	const { response } = await send('POST', '/api/v2/companies', {}, { name: 'Another', taxAffiliation: 'DE' });
	const bookmark = { 'Zubrot-Bookmark': response.headers.get('Zubrot-Bookmark') ?? '' };
	const missing = await send('GET', `/api/v2/companies/${admin.userId}`, bookmark);
	expect([missing.response.status, missing.isForwarded]).toEqual([404, true]);
	expect(missing.response.headers.get('X-Content-Type-Options')).toBe('nosniff');
	const forged = await send('GET', '/api/v2/auth/me', { 'Zubrot-Bookmark': 'forged' });
	expect([forged.response.status, forged.isForwarded]).toEqual([400, false]);
});

test('addresses besides the API and the console are always forwarded', async () => {
	const marks = { Cookie: 'zubrot-written=x', 'Zubrot-Bookmark': 'x' };
	const { response } = await send('GET', '/.well-known/security.txt', marks);
	expect(await response.text()).toContain('mailto:beside@zubrot.example');
});

/** Begins a request whose body stands still after these bytes. */
function standStill(path: string, headers: string, bytes: number): Socket {
	const socket = connect(Number(url.port), url.hostname);
	// The service or the test may close the connection.
	socket.on('error', () => {});
	socket.write(`POST ${path} HTTP/1.1\r\nHost: ${url.host}\r\n${headers}\r\n\r\n`);
	if (/chunked/.test(headers)) socket.write(`${(2 * bytes).toString(16)}\r\n`);
	socket.write(Buffer.alloc(bytes, '%PDF-'));
	return socket;
}

test.each([
	['256 KiB', 256 * 1024, 403],
	['one byte more', 256 * 1024 + 1, 413],
])('a form without a session may have 256 KiB, also without a length: %s', async (_, size, status) => {
	const [head, tail] = ['--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n', '\r\n--b--\r\n'];
	const note = 'x'.repeat(size - head.length - tail.length);
	const response = await fetch(new URL('/console/benefits/new', url), {
		method: 'POST',
		headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'multipart/form-data; boundary=b' },
		body: new Blob([head, note, tail]).stream(),
		duplex: 'half',
	} as RequestInit);
	expect(response.status).toBe(status);
});

const MIB = 1024 * 1024;
const FORM = 'Sec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=b';

test.each([
	[
		'people without a session',
		24,
		2,
		(_: string) => `${FORM}\r\nContent-Length: ${13 * MIB}`,
		'/console/benefits/new',
	],
	[
		'one person',
		6,
		8,
		(token: string) => `Authorization: Bearer ${token}\r\nTransfer-Encoding: chunked`,
		`/api/v2/flex/expenses/${UNKNOWN}/receipts`,
	],
])('bodies of %s that stand still leave memory for others', async (_, count, mebibytes, headersOf, path) => {
	const tokens = await createTokens(JWT_SECRET, undefined);
	const [{ DB }, now] = [await runtime.getBindings<Bindings & Record<string, unknown>>('zubrot'), Date.now()];
	const [blocker, other] = await Promise.all(
		[1, 2].map(async () => tokens.issue(await newActor(DB, ['PLATFORM_ADMIN']), now)),
	);
	const upload = async (token = '') => {
		const init = { method: 'POST', headers: { Authorization: `Bearer ${token}` }, duplex: 'half' };
		const body = new Blob([Buffer.alloc(5 * MIB, '%PDF-')]).stream();
		const target = new URL(`/api/v2/flex/expenses/${UNKNOWN}/receipts`, url);
		return (await fetch(target, { ...init, body } as RequestInit)).status;
	};
	const sendForm = async () => {
		const body = new FormData();
		body.set('note', 'x'.repeat(200_000));
		const init = { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' }, body };
		return (await fetch(new URL('/console/benefits/new', url), init)).status;
	};
	const sockets = Array.from({ length: count }, () =>
		standStill(path, headersOf(blocker ?? ''), mebibytes * MIB),
	);
	try {
		await vi.waitFor(
			async () => expect(path.startsWith('/api') ? await upload(blocker) : await sendForm()).toBe(503),
			{ timeout: 20_000, interval: 100 },
		);
		expect(await upload(other)).toBe(404);
	} finally {
		for (const socket of sockets) socket.destroy();
	}
	await vi.waitFor(async () => expect(await upload(blocker)).toBe(404), { timeout: 20_000, interval: 100 });
});
