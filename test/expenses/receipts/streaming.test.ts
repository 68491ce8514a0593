import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bytesOf, sendBytes } from '../../harness/bytes.ts';
import { ascii, file, PDF, storedReceipts, upload } from '../../harness/receipts.ts';
import { at } from '../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../harness/spending.ts';

const MIB = 1024 * 1024;

let spender: Spender;
let expense: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	expense = await spender.submitted();
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A body that comes in small pieces, and may break off. */
function inPieces(
	bytes: Uint8Array,
	size: number,
	end = (to: ReadableStreamDefaultController) => to.close(),
) {
	let sent = 0;
	return new ReadableStream({
		type: 'bytes',
		pull(controller) {
			if (sent >= bytes.length) return end(controller);
			controller.enqueue(bytes.slice(sent, sent + size));
			sent += size;
		},
	});
}

const send = (body: ReadableStream, headers: Record<string, string>) =>
	sendBytes(spender.employee, 'POST', `/flex/expenses/${expense}/receipts`, body, headers);

describe('a file that passes through', () => {
	test.each([
		['whose length is announced', { 'Content-Length': String(3 * MIB) }],
		['whose length shows at its end', {}],
	])('and %s is stored as it was sent, with its SHA-256', async (_, headers) => {
		const bytes = crypto
			.getRandomValues(new Uint8Array(64))
			.reduce(
				(content, byte, index) => content.fill(byte, index * 100 + 5, index * 100 + 105),
				file(ascii('%PDF-'), 3 * MIB),
			);
		const response = await send(inPieces(bytes, 10_001), headers);
		const receipt: { id: string } = await response.json();
		expect(receipt).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
		const path = `/flex/expenses/${expense}/receipts/${receipt.id}`;
		expect(sha256(await bytesOf(await sendBytes(spender.employee, 'GET', path)))).toBe(sha256(bytes));
	});

	test('is known by its first bytes though they come one by one', async () => {
		const response = await send(inPieces(PDF, 1), { 'Content-Length': String(PDF.length) });
		expect(await response.json()).toMatchObject({ mediaType: 'application/pdf', sha256: sha256(PDF) });
	});

	test.each<[string, () => ReadableStream]>([
		['breaks off', () => inPieces(PDF, 16, (to) => to.error(new Error('Network connection lost.')))],
		['ends before its announced length', () => inPieces(PDF, 16)],
	])('and %s is refused as such, and leaves nothing', async (_, body) => {
		vi.spyOn(console, 'log').mockImplementation(() => {});
		const before = await storedReceipts();
		const response = await send(body(), { 'Content-Length': String(PDF.length + 16) });
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ code: 'incomplete_body' });
		expect(await storedReceipts()).toEqual(before);
	});

	test('and was announced as larger than 10 MiB is refused before it is read', async () => {
		const response = await send(inPieces(PDF, 16), { 'Content-Length': String(10 * MIB + 1) });
		expect(response.status).toBe(413);
	});
});

describe('under an idempotency key', () => {
	const key = { 'Idempotency-Key': 'a photo' };
	const other = PDF.with(63, 8);

	test('an identical file gets the same answer, even after the decision', async () => {
		const { body } = await upload(spender.employee, expense, PDF, env, key);
		await spender.approve(expense);
		const again = await upload(spender.employee, expense, PDF, env, key);
		expect(again).toMatchObject({ status: 201, body });
		expect(again.headers.get('Idempotency-Replayed')).toBe('true');
	});

	test('a file that differs in its last byte alone is another request', async () => {
		const large = file(ascii('%PDF-'), 100_000);
		expect((await upload(spender.employee, expense, large, env, key)).status).toBe(201);
		expect(await upload(spender.employee, expense, large.with(99_999, 8), env, key)).toMatchObject(
			refusal(409, 'idempotency_conflict'),
		);
		expect(await upload(spender.employee, expense, other, env, key)).toMatchObject(
			refusal(409, 'idempotency_conflict'),
		);
	});
});
