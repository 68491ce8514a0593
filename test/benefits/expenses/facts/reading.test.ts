import { beforeEach, describe, expect, test } from 'vitest';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { bytesOf, sendBytes } from '../../../harness/bytes.ts';
import { newCompanyInCell } from '../../../harness/cells.ts';
import { counting } from '../../../harness/counting.ts';
import { bytesIn, pdfWith, sampleOf, XML, xmlWith } from '../../../harness/invoices.ts';
import { PNG, storedReceipts } from '../../../harness/receipts.ts';
import { as, at, newCompany, type TestUser } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';
import { newTill } from '../../../harness/tills.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

const another = (access: object = {}) => newSpender(access, spender.company);
const read = (
	machineReadable: string,
	{ employeeId, employee }: Spender = spender,
	by: TestUser = employee,
	bindings?: Bindings,
) => as(by, bindings).post(`/employees/${employeeId}/flex/receipt-facts`, { machineReadable });

const NOT_SUBMITTED = { expenseIds: [], isOfColleague: false };

test('the facts of a receipt are read for a form, and nothing is stored', async () => {
	const code = newTill('brainpoolP256r1', '955002-00')('10.00', '2023-02-27T23:30:00.000Z', {
		transaction: 18,
	});
	const { counted, bindings } = counting();
	expect(await read(code, spender, spender.employee, bindings)).toMatchObject({
		status: 200,
		body: {
			machineFacts: {
				source: 'KASSENSICHV',
				issuer: '955002-00',
				number: '18',
				date: '2023-02-28',
				amount: cents(1000),
				verdict: 'UNKNOWN_ISSUER',
			},
			module: null,
			samePurchase: NOT_SUBMITTED,
		},
	});
	// One round trip finds the caller.
	expect(counted).toMatchObject({ trips: 2, rowsWritten: 0 });
	const again = await read(code);
	expect(again.body.samePurchase).toEqual(NOT_SUBMITTED);
});

test.each([
	['MISMATCH', (code: string) => code.replaceAll('10.00', '12.00')],
	['UNSIGNED', () => '_R1-AT1_KASSA-1_4711_2023-02-27T12:00:00_10,00_0,00_0,00_0,00_0,00_a_b_c_d'],
])('a code that cannot be verified says so: %s', async (verdict, change) => {
	expect((await read(change(newTill()('10.00')))).body.machineFacts).toMatchObject({ verdict });
});

test.each([
	['not_a_till', 'https://shop.example'],
	['no_purchase', newTill()('1.00', undefined, { type: 'Bestellung-V1' })],
	['in_future', newTill()('10.00', '2023-03-08T12:00:00.000Z')],
])('a text that proves no purchase is refused: %s', async (fault, code) => {
	expect(await read(code)).toMatchObject(refusal(409, 'code_unusable', { fault }));
});

test('a field of the body that is missing or too long is named', async () => {
	expect(await read('x'.repeat(4297))).toMatchObject({
		status: 400,
		body: { errors: [{ pointer: '#/machineReadable' }] },
	});
	const path = `/employees/${spender.employeeId}/flex/receipt-facts`;
	expect(await as(spender.employee).post(path, {})).toMatchObject({
		status: 400,
		body: { errors: [{ pointer: '#/machineReadable' }] },
	});
});

