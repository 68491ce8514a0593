import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../src/foundation/core/id.ts';
import { holding, MAX_HELD_BYTES, maxHeldBy, STRANGERS } from '../../../../src/foundation/core/memory.ts';
import { FORGOTTEN_AFTER_MS } from '../../../../src/foundation/core/ongoing.ts';
import { blocksOf, STANDSTILL_MS } from '../../../../src/foundation/core/upload.ts';
import { sqlIn } from '../../../harness/alarms.ts';
import { bytesOf, sendBytes } from '../../../harness/bytes.ts';
import { browse, visitOf } from '../../../harness/console.ts';
import { messageOf, receive, verified } from '../../../harness/incoming-mail.ts';
import { XML } from '../../../harness/invoices.ts';
import { postOffice, register } from '../../../harness/mail.ts';
import {
	ascii,
	file,
	JPEG,
	PDF,
	storedReceipts,
	upload,
	uploadDraft,
	uploadTo,
} from '../../../harness/receipts.ts';
import { newSandbox } from '../../../harness/sandboxes.ts';
import { as, at, now } from '../../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../../harness/spending.ts';

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

	test('and comes in tiny pieces is gathered in blocks before it is held', async () => {
		const bytes = Uint8Array.from({ length: 65_600 }, (_, index) => index % 251);
		const blocks: Uint8Array[] = [];
		for await (const block of blocksOf(inPieces(bytes, 13))) blocks.push(block);
		expect(blocks.map(({ length }) => length)).toEqual([65_536, 64]);
		expect(sha256(Buffer.concat(blocks))).toBe(sha256(bytes));
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

describe('files in memory at the same time', () => {
	const PDF_OF_A_MIB = file(ascii('%PDF-'), MIB);
	/** Ends what was begun here. */
	const ends: (() => void)[] = [];

	beforeEach(() => {
		for (const method of ['error', 'log'] as const) vi.spyOn(console, method).mockImplementation(() => {});
	});
	afterEach(() => {
		for (const end of ends.splice(0)) end();
		vi.restoreAllMocks();
	});

	/** Has others hold this many bytes until the test ends, or until it calls the returned function. */
	const hold = (bytes: number, owner = newId(now())) => {
		const held = holding(now(), owner, (count) => {
			count(bytes);
			return new Promise<void>((end) => ends.push(end));
		});
		return () => {
			ends.pop()?.();
			return held;
		};
	};
	/** Has two other people fill the whole memory. */
	const holdAll = () => {
		const releases = [1, 2].map(() => hold(MAX_HELD_BYTES / 2));
		return () => Promise.all(releases.map((release) => release()));
	};

	/** True if this owner can hold so many more bytes now. */
	const isFree = (bytes: number, owner: string) =>
		holding(now(), owner, async (count) => {
			count(bytes);
			return true;
		}).catch(({ code }) => code === 'unavailable' && false);
	const isIdle = async () => {
		const { userId } = spender.employee;
		const isOwnFree = await isFree(maxHeldBy(userId), userId);
		const release = hold(MAX_HELD_BYTES / 2);
		const isRestFree = await isFree(MAX_HELD_BYTES / 2, newId(now()));
		await release();
		return isOwnFree && isRestFree;
	};

	test('are refused beyond 40 MiB, one byte more is too many', async () => {
		hold(MAX_HELD_BYTES / 2);
		hold(MAX_HELD_BYTES / 2 - MIB);
		expect((await upload(spender.employee, expense, PDF_OF_A_MIB)).status).toBe(201);
		const release = hold(1);
		const refused = await upload(spender.employee, expense, PDF_OF_A_MIB);
		expect(refused).toMatchObject(refusal(503, 'unavailable'));
		expect(refused.headers.get('Retry-After')).toBe('2');
		await release();
		expect((await upload(spender.employee, expense, PDF_OF_A_MIB)).status).toBe(201);
	});

	test.each([
		['there is no memory for it', 503, MIB],
		['it is longer than announced', 400, MIB - 1],
	])('are read to their end when one is refused because %s', async (_, expected, announced) => {
		// The first piece still fits, so that the refusal comes in the middle.
		if (expected === 503) for (const left of [0, 20_000]) hold(MAX_HELD_BYTES / 2 - left);
		let isRead = false;
		const body = inPieces(PDF_OF_A_MIB, 10_001, (to) => {
			isRead = true;
			to.close();
		});
		const { status } = await send(body, { 'Content-Length': String(announced) });
		expect([status, isRead]).toEqual([expected, true]);
	});

	test('are counted in real time, even if the clock of a sandbox is a year ahead', async () => {
		const { admin, cell } = await newSandbox();
		await sqlIn(cell, 'UPDATE sandboxes SET ahead = ?', 365 * 86_400_000).run();
		const form = browse(await visitOf(admin));
		const sendForm = (headers = {}) =>
			form.upload('/benefits/new', { file: new File([JPEG], 'a.jpg') }, headers);
		holdAll();
		expect((await upload(admin, expense)).status).toBe(503);
		expect((await sendForm()).status).toBe(503);
		expect((await sendForm({ 'Content-Length': String(11 * MIB) })).status).toBe(503);
		expect((await upload(spender.employee, expense)).status).toBe(503);
	});

	test('hinder nobody by bytes that are only announced', async () => {
		const controllers: ReadableStreamDefaultController[] = [];
		const slow = Array.from({ length: 5 }, () =>
			send(
				inPieces(PDF, PDF.length, (to) => void controllers.push(to)),
				{ 'Content-Length': String(10 * MIB) },
			),
		);
		await expect.poll(() => controllers.length).toBe(slow.length);
		expect((await upload(spender.employee, expense, PDF_OF_A_MIB)).status).toBe(201);
		for (const to of controllers) to.error(new Error('lost'));
		expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 400));
		expect(await isIdle()).toBe(true);
	});

	test('do not hinder photos, which stream through, nor small bodies', async () => {
		holdAll();
		const photo = file([0xff, 0xd8, 0xff], 10 * MIB);
		expect((await upload(spender.employee, expense, photo)).status).toBe(201);
		expect((await spender.submit()).status).toBe(201);
	});

	test('are counted for drafts, facts, mails, forms and files of unknown length', async () => {
		const { employee, employeeId } = spender;
		await register(employee.userId);
		const { address, sender } = (await as(employee).post(`/employees/${employeeId}/flex/receipt-address`))
			.body;
		const headers = [verified(sender.split('@')[1]), `From: Erika <${sender}>`, `To: ${address}`];
		const visit = await visitOf(employee);
		const release = holdAll();
		expect((await uploadDraft(employee, employeeId)).status).toBe(503);
		const facts = `/employees/${employeeId}/flex/receipt-facts`;
		expect((await uploadTo(facts, employee, PDF)).status).toBe(503);
		expect((await send(inPieces(JPEG, 16), {})).status).toBe(503);
		const form = await browse(visit).upload('/benefits/new', { file: new File([JPEG], 'a.jpg') });
		expect([form.status, form.headers.get('Retry-After')]).toEqual([503, '2']);
		const mail = messageOf(headers, [{ name: 'a.jpg', bytes: JPEG }]);
		const received = () => receive(mail, { from: sender, to: address, bindings: postOffice().bindings });
		await expect(received()).rejects.toThrow('cannot be taken at present');
		await release();
		expect(await received()).toBeNull();
		expect(await isIdle()).toBe(true);
	});

	test.each<[string, () => Promise<{ status: number }>, number]>([
		['is stored', () => upload(spender.employee, expense, PDF), 201],
		['is refused', () => upload(spender.employee, spender.employeeId, PDF), 404],
		['is no invoice', () => upload(spender.employee, expense, file(ascii('<?xml version="1.0"?><a/>'))), 415],
		[
			'differs',
			() =>
				upload(spender.employee, expense, Uint8Array.from(Buffer.from(XML.ubl.replaceAll('10.00', '10.01')))),
			409,
		],
		[
			'breaks off',
			() =>
				send(
					inPieces(PDF, 16, (to) => to.error(new Error('lost'))),
					{ 'Content-Length': String(MIB) },
				),
			400,
		],
		[
			'is too large, and has no length',
			() => send(inPieces(file(ascii('%PDF-'), 10 * MIB + 1), MIB), {}),
			413,
		],
	])('are counted no longer once one %s', async (_, upload, status) => {
		expect((await upload()).status).toBe(status);
		expect(await isIdle()).toBe(true);
	});

	test('are counted until the bucket has them, and not after it has failed', async () => {
		const counted: boolean[] = [];
		const put = async () => {
			counted.push(await isIdle());
			throw new Error('put: 500');
		};
		const bucket = { put, delete: async () => undefined } as unknown as R2Bucket;
		for (const bytes of [PDF, JPEG]) {
			const answer = await upload(spender.employee, expense, bytes, { ...env, RECEIPTS: bucket });
			expect(answer).toMatchObject(refusal(503, 'unavailable'));
		}
		expect(counted).toEqual([false, true]);
		expect(await isIdle()).toBe(true);
	});

	test('fill at most three quarters of the memory if they are of one person, so that others can upload', async () => {
		const other = await newSpender();
		const { userId } = spender.employee;
		hold(maxHeldBy(userId) - MIB, userId);
		expect((await upload(spender.employee, expense, PDF_OF_A_MIB)).status).toBe(201);
		hold(1, userId);
		expect((await upload(spender.employee, expense, PDF_OF_A_MIB)).status).toBe(503);
		expect((await upload(other.employee, await other.submitted(), PDF_OF_A_MIB)).status).toBe(201);
	});

	test('are dropped from a form without a session, and all callers without one share an eighth of the memory', async () => {
		const send = (visit: Parameters<typeof browse>[0]) =>
			browse(visit).upload(
				'/benefits/new',
				{ note: 'Lunch', file: new File([PDF_OF_A_MIB], 'a.pdf') },
				{ 'Content-Length': String(MIB) },
			);
		expect(await send(null)).toMatchObject({ status: 403, body: expect.stringMatching(/Lunch[^<]*file/) });
		const release = hold(maxHeldBy(STRANGERS), STRANGERS);
		expect((await send(null)).status).toBe(503);
		expect((await send(await visitOf(spender.employee))).status).not.toBe(503);
		await release();
		expect(await isFree(maxHeldBy(STRANGERS), STRANGERS)).toBe(true);
		expect(await isFree(maxHeldBy(STRANGERS) + 1, STRANGERS)).toBe(false);
	});

	test.each([
		['stand still', 2 * STANDSTILL_MS, false],
		['trickle for ten minutes', FORGOTTEN_AFTER_MS, true],
	])('are broken off if they %s', async (_, ms, trickles) => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		try {
			let to: ReadableStreamDefaultController | undefined;
			const body = inPieces(PDF, PDF.length, (controller) => {
				to = controller;
			});
			let status = 0;
			const sent = send(body, { 'Content-Length': String(MIB) }).then((answer) => {
				({ status } = answer);
				return answer.json();
			});
			await expect.poll(() => to).toBeDefined();
			for (let passed = STANDSTILL_MS; passed <= ms; passed += STANDSTILL_MS) {
				expect(status).toBe(0);
				if (trickles) to?.enqueue(new Uint8Array(1));
				await new Promise((read) => setTimeout(read, 5));
				vi.advanceTimersByTime(STANDSTILL_MS);
			}
			expect(await sent).toMatchObject({ code: 'incomplete_body' });
			expect(await isIdle()).toBe(true);
		} finally {
			vi.useRealTimers();
		}
	});

	test('are forgotten after ten minutes, if the runtime has ended their request without a word', async () => {
		holdAll();
		const later = now() + FORGOTTEN_AFTER_MS;
		at(new Date(later - 1).toISOString());
		expect((await upload(spender.employee, expense)).status).toBe(503);
		at(new Date(later).toISOString());
		expect((await upload(spender.employee, expense)).status).toBe(201);
	});
});
