import { beforeEach, describe, expect, test } from 'vitest';
import { sendBytes } from '../../../harness/bytes.ts';
import { eventsFor } from '../../../harness/events.ts';
import { bytesIn, pdfWith, sampleOf, XML, xmlWith } from '../../../harness/invoices.ts';
import { storedReceipts, upload, uploadTo } from '../../../harness/receipts.ts';
import { as, at } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';
import { newTill } from '../../../harness/tills.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

/** Uploads a file for an expense, also if it differs from that. */
async function add(expenseId: string, file: Uint8Array<ArrayBuffer>, query = '', by = spender) {
	return uploadTo(`/flex/expenses/${expenseId}/receipts${query}`, by.employee, file);
}
const factsOf = async (expenseId: string) =>
	(await as(spender.verifier).get(`/flex/expenses/${expenseId}`)).body.machineFacts;

describe('an expense', () => {
	test.each(['en16931', 'minimum', 'cii', 'ubl'] as const)(
		'keeps what its invoice says: %s',
		async (name) => {
			const id = await spender.submitted();
			const { status, body } = await upload(spender.employee, id, sampleOf(name));
			expect(status).toBe(201);
			const hasPeriod = name !== 'minimum';
			expect(await factsOf(id)).toEqual({
				source: 'E_INVOICE',
				issuer: 'DE123456789',
				seller: 'Fit & Froh Sportstudio GmbH',
				number: 'RE-2023-0042',
				counter: null,
				time: null,
				date: '2023-02-27',
				periodStart: hasPeriod ? '2023-02-01' : null,
				periodEnd: hasPeriod ? '2023-02-28' : null,
				amount: cents(1000),
				isCorrection: false,
				receiptId: body.id,
				verdict: 'UNSIGNED',
			});
		},
	);

	test.each([
		['amount', { '>10.00<': '>12.00<' }, { date: '2023-02-27', amount: cents(1200), isCorrection: false }],
		['day', { '20230227': '20230226' }, { date: '2023-02-26', amount: cents(1000), isCorrection: false }],
		['type', { '>380<': '>384<' }, { date: '2023-02-27', amount: cents(1000), isCorrection: true }],
	])('takes no invoice with another %s unless that is meant', async (_, changes, facts) => {
		const id = await spender.submitted();
		const before = await storedReceipts();
		const file = bytesIn(xmlWith(changes));
		expect(await add(id, file)).toMatchObject(refusal(409, 'facts_differ', { facts }));
		expect(await add(id, file, '?factsDiffer=false')).toMatchObject({ status: 409 });
		expect(await storedReceipts()).toEqual(before);
		expect(await add(id, file, '?factsDiffer=true')).toMatchObject({ status: 201 });
		expect(await factsOf(id)).toMatchObject(facts);
	});

	test('takes an invoice over the requested amount if only a part of it was left', async () => {
		const id = await spender.submitted({ amount: cents(6000), upTo: true });
		expect(await add(id, bytesIn(xmlWith({ '>10.00<': '>60.00<' })))).toMatchObject({ status: 201 });
		expect(await factsOf(id)).toMatchObject({ amount: cents(6000) });
	});

	test.each(['381', '325'])(
		'takes no proof of something else unless that is meant: type %s',
		async (type) => {
			const id = await spender.submitted();
			const file = pdfWith(xmlWith({ '>380<': `>${type}<` }));
			expect(await add(id, file)).toMatchObject(
				refusal(409, 'code_unusable', { fault: 'invoice_without_purchase' }),
			);
			expect(await add(id, file, '?factsDiffer=true')).toMatchObject({ status: 201 });
			expect(await factsOf(id)).toBeNull();
		},
	);

	test.each([
		['two invoices', pdfWith(XML.cii, XML.ubl)],
		['encrypted', sampleOf('encrypted')],
		['a bomb', pdfWith(new Uint8Array(50 * 1024 * 1024))],
		['a currency that no budget has', pdfWith(xmlWith({ '>EUR<': '>USD<' }))],
		['no invoice', pdfWith('<html/>')],
	])('takes a PDF without facts: %s', async (_, file) => {
		const id = await spender.submitted();
		expect(await add(id, file)).toMatchObject({ status: 201, body: { mediaType: 'application/pdf' } });
		expect(await factsOf(id)).toBeNull();
	});

	test('takes no XML but an invoice', async () => {
		const id = await spender.submitted();
		const before = await storedReceipts();
		for (const text of [
			'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
			XML.ubl.replace('<Invoice', '<!DOCTYPE Invoice><Invoice'),
			XML.ubl.replace('<cbc:ID>', `${'<x>'.repeat(20_000)}${'</x>'.repeat(20_000)}<cbc:ID>`),
			xmlWith({ '>RE-2023-0042<': '><' }),
		]) {
			expect(await add(id, bytesIn(text))).toMatchObject(refusal(415, 'unsupported_media_type'));
		}
		expect(await storedReceipts()).toEqual(before);
	});
});

