import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { bytesOf, sendBytes } from '../../../harness/bytes.ts';
import { intercepted } from '../../../harness/intercepted.ts';
import { ascii, file, JPEG, PDF, PNG, storedReceipts, upload, WEBP } from '../../../harness/receipts.ts';
import { as, at, newCompany, newUser, type TestUser } from '../../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../../harness/spending.ts';

const MAX_BYTES = 10 * 1024 * 1024;

let spender: Spender;
let expense: string;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	expense = await spender.submitted();
	path = `/flex/expenses/${expense}/receipts`;
});

const list = async (by: TestUser = spender.employee) => (await as(by).get(path)).body;

describe('an uploaded receipt', () => {
	test.each([
		['image/jpeg', 'jpeg', JPEG],
		['image/png', 'png', PNG],
		['image/webp', 'webp', WEBP],
		['application/pdf', 'pdf', PDF],
	])(
		'is %s by its content, and is downloaded as a file that no browser runs',
		async (mediaType, ending, bytes) => {
			const { status, headers, body } = await upload(spender.employee, expense, bytes, undefined, {
				'Content-Type': 'text/html',
			});
			expect(status).toBe(201);
			expect(body).toEqual({
				id: expect.stringMatching(/^[0-9a-f-]{36}$/),
				dateCreated: '2023-03-07T12:00:00.000Z',
				expenseId: expense,
				mediaType,
				size: 64,
				sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
			});
			expect(headers.get('Location')).toBe(`/api/v2${path}/${body.id}`);
			expect(await list()).toEqual([body]);

			const download = await sendBytes(spender.verifier, 'GET', `${path}/${body.id}`);
			expect(download.status).toBe(200);
			expect(Object.fromEntries(download.headers)).toMatchObject({
				'content-type': mediaType,
				'content-disposition': `attachment; filename="receipt-${body.id}.${ending}"`,
				'x-content-type-options': 'nosniff',
				'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
				'cache-control': 'no-store',
			});
			expect(await bytesOf(download)).toEqual(bytes);
		},
	);

	test.each([
		['nothing', new Uint8Array()],
		['a page', file(ascii('<html>'))],
		['a drawing', file(ascii('<svg xmlns='))],
		['half a signature', file([0xff, 0xd8], 2)],
		['RIFF that is no WebP', file([...ascii('RIFF'), 56, 0, 0, 0, ...ascii('WAVE')])],
		['a PDF behind other bytes', file(ascii(' %PDF-'))],
	])('may not be %s, whatever it is called', async (_, bytes) => {
		expect(await upload(spender.employee, expense, bytes)).toMatchObject(
			refusal(415, 'unsupported_media_type'),
		);
		expect(await list()).toEqual([]);
	});

	test('has at most 10 MiB', async () => {
		const before = await storedReceipts();
		const tooLarge = await upload(spender.employee, expense, file(ascii('%PDF-'), MAX_BYTES + 1));
		expect(tooLarge).toMatchObject(refusal(413, 'body_too_large'));
		expect(await storedReceipts()).toEqual(before);
		const largest = await upload(spender.employee, expense, file(ascii('%PDF-'), MAX_BYTES));
		expect(largest).toMatchObject({ status: 201, body: { size: MAX_BYTES } });
	});
});

describe('at most five receipts', () => {
	const uploadFive = async () => {
		for (let count = 0; count < 5; count++) {
			expect((await upload(spender.employee, expense)).status).toBe(201);
		}
	};

	test('an expense: the sixth is refused and leaves nothing', async () => {
		await uploadFive();
		const before = await storedReceipts();
		expect(await upload(spender.employee, expense)).toMatchObject(refusal(409, 'too_many_receipts'));
		expect(await storedReceipts()).toEqual(before);
		expect((await upload(spender.employee, await spender.submitted())).status).toBe(201);
	});

	test('though eight come at once', async () => {
		const answers = await Promise.all(Array.from({ length: 8 }, () => upload(spender.employee, expense)));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
		expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
		expect(await list()).toHaveLength(5);
	});

	test('are listed in order of creation, page by page', async () => {
		await uploadFive();
		const all = await list();
		expect(all).toHaveLength(5);
		const { headers, body } = await as(spender.employee).get(`${path}?limit=2`);
		expect(body).toEqual(all.slice(0, 2));
		expect(headers.get('Link')).toContain('rel="next"');
	});
});

describe('a decided expense', () => {
	test.each([
		['approved', () => spender.approve(expense)],
		['rejected', () => spender.reject(expense)],
		['withdrawn', () => spender.withdraw(expense)],
	])('(%s) takes no more receipts; those it has stay', async (_, decide) => {
		const { body } = await upload(spender.employee, expense);
		await decide();
		expect(await upload(spender.employee, expense)).toMatchObject(refusal(409, 'already_decided'));
		expect(await list()).toEqual([body]);
		expect(await bytesOf(await sendBytes(spender.employee, 'GET', `${path}/${body.id}`))).toEqual(PDF);
	});
});

test('an expense that is decided during the upload takes no receipt', async () => {
	const DB = intercepted(/insert into "receipts"/, async (run) => {
		await spender.approve(expense);
		return run();
	});
	const answer = await upload(spender.employee, expense, PDF, { ...env, DB });
	expect(answer).toMatchObject(refusal(409, 'already_decided'));
	expect(await list()).toEqual([]);
});

describe('who may', () => {
	test('upload: the employee, administrators and integrations of the company; a verifier only reads', async () => {
		for (const user of [
			spender.admin,
			await newUser(['TECHNICAL_USER'], [spender.company.id]),
			await newUser(['PLATFORM_ADMIN']),
		]) {
			expect((await upload(user, expense)).status).toBe(201);
		}
		expect(await list(spender.verifier)).toHaveLength(3);
	});

	test('neither: a colleague and strangers, who get the 404 of an unknown expense', async () => {
		const { body } = await upload(spender.employee, expense);
		const colleague = await newSpender({}, spender.company);
		const notFound = refusal(404, 'not_found');
		for (const user of [colleague.employee, (await newCompany()).admin]) {
			expect(await as(user).get(path)).toMatchObject(notFound);
			expect(await as(user).get(`${path}/${body.id}`)).toMatchObject(notFound);
			expect(await upload(user, expense)).toMatchObject(notFound);
		}
		const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [(await newCompany()).id]);
		expect(await as(verifier).get(`${path}/${body.id}`)).toMatchObject(notFound);
		expect(await upload(spender.admin, crypto.randomUUID())).toMatchObject(notFound);
	});

	test('a receipt is found under its own expense only', async () => {
		const { body } = await upload(spender.employee, expense);
		const other = await spender.submitted();
		for (const address of [
			`/flex/expenses/${other}/receipts/${body.id}`,
			`${path}/${crypto.randomUUID()}`,
			`${path}/x`,
		]) {
			expect(await as(spender.employee).get(address)).toMatchObject(refusal(404, 'not_found'));
		}
	});
});
