import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Bucket } from '../../../src/entrances/cli/copies/bucket.ts';
import { streamOf } from '../../../src/entrances/cli/copies/bytes.ts';
import { Copy, readDescription } from '../../../src/entrances/cli/copies/copy.ts';
import { Folder } from '../../../src/entrances/cli/copies/folder.ts';
import { openWith, PLAIN, sealFor } from '../../../src/entrances/cli/copies/seal.ts';
import { Service } from '../../../src/entrances/cli/copies/service.ts';
import type { BackupStorage } from '../../../src/entrances/cli/copies/storage.ts';
import { startRuntime } from '../../../src/entrances/cli/local-state.ts';
import { Stop } from '../../../src/entrances/cli/stop.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';

const folder = mkdtempSync(join(tmpdir(), 'zubrot-copies-'));
let runtime: Miniflare;
let r2: R2Bucket;
beforeAll(async () => {
	const idle = { modules: [{ type: 'ESModule', path: 'idle.js', contents: 'export default {}' }] };
	runtime = startRuntime(
		{ ...idle, assets: undefined, durableObjects: undefined },
		{ resourcePersistencePath: join(folder, 'state') },
	);
	({ RECEIPTS: r2 } = await runtime.getBindings<Bindings & Record<string, unknown>>());
});
afterAll(async () => {
	await runtime.dispose();
	rmSync(folder, { recursive: true, force: true });
});

const bucketAt = (prefix: string, bucket = r2): Bucket =>
	new Bucket('r2:copies', bucket, prefix, undefined, () => 1);

/** Fails each call from the `first` one on, `times` times. */
function failing(first: number, times = Number.POSITIVE_INFINITY): R2Bucket {
	let calls = 0;
	return new Proxy(r2, {
		get(target, name: keyof R2Bucket) {
			return (...given: unknown[]) => {
				if (++calls >= first && calls < first + times)
					return Promise.reject(new Error('put: We encountered an internal error. (10001)'));
				return (target[name] as (...given: unknown[]) => unknown).apply(target, given);
			};
		},
	});
}

const textOf = (n: number) => `content ${n}`;
const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const keep = (copy: Copy, n: number, text = textOf(n)) =>
	copy.keep(`service/objects/${n}`, 'text/plain', streamOf(Buffer.from(text)), hashOf(textOf(n)));

/** Writes a whole backup with the files of these numbers. */
async function write(place: BackupStorage, numbers: readonly number[]): Promise<void> {
	try {
		await place.lock();
		const copy = new Copy(place, PLAIN);
		await copy.resume();
		const kept = [];
		for (const n of numbers)
			kept.push((await copy.find(`service/objects/${n}`, hashOf(textOf(n)))) ?? (await keep(copy, n)));
		await copy.finish({ numbers }, kept);
	} finally {
		await place.close();
	}
}

async function read(place: BackupStorage): Promise<string[]> {
	const described = await readDescription<{ list: string; sha256: string }>(place);
	if (described === undefined) return [];
	const copy = new Copy(place, PLAIN);
	const files = await copy.files(described);
	return Promise.all(files.map(async (file) => (await copy.read(file)).toString()));
}

const numbers = [...Array(25).keys()];

test.each<
	[string, (name: string) => BackupStorage, (name: string, file: string, text: string) => Promise<void>]
