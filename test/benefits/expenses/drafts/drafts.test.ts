import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { bytesOf, sendBytes } from '../../../harness/bytes.ts';
import { sampleOf } from '../../../harness/invoices.ts';
import { allowEarlier, bearing, newApiKey } from '../../../harness/keys.ts';
import { file, JPEG, PDF, PNG, uploadDraft } from '../../../harness/receipts.ts';
import { as, at, newUser, runCron } from '../../../harness/service.ts';
import { cents, expenseOf, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	path = `/employees/${spender.employeeId}/flex/receipt-drafts`;
});

const add = (bytes = PDF, headers = {}) => uploadDraft(spender.employee, spender.employeeId, bytes, headers);
const list = async () => (await as(spender.employee).get(path)).body;
const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);
const receiptsOf = async (expenseId: string) =>
	(await as(spender.employee).get(`/flex/expenses/${expenseId}/receipts`)).body;
const isKept = async (id: string) => (await env.RECEIPTS.head(id)) !== null;
const usedBytes = async () => {
	const { results } = await env.DB.prepare(
		`SELECT used FROM quota_usage WHERE owner_id IN (?, ?) AND quota IN ('receipt_bytes', 'stored_bytes') ORDER BY quota`,
	)
		.bind(spender.employeeId, spender.company.id)
		.all<{ used: number }>();
	return results.map(({ used }) => used);
};

/** Makes the employee an administrator of the company. */
const promote = () =>
	env.DB.batch([
		env.DB.prepare('UPDATE users SET roles = ? WHERE id = ?').bind(
			'["EMPLOYEE","COMPANY_ADMIN"]',
			spender.employee.userId,
		),
		env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(
			spender.employee.userId,
			spender.company.id,
		),
	]);

/** The operations of drafts and of the address for receipts, which belong to the person alone. */
const OWN = [
	'addReceiptDraft',
	'listReceiptDrafts',
	'readReceiptDraft',
	'removeReceiptDraft',
	'readReceiptAddress',
	'createReceiptAddress',
	'removeReceiptAddress',
];

