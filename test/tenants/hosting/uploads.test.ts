import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { call } from '../../harness/service.ts';

const KEY = 'an operator key of the tests, 32 bytes or more';

const OPERATED: Bindings = { ...env, OPERATOR_KEY: KEY };

beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

const ask = (
	method: string,
	path: string,
	body?: unknown,
	{ bindings = OPERATED, key = KEY }: { bindings?: Bindings; key?: string } = {},
) => {
	const headers = { Authorization: `Bearer ${key}` };
	return call(method, `https://zubrot.example/operator${path}`, body, headers, bindings);
};

test('an object is stored only with its hash, and only below a company or the service', async () => {
	const put = (key: string, sha256: string) =>
		call(
			'PUT',
			`https://zubrot.example/operator/objects/${key}`,
			new TextEncoder().encode('text'),
			{ Authorization: `Bearer ${KEY}`, 'X-Sha256': sha256, 'Content-Type': 'text/plain' },
			OPERATED,
		);
	const sha256 = '982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1';
	expect((await put('service/objects/RECEIPTS/1', sha256)).status).toBe(204);
	expect((await ask('GET', '/objects/service/objects/RECEIPTS/1')).body).toBe('text');
	expect(await put('service/objects/RECEIPTS/1', 'f'.repeat(64))).toMatchObject({
		body: { code: 'backup_damaged' },
	});
	expect((await put('service/objects/RECEIPTS/1', 'f')).status).toBe(400);
	expect((await put('elsewhere/1', sha256)).status).toBe(400);
	expect((await ask('GET', '/objects/service/objects/RECEIPTS/2')).status).toBe(404);
});

test('an object too large for one request comes in parts, and is kept only with its hash', async () => {
	const bytes = new Uint8Array(5 * 1024 * 1024 + 7).fill(7);
	const parts = [bytes.subarray(0, 5 * 1024 * 1024), bytes.subarray(5 * 1024 * 1024)];
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const key = 'service/2026-03-01T00:00:00.000Z/rows.ndjson.gz';
	const begin = async () => (await ask('POST', '/uploads', { key, type: 'application/gzip' })).body;
	const putPart = (uploadId: string, partNumber: unknown, body: Uint8Array) =>
		call(
			'PUT',
			`https://zubrot.example/operator/uploads?${new URLSearchParams({ key, uploadId, partNumber: String(partNumber) })}`,
			body,
			{ Authorization: `Bearer ${KEY}` },
			OPERATED,
		);
	const complete = (uploadId: string, stored: unknown[], hash = sha256) =>
		ask('POST', '/uploads/completion', { key, uploadId, parts: stored, sha256: hash });
	const send = async () => {
		const { uploadId } = await begin();
		const stored = [];
		for (const [index, part] of parts.entries()) stored.push((await putPart(uploadId, index + 1, part)).body);
		return { uploadId, stored };
	};
	const { uploadId, stored } = await send();
	expect((await complete(uploadId, stored)).status).toBe(204);
	const object = await env.BACKUPS.get(key);
	expect(object?.httpMetadata?.contentType).toBe('application/gzip');
	expect(
		createHash('sha256')
			.update(new Uint8Array((await object?.arrayBuffer()) ?? []))
			.digest('hex'),
	).toBe(sha256);
	expect((await complete(uploadId, stored)).status).toBe(404);

	const other = await send();
	expect((await putPart('unknown', 1, parts[1] as Uint8Array)).status).toBe(404);
	expect((await putPart(other.uploadId, 0, parts[1] as Uint8Array)).status).toBe(400);
	expect(await complete(other.uploadId, other.stored, 'f'.repeat(64))).toMatchObject({
		body: { code: 'backup_damaged' },
	});
	expect(await env.BACKUPS.head(key)).toBeNull();
	const half = await begin();
	expect(await complete(half.uploadId, [{ partNumber: 1, etag: 'unknown' }])).toMatchObject({
		body: { code: 'backup_damaged' },
	});
});