describe('a file', () => {
	async function readFile(file: Uint8Array<ArrayBuffer>, type?: string, bindings?: Bindings) {
		const path = `/employees/${spender.employeeId}/flex/receipt-facts`;
		const headers = type === undefined ? {} : { 'Content-Type': type };
		const response = await sendBytes(spender.employee, 'POST', path, file, headers, bindings);
		return { status: response.status, body: JSON.parse(Buffer.from(await bytesOf(response)).toString()) };
	}
	const nothing = { machineFacts: null, module: null, samePurchase: NOT_SUBMITTED };

	test.each(['en16931', 'minimum', 'cii', 'ubl'] as const)('is read like a code: %s', async (name) => {
		const { counted, bindings } = counting();
		const before = await storedReceipts();
		expect(await readFile(sampleOf(name), 'application/pdf', bindings)).toMatchObject({
			status: 200,
			body: {
				machineFacts: {
					source: 'E_INVOICE',
					seller: 'Fit & Froh Sportstudio GmbH',
					number: 'RE-2023-0042',
					date: '2023-02-27',
					amount: cents(1000),
					receiptId: null,
					verdict: 'UNSIGNED',
				},
				module: null,
				samePurchase: NOT_SUBMITTED,
			},
		});
		expect(counted).toMatchObject({ trips: 2, rowsWritten: 0 });
		expect(await storedReceipts()).toEqual(before);
	});

	test('suggests the module of an earlier invoice of the seller, and finds the same invoice of the employee only', async () => {
		const id = await spender.submitted({ module: 'INTERNET' });
		const path = `/flex/expenses/${id}/receipts`;
		expect((await sendBytes(spender.employee, 'POST', path, sampleOf('cii'))).status).toBe(201);
		const { body } = await readFile(sampleOf('basicWl'));
		expect(body).toMatchObject({ module: 'INTERNET', samePurchase: { ...NOT_SUBMITTED, expenseIds: [id] } });
		spender = await another();
		// Nobody has signed an invoice, so anybody could ask about a guessed number.
		expect((await readFile(sampleOf('cii'))).body).toMatchObject({
			module: null,
			samePurchase: NOT_SUBMITTED,
		});
	});

	test.each([
		['a photo', PNG],
		['a PDF without an invoice', pdfWith('<html/>')],
		['two invoices', pdfWith(XML.cii, XML.ubl)],
		['an encrypted PDF', sampleOf('encrypted')],
	])('without an invoice has no facts: %s', async (_, file) => {
		expect(await readFile(file)).toEqual({ status: 200, body: nothing });
	});

	test.each([
		[409, 'code_unusable', { fault: 'invoice_without_purchase' }, bytesIn(xmlWith({ '>380<': '>381<' }))],
		[415, 'unsupported_media_type', {}, bytesIn('<?xml version="1.0"?><html/>')],
		[415, 'unsupported_media_type', {}, bytesIn('GIF89a')],
		[415, 'unsupported_media_type', {}, bytesIn('')],
	] as const)('that is no receipt is refused: %i %s', async (status, code, extras, file) => {
		expect(await readFile(file)).toMatchObject(refusal(status, code, extras));
	});

	test.each([undefined, 'application/x-www-form-urlencoded', 'image/png', 'text/xml; charset=utf-8'])(
		'is judged by its content, not by its declared type: %s',
		async (type) => {
			const { body } = await readFile(sampleOf('cii'), type);
			expect(body).toMatchObject({ machineFacts: { number: 'RE-2023-0042' } });
		},
	);

	test.each([
		['application/json', 400, 'malformed_json'],
		['application/invoice+json', 415, 'unsupported_media_type'],
	])('is no JSON: %s', async (type, status, code) => {
		expect(await readFile(sampleOf('cii'), type)).toMatchObject(refusal(status, code));
	});

	test('is refused if it has more than 10 MiB', async () => {
		const file = new Uint8Array(10 * 1024 * 1024 + 1);
		file.set(sampleOf('cii'));
		expect(await readFile(file)).toMatchObject(refusal(413, 'body_too_large'));
	});
});

test('employees read for themselves, administrators for their company, and verifiers for nobody', async () => {
	const code = newTill()('10.00');
	const [other, stranger] = [await another(), await newSpender({}, await newCompany())];
	expect((await read(code, spender, spender.admin)).status).toBe(200);
	expect((await read(code, spender, other.employee)).status).toBe(404);
	expect((await read(code, spender, stranger.admin)).status).toBe(404);
	expect((await read(code, spender, spender.verifier)).status).toBe(403);
});