describe('a draft', () => {
	test('is a file that waits for its form, as its owner reads it', async () => {
		const { status, headers, body } = await add(JPEG);
		expect(status).toBe(201);
		expect(body).toEqual({
			id: expect.any(String),
			dateCreated: '2023-03-07T12:00:00.000Z',
			employeeId: spender.employeeId,
			source: 'UPLOAD',
			mediaType: 'image/jpeg',
			size: 64,
			sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
			machineFacts: null,
			keptUntil: '2023-06-05T12:00:00.000Z',
		});
		expect(headers.get('Location')).toBe(`/api/v2${path}/${body.id}`);
		expect(await list()).toEqual([body]);
		const read = await sendBytes(spender.employee, 'GET', `${path}/${body.id}`);
		expect([read.headers.get('Content-Type'), await bytesOf(read)]).toEqual(['image/jpeg', JPEG]);
		expect(await usedBytes()).toEqual([64, 64]);
	});

	test('may not be a file of another type', async () => {
		expect(await add(file([1, 2, 3]))).toMatchObject(refusal(415, 'unsupported_media_type'));
		expect(await list()).toEqual([]);
	});

	test('is stored once under one key', async () => {
		const key = { 'Idempotency-Key': 'offline' };
		const first = await add(PDF, key);
		expect((await add(PDF, key)).body).toEqual(first.body);
		expect(await add(file([0x25, 0x50, 0x44, 0x46, 0x2d, 1]), key)).toMatchObject(
			refusal(409, 'idempotency_conflict'),
		);
		expect(await list()).toHaveLength(1);
	});

	test('is refused for a file that waits already, and names that draft, even if two phones send it at once', async () => {
		const { body } = await add(JPEG);
		expect(await add(JPEG)).toMatchObject({ ...refusal(409, 'draft_waiting'), body: { draftId: body.id } });
		const both = await Promise.all([add(PNG), add(PNG)]);
		expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
		expect(await list()).toHaveLength(2);
		await as(spender.employee).send('DELETE', `${path}/${body.id}`);
		expect((await add(JPEG)).status).toBe(201);
	});

	test('is the fiftieth at most', async () => {
		const insert = env.DB.prepare(
			`INSERT INTO receipt_drafts (id, date_created, date_stored, media_type, size, sha256, employee_id, company_id, source)
			SELECT 'many-' || value || ?1, 1, 1, 'image/png', 1, value, ?1, ?2, 'UPLOAD' FROM json_each(?3)`,
		);
		await insert.bind(spender.employeeId, spender.company.id, JSON.stringify([...Array(49).keys()])).run();
		expect((await add()).status).toBe(201);
		expect(await add(PNG)).toMatchObject(refusal(409, 'too_many_drafts'));
	});

	test('belongs to the employee alone, also for administrators, the operator and keys', async () => {
		const { body } = await add();
		const requests = [
			['GET', path],
			['GET', `${path}/${body.id}`],
			['DELETE', `${path}/${body.id}`],
		] as const;
		for (const [method, to] of requests) {
			expect((await as(await newUser(['EMPLOYEE'])).send(method, to)).status).toBe(404);
		}
		for (const caller of [
			spender.admin,
			spender.verifier,
			(await newSpender()).admin,
			await newUser(['PLATFORM_ADMIN']),
			await newUser(['TECHNICAL_USER'], [spender.company.id]),
		]) {
			for (const [method, to] of requests) {
				expect(await as(caller).send(method, to)).toMatchObject(refusal(403, 'forbidden'));
			}
			expect(await uploadDraft(caller, spender.employeeId, PNG)).toMatchObject(refusal(403, 'forbidden'));
		}
		expect(await list()).toEqual([body]);
	});

	test('that belongs to an administrator is reached by this administrator alone', async () => {
		await promote();
		const { body } = await add();
		expect(await list()).toEqual([body]);
		const colleague = await newSpender({}, spender.company);
		const theirs = `/employees/${colleague.employeeId}/flex/receipt-drafts`;
		expect(await as(spender.employee).get(theirs)).toMatchObject(refusal(404, 'not_found'));
	});

	test('is out of reach for a key that was given these operations earlier, and no new key gets them', async () => {
		const { body } = await add();
		const receiptAddress = `/employees/${spender.employeeId}/flex/receipt-address`;
		const key = await newApiKey(spender.company, ['listEmployees']);
		await allowEarlier(key, ['listEmployees', 'submitExpense', ...OWN]);
		for (const [method, to] of [
			['GET', path],
			['GET', `${path}/${body.id}`],
			['DELETE', `${path}/${body.id}`],
			['GET', receiptAddress],
			['POST', receiptAddress],
			['DELETE', receiptAddress],
		] as const) {
			expect(await bearing(key.key, method, to)).toMatchObject(refusal(403, 'forbidden'));
		}
		const upload = await bearing(key.key, 'POST', path, '%PDF-1.7', { 'Content-Type': 'application/pdf' });
		expect(upload).toMatchObject(refusal(403, 'forbidden'));
		const expense = expenseOf({ draftId: body.id });
		const submitted = await bearing(
			key.key,
			'POST',
			`/employees/${spender.employeeId}/flex/expenses`,
			expense,
		);
		expect(submitted).toMatchObject(refusal(404, 'not_found'));
		for (const operation of OWN) {
			const asked = { name: 'HR', operations: [operation] };
			expect(await as(spender.admin).post(`/companies/${spender.company.id}/api-keys`, asked)).toMatchObject({
				status: 400,
			});
		}
		expect(await list()).toEqual([body]);
	});

	test('that is deleted is gone at once, and the cron removes its file', async () => {
		const { body } = await add();
		const remove = () => as(spender.employee).send('DELETE', `${path}/${body.id}`);
		expect((await remove()).status).toBe(200);
		expect((await remove()).status).toBe(200);
		expect(await list()).toEqual([]);
		expect((await as(spender.employee).get(`${path}/${body.id}`)).status).toBe(404);
		expect(await spender.submit({ draftId: body.id })).toMatchObject(refusal(404, 'not_found'));
		await runCron('2023-03-07T13:00:00.000Z');
		expect(await isKept(body.id)).toBe(false);
		// Its upload counts for the month.
		expect(await usedBytes()).toEqual([64, 0]);
	});

	test('expires after 90 days, and the history tells it', async () => {
		const { body } = await add();
		await runCron('2023-06-05T11:59:59.999Z');
		expect(await isKept(body.id)).toBe(true);
		await runCron('2023-06-05T12:00:00.000Z');
		expect([await isKept(body.id), await list()]).toEqual([false, []]);
		const events = await as(spender.admin).get(
			`/events?companyId=${spender.company.id}&type=receipt_draft.removed`,
		);
		expect(events.body).toMatchObject([
			{ recordId: body.id, after: { dateDiscarded: '2023-06-05T12:00:00.000Z' } },
		]);
	});

	test('goes when the sign-in of a former employee ends', async () => {
		const { body } = await add();
		await as(spender.admin).put(`/employees/${spender.employeeId}`, {
			dateTerminated: '2023-03-31T23:59:59.999Z',
		});
		await runCron('2023-04-15T00:00:00.000Z');
		expect(await isKept(body.id)).toBe(true);
		await runCron('2023-05-02T00:00:00.000Z');
		await runCron('2023-05-02T01:00:00.000Z');
		expect(await isKept(body.id)).toBe(false);
	});
});

