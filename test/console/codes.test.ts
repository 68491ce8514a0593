import { beforeEach, describe, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { bytesIn, pdfWith, sampleOf, xmlWith } from '../harness/invoices.ts';
import { pageOf } from '../harness/page.ts';
import { PNG } from '../harness/receipts.ts';
import { as, at, newCompany, newUser, type TestCompany, userOf } from '../harness/service.ts';
import { newSpender } from '../harness/spending.ts';
import { newTill } from '../harness/tills.ts';

const ENGLISH = { 'Accept-Language': 'en' };
const TIME = '2023-02-10T12:00:00.000Z';
const FACTS = { module: 'INTERNET', amount: '', date: '2023-02-20' };
const PHOTO = new File([PNG], 'photo.png');

let company: TestCompany;
let employeeId: string;
let visit: Visit;
const sign = newTill();

beforeEach(async () => {
	at('2023-02-20T12:00:00.000Z');
	company = await newCompany();
	({ employeeId } = await newSpender({}, company));
	visit = await visitOf(await userOf(employeeId));
});

/** Sends the form of a receipt to get its preview, as the script does. */
async function previewed(fields: Record<string, string>, path = '/benefits/new') {
	const { body } = await browse(visit).upload(path, { ...FACTS, ...fields, _do: 'preview' }, ENGLISH);
	const [part] = pageOf(body).select('[data-preview=code]');
	return { page: pageOf(body), part: part ?? pageOf('') };
}

const expenses = async () => (await as(company.admin).get(`/employees/${employeeId}/flex/expenses`)).body;

test.each([
	[/^The code says €12\.50 on 10 February 2023: signed, issuer unknown\.$/, (code: string) => code],
	[
		/^The code says €99\.50 .*: signature does not match\.$/,
		(code: string) => code.replaceAll('12.50', '99.50'),
	],
	[/^The code .* cannot be used: its version is not known\./, (code: string) => code.replace('V0', 'V1')],
	[/^The code .* cannot be used: it is not complete\./, (code: string) => code.slice(0, 120)],
	[/^The code .* cannot be used: it is too long\./, (code: string) => code.padEnd(10_240, 'x')],
	[
		/^The code .* cannot be used: it does not belong to a purchase\./,
		(code: string) => code.replace('Beleg^', 'AVBelegstorno^'),
	],
	[
		/^The code .* cannot be used: its payments and its amounts differ\./,
		(code: string) => code.replace('12.50:Bar', '12.00:Bar'),
	],
	[
		/^The code .* cannot be used: its day is in the future\./,
		(code: string) => code.replaceAll('2023-02-10', '2023-02-22'),
	],
	[/^The code .* cannot be used: it comes from no till/, () => 'https://shop.example'],
])('the form says: %s', async (sentence, change) => {
	const { part } = await previewed({ machineReadable: change(sign('12.50', TIME)) });
	expect(part.text).toMatch(sentence);
});

test('the form can be filled in with day, amount and the module of the last receipt of this till', async () => {
	const author = as(await userOf(employeeId));
	const body = { module: 'MEALS', days: 1, amount: { value: 800, currency: 'EUR_CENT' }, date: '2023-02-10' };
	const machineReadable = sign('8.00', TIME);
	const first = await author.post(`/employees/${employeeId}/flex/expenses`, { ...body, machineReadable });
	expect(first.status).toBe(201);
	const { part } = await previewed({ machineReadable: sign('12.50', TIME) });
	const [said] = part.select('[data-amount]');
	const filled = ['data-amount', 'data-date', 'data-module'].map((name) => said?.attribute(name));
	expect(filled).toEqual(['12.50', '2023-02-10', 'MEALS']);

	const again = await previewed({ machineReadable });
	const earlier = again.part.one('link', 'You have submitted this purchase before.');
	expect(earlier.href).toBe(`/console/benefits/receipts/${first.body.id}`);
	visit = await visitOf(await userOf((await newSpender({}, company)).employeeId));
	const { text } = (await previewed({ machineReadable })).part;
	expect(text).toMatch(/Someone else in your company has submitted this purchase before\.$/);
});

test('a code that differs from the form asks before it is sent, and is stored as it was confirmed', async () => {
	const machineReadable = sign('12.50', TIME);
	const typed = { machineReadable, amount: '11', date: '2023-02-10' };
	const { part } = await previewed(typed);
	expect(part.values('factsDiffer')).toEqual([]);
	expect(part.select('[name=factsDiffer]')).toHaveLength(1);
	const send = (fields: object) =>
		browse(visit).upload('/benefits/new', { ...FACTS, ...typed, ...fields, file: PHOTO }, ENGLISH);
	expect((await send({})).status).toBe(409);
	expect((await send({ factsDiffer: 'on' })).status).toBe(303);
	expect(await expenses()).toMatchObject([
		{ amount: { value: 1100 }, machineFacts: { amount: { value: 1250 }, verdict: 'UNKNOWN_ISSUER' } },
	]);
});

describe('the file of an electronic invoice', () => {
	const read = async (file: Uint8Array<ArrayBuffer>, reader = visit) => {
		const { status, body } = await browse(reader).upload(
			'/benefits/facts',
			{ file: new File([file], 'i') },
			ENGLISH,
		);
		return { status, ...body } as { status: number; code?: string; says?: string };
	};

	test('is read once, and the form keeps its facts until it is sent with the file', async () => {
		at('2023-03-02T12:00:00.000Z');
		visit = await visitOf(await userOf(employeeId));
		const { code = '' } = await read(sampleOf('en16931'));
		const { part } = await previewed({ machineReadable: code });
		expect(part.text).toBe('The invoice of Fit & Froh Sportstudio GmbH says €10.00 on 27 February 2023.');
		const [said] = part.select('[data-amount]');
		expect(['data-amount', 'data-date'].map((name) => said?.attribute(name))).toEqual([
			'10.00',
			'2023-02-27',
		]);
		const typed = { machineReadable: code, amount: '11', date: '2023-02-27' };
		expect((await previewed(typed)).part.select('[name=factsDiffer]')).toHaveLength(1);
		const file = new File([sampleOf('en16931')], 'invoice.pdf');
		const send = (fields: object) =>
			browse(visit).upload('/benefits/new', { ...FACTS, ...typed, ...fields, file });
		expect((await send({})).status).toBe(409);
		expect((await send({ amount: '10' })).status).toBe(303);
		expect(await expenses()).toMatchObject([
			{ amount: { value: 1000 }, machineFacts: { source: 'E_INVOICE', number: 'RE-2023-0042' } },
		]);
		const again = await previewed({ machineReadable: (await read(sampleOf('cii'))).code ?? '' });
		expect(again.part.text).toMatch(/You have submitted this purchase before\.$/);
	});

	test.each([
		['>384<', /says €10\.00 .* It corrects an earlier invoice\. Select the checkbox/],
		['>381<', /^This invoice proves no purchase: .* Select the checkbox/],
	])('asks about an invoice of type %s', async (type, sentence) => {
		const { code = '' } = await read(bytesIn(xmlWith({ '>380<': type })));
		const { part } = await previewed({ machineReadable: code, amount: '10', date: '2023-02-27' });
		expect(part.text).toMatch(sentence);
		expect(part.select('[name=factsDiffer]')).toHaveLength(1);
	});

	test('without an invoice says so', async () => {
		const none = 'No electronic invoice was found in the file. Please enter the amount and the day.';
		expect(await read(pdfWith('<html/>'))).toEqual({ status: 200, says: none });
		expect((await read(bytesIn('<?xml version="1.0"?><html/>'))).says).toMatch(
			/^This file type is not supported/,
		);
	});

	test('gives facts to the person alone who has selected it', async () => {
		const { code = '' } = await read(sampleOf('cii'));
		visit = await visitOf(await userOf((await newSpender({}, company)).employeeId));
		for (const machineReadable of [code, `${code.slice(0, -2)}AA`, 'facts:', 'facts:{}']) {
			expect((await previewed({ machineReadable })).part.text).toBe('');
		}
	});
});

test('a code that cannot be used does not prevent the submission once the page has said so', async () => {
	const typed = { machineReadable: 'V1;', amount: '11', date: '2023-02-10' };
	const send = (fields: Record<string, string>) =>
		browse(visit).upload('/benefits/new', { ...FACTS, ...typed, ...fields, file: PHOTO }, ENGLISH);
	const refused = await send({});
	expect(refused.status).toBe(409);
	const said = pageOf(refused.body).values('withoutCode');
	expect(said).toEqual(['on']);
	expect((await previewed({ ...typed, withoutCode: 'on' })).part.values('withoutCode')).toEqual(['on']);
	expect((await send({ withoutCode: said[0] ?? '' })).status).toBe(303);
	expect(await expenses()).toMatchObject([{ amount: { value: 1100 }, machineFacts: null }]);
});

test('a correction takes a new picture with its code, and keeps both of them apart from the old ones', async () => {
	const author = as(await userOf(employeeId));
	const given = { module: 'INTERNET', amount: { value: 1250, currency: 'EUR_CENT' }, date: '2023-02-10' };
	const { id } = (await author.post(`/employees/${employeeId}/flex/expenses`, given)).body;
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	await as(verifier).post(`/flex/expenses/${id}/return`, { reasons: ['unreadable'] });
	const path = `/benefits/receipts/${id}/mend`;
	const machineReadable = sign('12.00', TIME);
	const typed = { module: 'INTERNET', amount: '12.00', date: '2023-02-10', machineReadable };
	const { page, part } = await previewed(typed, path);
	expect(part.text).toMatch(/^The code says €12\.00 /);
	expect((await expenses())[0]).toMatchObject({ state: 'NEEDS_CORRECTION', machineFacts: null });

	const [_etag = ''] = page.values('_etag');
	const sent = await browse(visit).upload(path, { ...typed, _etag, file: PHOTO }, ENGLISH);
	expect([sent.status, sent.headers.get('Location')]).toEqual([
		303,
		`/console/benefits/receipts/${id}?saved`,
	]);
	expect(await expenses()).toMatchObject([
		{ state: 'SUBMITTED', amount: { value: 1200 }, machineFacts: { verdict: 'UNKNOWN_ISSUER' } },
	]);
	expect((await author.get(`/flex/expenses/${id}/receipts`)).body).toHaveLength(1);
});

test('a correction without a new picture is saved without one, and a file of a wrong type is refused before', async () => {
	const author = as(await userOf(employeeId));
	const given = { module: 'INTERNET', amount: { value: 1250, currency: 'EUR_CENT' }, date: '2023-02-10' };
	const { id } = (await author.post(`/employees/${employeeId}/flex/expenses`, given)).body;
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	await as(verifier).post(`/flex/expenses/${id}/return`, { reasons: ['no_amount'] });
	const mend = (file: File) =>
		browse(visit).upload(`/benefits/receipts/${id}/mend`, { ...FACTS, amount: '12', file }, ENGLISH);
	expect((await mend(new File(['text'], 'notes.txt'))).status).toBe(415);
	expect((await expenses())[0].state).toBe('NEEDS_CORRECTION');
	expect((await mend(new File([], ''))).status).toBe(303);
	expect((await author.get(`/flex/expenses/${id}/receipts`)).body).toEqual([]);
});