test('a till that is known to the company is known to the form', async () => {
	const till = newTill();
	const verdict = async () => (await read(till('10.00'))).body.machineFacts.verdict;
	for (const _ of [1, 2, 3]) {
		expect(await verdict()).toBe('UNKNOWN_ISSUER');
		await (await another()).approved({ machineReadable: till('10.00') });
	}
	expect(await verdict()).toBe('KNOWN_TILL');
});

describe('the suggested module', () => {
	const till = newTill();
	const suggested = async (time?: string) => (await read(till('10.00', time))).body.module;

	test('is that of the employee’s last receipt of this till', async () => {
		await (await another()).submitted({ machineReadable: till('10.00'), module: 'HEALTH' });
		expect(await suggested()).toBeNull();
		await spender.submitted({ machineReadable: newTill()('10.00'), module: 'SPORTS' });
		expect(await suggested()).toBeNull();
		await spender.submitted({ machineReadable: till('10.00'), module: 'INTERNET' });
		const last = await spender.submitted({ machineReadable: till('10.00'), module: 'HEALTH' });
		expect(await suggested()).toBe('HEALTH');
		await spender.reject(last);
		expect(await suggested()).toBe('INTERNET');
	});

	test('is none if no access permits it on the day of the purchase', async () => {
		await spender.submitted({ machineReadable: till('10.00'), module: 'INTERNET' });
		expect(await suggested('2023-01-31T22:59:59.000Z')).toBeNull();
		expect(await suggested('2023-01-31T23:00:00.000Z')).toBe('INTERNET');
		await spender.grant({ startDate: '2023-03-01T00:00:00.000Z', allowedModules: ['HEALTH'] });
		expect(await suggested('2023-02-28T22:59:59.000Z')).toBe('INTERNET');
		expect(await suggested('2023-02-28T23:00:00.000Z')).toBeNull();
	});
});

describe('a purchase that was submitted before', () => {
	test('by the employee is named', async () => {
		const code = newTill()('10.00');
		const ids = [
			await spender.submitted({ machineReadable: code }),
			await spender.submitted({ machineReadable: code }),
		];
		const samePurchase = async () => (await read(code)).body.samePurchase;
		expect(await samePurchase()).toEqual({ expenseIds: ids, isOfColleague: false });
		await spender.withdraw(ids[0] ?? '');
		await spender.reject(ids[1] ?? '');
		expect(await samePurchase()).toEqual(NOT_SUBMITTED);
	});

	test('by a colleague is said without a name, and only for a signed code', async () => {
		const till = newTill();
		const code = till('10.00');
		const id = await (await another()).submitted({ machineReadable: code });
		const { body } = await read(code);
		expect(body.samePurchase).toEqual({ expenseIds: [], isOfColleague: true });
		expect(JSON.stringify(body)).not.toContain(id);
		// The numbers and the key are those of the receipt; only the amount is made up.
		const guessed = code.replaceAll('10.00', '11.00');
		expect((await read(guessed)).body).toMatchObject({
			machineFacts: { verdict: 'MISMATCH' },
			samePurchase: NOT_SUBMITTED,
		});
		expect((await read(till('10.00'))).body.samePurchase).toEqual(NOT_SUBMITTED);
	});

	test('in another company is not said', async () => {
		const code = newTill()('10.00');
		await (await newSpender({}, await newCompany())).submitted({ machineReadable: code });
		expect((await read(code)).body.samePurchase).toEqual(NOT_SUBMITTED);
	});
});

test('a company with a database of its own reads codes too', async () => {
	const inCell = await newSpender({}, await newCompanyInCell());
	const code = newTill()('10.00');
	const id = await inCell.submitted({ machineReadable: code });
	expect((await read(code, inCell)).body).toMatchObject({
		module: 'INTERNET',
		samePurchase: { expenseIds: [id], isOfColleague: false },
	});
});