>([
	[
		'a bucket',
		(name) => bucketAt(`${name}/`),
		async (name, file, text) => void (await r2.put(`${name}/${file}`, text)),
	],
	[
		'a folder',
		(name) => new Folder(join(folder, name)),
		(name, file, text) => new Folder(join(folder, name)).store(file, streamOf(Buffer.from(text))),
	],
])(
	'a backup in %s continues after it broke off, keeps a second run out, and shows damage',
	async (_, at, change) => {
		const killed = at('one');
		await killed.lock();
		// A lock of this process is its own in a folder, so only the bucket refuses here.
		if (killed instanceof Bucket) await expect(at('one').lock()).rejects.toThrow('Another run is writing');
		const first = new Copy(killed, PLAIN);
		for (const n of numbers) await keep(first, n);
		await expect(keep(first, 25, 'another content')).rejects.toThrow('The content has the hash');
		expect(await readDescription(at('one'))).toBeUndefined();
		await killed.close();
		const second = new Copy(at('one'), PLAIN);
		await second.resume();
		expect(await second.find('service/objects/3')).not.toBeNull();
		expect(await second.find('service/objects/25')).toBeNull();

		await write(at('one'), numbers.slice(5));
		expect(await read(at('one'))).toEqual(numbers.slice(5).map(textOf));
		expect(await at('one').open('service/objects/3')).toBeNull();
		expect(await at('one').notes()).toBe('');
		await write(at('one'), numbers.slice(6));
		expect(await read(at('one'))).toHaveLength(19);
		await change('one', 'service/objects/7', 'changed');
		await expect(read(at('one'))).rejects.toThrow('service/objects/7 has changed since it was written');
		await at('one').remove(['service/objects/7']);
		await expect(read(at('one'))).rejects.toThrow('cut off');
		await write(at('one'), numbers.slice(6));
		expect(await read(at('one'))).toHaveLength(19);
	},
);

test('the key of another backup, or a file that is no key, is refused in one sentence', async () => {
	const [own, other] = [await generateX25519Identity(), await generateX25519Identity()];
	const recipient = await identityToRecipient(own);
	const sealed = () => sealFor(recipient).encrypt(streamOf(Buffer.from('text')));
	const openedBy = async (identity: string) => {
		const file = join(folder, 'key.txt');
		writeFileSync(file, identity);
		return new Response((await openWith(recipient, file).decrypt(await sealed())) as BodyInit).text();
	};
	expect(await openedBy(own)).toBe('text');
	for (const identity of [other, 'no key'])
		await expect(openedBy(identity)).rejects.toThrow(/^\S+key.txt is not the key of this backup.*age1\w+/);
	await expect(openedBy('AGE-SECRET-KEY-1')).rejects.toThrow('cannot be read as a key of age');
	expect(() => openWith(recipient, join(folder, 'missing.txt'))).toThrow(Stop);
});

test('a large file is stored in a bucket in parts, and is whole there', async () => {
	const content = randomBytes(17 * 1024 * 1024);
	const place = bucketAt('large/');
	await place.lock();
	const copy = new Copy(place, PLAIN);
	const kept = await copy.keep('service/objects/1', 'text/plain', streamOf(content), hashOf(content));
	expect(kept).toMatchObject({ bytes: content.length, sha256: hashOf(content) });
	expect((await copy.read(kept)).equals(content)).toBe(true);
	await place.close();
});

test('a bucket that fails for a while delays a backup, and one that stays away leaves the last backup usable', async () => {
	await write(bucketAt('two/'), [1, 2, 3]);
	await write(bucketAt('two/', failing(6, 5)), [2, 3, 4]);
	expect(await read(bucketAt('two/'))).toEqual([2, 3, 4].map(textOf));
	for (let first = 1; ; first++) {
		const outcome = await write(bucketAt('two/', failing(first)), [4, 5, 6]).catch((error) => error);
		const left = await read(bucketAt('two/'));
		if (outcome === undefined) {
			expect(first).toBeGreaterThan(10);
			expect(left).toEqual([4, 5, 6].map(textOf));
			break;
		}
		expect(outcome).toBeInstanceOf(Stop);
		expect(outcome.message).toContain('The bucket r2:copies cannot be reached: put: We encountered');
		expect(outcome.message).toContain('It continues where it stopped, and a finished backup stays usable.');
		expect([[2, 3, 4].map(textOf), [4, 5, 6].map(textOf)]).toContainEqual(left);
		// Two minutes later the lock of the failed run is over.
		await r2.delete('two/backup.lock');
	}
});