describe('an expense with a draft', () => {
	test('has its file as receipt, without a copy, and the bytes count once', async () => {
		const { body: draft } = await add();
		const id = await spender.submitted({ draftId: draft.id });
		const { id: receiptId, sha256, dateCreated } = draft;
		expect(await receiptsOf(id)).toMatchObject([{ id: receiptId, sha256, dateCreated, expenseId: id }]);
		const read = await sendBytes(spender.verifier, 'GET', `/flex/expenses/${id}/receipts/${receiptId}`);
		expect(await bytesOf(read)).toEqual(PDF);
		expect(await list()).toEqual([]);
		expect(await usedBytes()).toEqual([64, 64]);
		await runCron('2023-03-08T00:00:00.000Z');
		expect(await isKept(receiptId)).toBe(true);
	});

	test('takes each draft once, even in two submissions at a time', async () => {
		const { body: draft } = await add();
		const both = await Promise.all([
			spender.submit({ draftId: draft.id }),
			spender.submit({ draftId: draft.id }),
		]);
		expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
		expect(both.find(({ status }) => status === 409)?.body.code).toBe('draft_used');
		expect(await as(spender.employee).send('DELETE', `${path}/${draft.id}`)).toMatchObject(
			refusal(409, 'draft_used'),
		);
	});

	test('takes no draft of somebody else', async () => {
		const other = await newSpender({}, spender.company);
		const { body: draft } = await uploadDraft(other.employee, other.employeeId);
		expect(await spender.submit({ draftId: draft.id })).toMatchObject(refusal(404, 'not_found'));
		expect((await other.submit({ draftId: draft.id })).status).toBe(201);
	});

	test('takes it only from its owner, although administrators submit and correct expenses for employees', async () => {
		const { body: draft } = await add();
		const expenses = `/employees/${spender.employeeId}/flex/expenses`;
		const platform = await newUser(['PLATFORM_ADMIN']);
		for (const caller of [spender.admin, platform, await newUser(['TECHNICAL_USER'], [spender.company.id])]) {
			const sent = expenseOf({ draftId: draft.id });
			expect(await as(caller).post(expenses, sent)).toMatchObject(refusal(404, 'not_found'));
		}
		const { id } = (await as(spender.admin).post(expenses, expenseOf())).body;
		await spender.sendBack(id);
		expect(
			await as(spender.admin).put(`/flex/expenses/${id}`, expenseOf({ draftId: draft.id })),
		).toMatchObject(refusal(404, 'not_found'));
		expect(idsOf(await list())).toEqual([draft.id]);
	});

	test('takes no draft of an administrator for the expense of somebody else', async () => {
		await promote();
		const { body: draft } = await add();
		const colleague = await newSpender({}, spender.company);
		const expenses = `/employees/${colleague.employeeId}/flex/expenses`;
		const both = [draft.id, (await uploadDraft(colleague.employee, colleague.employeeId)).body.id];
		for (const draftId of both) {
			expect(await as(spender.employee).post(expenses, expenseOf({ draftId }))).toMatchObject(
				refusal(404, 'not_found'),
			);
		}
		expect(idsOf(await list())).toEqual([draft.id]);
	});

	test('keeps the draft if it is refused', async () => {
		const { body: draft } = await add();
		expect(await spender.submit({ draftId: draft.id, amount: cents(999_999) })).toMatchObject(
			refusal(409, 'budget_exceeded'),
		);
		expect(idsOf(await list())).toEqual([draft.id]);
	});

	test('takes the facts of its invoice, unless the form says something else', async () => {
		const { body: draft } = await add(sampleOf('en16931'));
		expect(draft.machineFacts).toMatchObject({ number: 'RE-2023-0042', amount: cents(1000) });
		const other = { draftId: draft.id, amount: cents(900) };
		expect(await spender.submit(other)).toMatchObject(refusal(409, 'facts_differ'));
		const { body } = await spender.submit({ draftId: draft.id });
		expect(body.machineFacts).toEqual(draft.machineFacts);
	});

	test('gets it also when it is corrected, up to five receipts', async () => {
		const id = await spender.submitted();
		await spender.sendBack(id);
		const { body: draft } = await add();
		expect((await spender.mend(id, { draftId: draft.id })).status).toBe(200);
		expect(idsOf(await receiptsOf(id))).toEqual([draft.id]);
	});
});

test('an erasure removes drafts, and no other is stored', async () => {
	const { body } = await add();
	const platform = await newUser(['PLATFORM_ADMIN']);
	await as(platform).put(`/companies/${spender.company.id}`, { retentionMonths: 0 });
	await as(platform).put(`/employees/${spender.employeeId}`, { dateTerminated: '2023-03-01T00:00:00.000Z' });
	expect((await as(platform).post(`/employees/${spender.employeeId}/erasure`)).status).toBe(200);
	const waiting = `SELECT count(*) AS n FROM receipt_drafts WHERE employee_id = ? AND date_discarded IS NULL`;
	expect(await env.DB.prepare(waiting).bind(spender.employeeId).first('n')).toBe(0);
	expect(await add(PNG)).toMatchObject(refusal(409, 'employee_erased'));
	const insert = `INSERT INTO receipt_drafts (id, date_created, media_type, size, employee_id, company_id, source)
		VALUES ('late', 1, 'image/png', 1, ?, ?, 'MAIL')`;
	await expect(env.DB.prepare(insert).bind(spender.employeeId, spender.company.id).run()).rejects.toThrow(
		'employee_erased',
	);
	await runCron('2023-03-07T13:00:00.000Z');
	expect(await isKept(body.id)).toBe(false);
});