describe('several receipts', () => {
	test('leave the facts of the code, and each invoice is compared', async () => {
		const id = await spender.submitted({ machineReadable: newTill()('10.00') });
		expect(await add(id, sampleOf('cii'))).toMatchObject({ status: 201 });
		expect(await add(id, bytesIn(xmlWith({ '>10.00<': '>2.00<' })))).toMatchObject({ status: 409 });
		expect(await factsOf(id)).toMatchObject({ source: 'KASSENSICHV', receiptId: null });
	});

	test('leave the facts of the first invoice until it is removed', async () => {
		const id = await spender.submitted();
		const { body } = await add(id, sampleOf('cii'));
		const second = bytesIn(xmlWith({ '-0042<': '-0043<' }));
		const { body: other } = await add(id, second);
		expect(await factsOf(id)).toMatchObject({ number: 'RE-2023-0042' });
		await spender.sendBack(id);
		await as(spender.employee).delete(`/flex/expenses/${id}/receipts/${other.id}`);
		expect(await factsOf(id)).toMatchObject({ number: 'RE-2023-0042' });
		await as(spender.employee).delete(`/flex/expenses/${id}/receipts/${body.id}`);
		expect(await factsOf(id)).toBeNull();
		expect((await add(id, second)).status).toBe(201);
		expect(await factsOf(id)).toMatchObject({ number: 'RE-2023-0043' });
		expect(
			(await eventsFor(spender.admin, `subject=${spender.employeeId}&type=expense.facts_changed`)).length,
		).toBe(3);
	});
});

test('a second invoice with the same seller and number in the company is a duplicate, whatever its file', async () => {
	const other = await newSpender({}, spender.company);
	const [first, second] = [await spender.submitted(), await other.submitted({ amount: cents(900) })];
	await add(first, sampleOf('cii'));
	await add(second, sampleOf('basicWl'), '?factsDiffer=true', other);
	const duplicates = async (id: string) =>
		(await as(spender.verifier).get(`/flex/expenses/${id}/duplicates`)).body.samePurchase;
	expect([await duplicates(first), await duplicates(second)]).toEqual([[second], [first]]);
	expect((await as(other.employee).get(`/flex/expenses/${second}/duplicates`)).body.samePurchase).toEqual([]);
});

test('each invoice of an expense may be the duplicate, until it is removed', async () => {
	const other = await newSpender({}, spender.company);
	const ids = [await spender.submitted(), await other.submitted(), await other.submitted()] as const;
	const [first, second, third] = ids;
	const numbered = (number: string) => bytesIn(xmlWith({ '-0042<': `-${number}<` }));
	await add(first, numbered('0001'));
	const { body: shared } = await add(first, numbered('0002'));
	await add(second, numbered('0002'), '', other);
	await add(third, numbered('0003'), '', other);
	const draft = await sendBytes(
		other.employee,
		'POST',
		`/employees/${other.employeeId}/flex/receipt-drafts`,
		numbered('0004'),
	);
	const { id: draftId } = (await draft.json()) as { id: string };
	const code = newTill()('10.00');
	const fourth = await other.submitted({ machineReadable: code, draftId });
	await add(third, numbered('0004'), '', other);
	const duplicates = async (id: string) =>
		(await as(spender.verifier).get(`/flex/expenses/${id}/duplicates`)).body.samePurchase;
	expect(await Promise.all([...ids, fourth].map(duplicates))).toEqual([[second], [first], [fourth], [third]]);
	const asked = await sendBytes(
		other.employee,
		'POST',
		`/employees/${other.employeeId}/flex/receipt-facts`,
		numbered('0004'),
	);
	expect(await asked.json()).toMatchObject({ samePurchase: { expenseIds: [third, fourth] } });
	await spender.sendBack(first);
	await as(spender.employee).delete(`/flex/expenses/${first}/receipts/${shared.id}`);
	expect(await duplicates(second)).toEqual([]);
});

test('an invoice in XML is downloaded as it came, and no browser runs it', async () => {
	const id = await spender.submitted();
	const { body } = await add(id, sampleOf('ubl'));
	expect(body).toMatchObject({ mediaType: 'application/xml', size: Buffer.byteLength(XML.ubl) });
	const path = `/flex/expenses/${id}/receipts/${body.id}`;
	const response = await sendBytes(spender.verifier, 'GET', path);
	expect(Object.fromEntries(response.headers)).toMatchObject({
		'content-type': 'application/xml',
		'content-disposition': `attachment; filename="receipt-${body.id}.xml"`,
		'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
		'x-content-type-options': 'nosniff',
	});
	expect(await response.text()).toBe(XML.ubl);
});

test('a file is added once under its key', async () => {
	const id = await spender.submitted();
	const key = { 'Idempotency-Key': 'an invoice' };
	const { body } = await upload(spender.employee, id, sampleOf('cii'), undefined, key);
	const again = await upload(spender.employee, id, sampleOf('cii'), undefined, key);
	expect(again).toMatchObject({ status: 201, body });
	expect(again.headers.get('Idempotency-Replayed')).toBe('true');
});