test('a service whose bucket fails stops the command with a sentence, and the last backup stays', async () => {
	const companyId = '0193f5c0-0000-7000-8000-000000000001';
	const rowsWith = (ids: number[]) =>
		gzipSync(
			`{"table":"objects"}\n${ids.map((id) => `["RECEIPTS","${id}",4,"${hashOf('text')}"]\n`).join('')}{"table":"users"}\n`,
		);
	const [day, nextDay] = [1, 2].map((one) => ({
		date: `2026-01-0${one}T01:00:00.000Z`,
		rows: rowsWith(one === 1 ? [1] : [1, 2]),
	})) as [Day, Day];
	let [now, isBroken] = [day, false];
	const server = createServer(({ url = '' }, response) => {
		const answer = (status: number, body: string | Buffer, type = 'application/json') =>
			response.writeHead(status, { 'Content-Type': type, 'Retry-After': '0.01' }).end(body);
		const { date, rows } = now;
		const manifest = { companyId, date, rows: 1, file: { sha256: hashOf(rows) } };
		if (isBroken && url.endsWith('/RECEIPTS/2')) answer(500, '{"detail":"The request failed."}');
		else if (url.endsWith('/operator/service'))
			answer(200, `{"format":1,"companies":[{"companyId":"${companyId}"}]}`);
		else if (url.endsWith('/operator/backups'))
			answer(200, JSON.stringify({ manifest, missing: null, isInCell: false }));
		else if (url.endsWith('/operator/erasures')) answer(200, '{"erased":[]}');
		else if (url.endsWith('rows.ndjson.gz')) answer(200, rows, 'application/gzip');
		else answer(200, 'text', 'text/plain');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const to = join(folder, 'three');
	const save = () => run('--to', to, '--company', companyId, '--url', `http://127.0.0.1:${port}`);
	try {
		expect(await save()).toMatchObject({ code: 0 });
		[now, isBroken] = [nextDay, true];
		expect(await save()).toMatchObject({
			code: 2,
			printed: expect.stringContaining('is not available: The request failed.\nRun the command again later.'),
		});
		expect(await read(new Folder(to))).toHaveLength(4);
		isBroken = false;
		expect(await save()).toMatchObject({ code: 0 });
		expect(await read(new Folder(to))).toHaveLength(5);
	} finally {
		server.close();
	}
});

test('a file that is too large for one request is sent in parts', async () => {
	const received: Record<string, number> = {};
	const server = createServer(async (request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const what = `${request.method} ${pathname} ${searchParams.get('partNumber') ?? ''}`.trim();
		received[what] = 0;
		for await (const chunk of request) received[what] += (chunk as Buffer).length;
		const isNew = request.method === 'HEAD';
		response.writeHead(isNew ? 404 : what.endsWith('completion') ? 204 : 200);
		response.end(JSON.stringify({ key: 'k', uploadId: 'u', partNumber: 1, etag: 'e' }));
	});
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	vi.stubEnv('OPERATOR_KEY', 'a key');
	try {
		const service = await Service.at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
		const part = 64 * 1024 * 1024;
		await service.storeObject('k', 'application/gzip', 'hash', Buffer.alloc(part + 3));
		expect(received).toEqual({
			'HEAD /operator/objects/k': 0,
			'POST /operator/uploads': expect.any(Number),
			'PUT /operator/uploads 1': part,
			'PUT /operator/uploads 2': 3,
			'POST /operator/uploads/completion': expect.any(Number),
		});
	} finally {
		vi.unstubAllEnvs();
		server.close();
	}
});

interface Day {
	date: string;
	rows: Buffer;
}

async function run(...args: string[]): Promise<{ code: number | null; printed: string }> {
	const child = spawn(process.execPath, [join('src', 'entrances', 'cli', 'backup.ts'), ...args], {
		env: { ...process.env, OPERATOR_KEY: 'a key' },
	});
	let printed = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => {
			printed += chunk;
		});
	const [code] = await once(child, 'close');
	return { code, printed };
}
