import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, type TestCompany } from '../harness/service.ts';
import { rowsOf, valueIn } from './markup.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-06T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
});

const open = (path = '') => browse(visit).get(`/company${path}`, ENGLISH);
const send = (path: string, fields: Record<string, string | string[]>) =>
	browse(visit).post(`/company${path}`, fields, ENGLISH);
const stored = async () => (await as(company.admin).get(`/companies/${company.id}`)).body;
const officeOf = async () => (await as(company.admin).get(`/companies/${company.id}/payroll-settings`)).body;

test('a form changes only what stands in it', async () => {
	await send('', { part: 'general', name: 'Neue GmbH', language: 'de', senderName: 'Benefits' });
	await send('', { part: 'receipts', receiptRequiredModules: ['MEALS', 'SPORTS'] });
	await send('', { part: 'limits', observedLimits: ['INTERNET', 'HOLIDAY'] });
	const { status, headers } = await send('', { part: 'days', payrollReferenceDay: '9', submissionDay: '5' });
	expect(status).toBe(303);
	expect(headers.get('Location')).toBe(`/console/company?company=${company.id}&saved=days`);
	expect(await stored()).toMatchObject({
		name: 'Neue GmbH',
		language: 'de',
		senderName: 'Benefits',
		payrollReferenceDay: 9,
		submissionDay: 5,
		receiptRequiredModules: ['MEALS', 'SPORTS'],
		observedLimits: ['INTERNET', 'HOLIDAY'],
	});
	await send('', { part: 'receipts' });
	expect((await stored()).receiptRequiredModules).toEqual([]);
});

test('other days are shown with the deadlines that they move, and nothing is saved', async () => {
	const days = { part: 'days', payrollReferenceDay: '5', submissionDay: '3' };
	const { status, body } = await send('', { ...days, _do: 'preview' });
	expect(status).toBe(200);
	expect(rowsOf(body)).toEqual([
		'February 2026 7 Mar → 3 Mar 7 Mar → 5 Mar',
		'March 2026 7 Apr → 3 Apr 7 Apr → 5 Apr',
		'April 2026 7 May → 3 May 7 May → 5 May',
		'May 2026 7 Jun → 3 Jun 7 Jun → 5 Jun',
	]);
	expect(body).toContain('February 2026 could no longer change');
	expect(await stored()).toMatchObject({ payrollReferenceDay: 7, submissionDay: null });
	await send('', { ...days, _key: 'another' });
	const back = await send('', { part: 'days', payrollReferenceDay: '6', submissionDay: '', _do: 'preview' });
	expect(back.body).toContain('February 2026 could change again');
});

test('a preview of what is refused says so, and shows nothing that was not asked for', async () => {
	const days = await send('', { part: 'days', payrollReferenceDay: '29', submissionDay: '', _do: 'preview' });
	const office = await send('/office', { format: 'datev-lug', 'number-MEALS': '6500', _do: 'preview' });
	for (const { status, body } of [days, office]) {
		expect(status).toBe(400);
		expect(pageOf(body).select('.preview p')[0]?.text).toMatch(
			/^This is not possible\. Please correct the fields below\./,
		);
	}
	expect(pageOf(office.body).select('.file')).toHaveLength(0);
});

test.each([
	[{ payrollReferenceDay: '29', submissionDay: '' }, 'payrollReferenceDay'],
	[{ payrollReferenceDay: '', submissionDay: '' }, 'payrollReferenceDay'],
	[{ payrollReferenceDay: 'x', submissionDay: '' }, 'payrollReferenceDay'],
	[{ payrollReferenceDay: '5', submissionDay: '6' }, 'submissionDay'],
])('days that cannot be are refused at their field: %j', async (days, field) => {
	const { status, body } = await send('', { part: 'days', ...days });
	expect(status).toBe(400);
	expect(pageOf(body).faultAt(field)).toMatch(/./);
});

test('a form that was made from an older state is refused and keeps what was typed', async () => {
	const _etag = valueIn((await open()).body, '_etag');
	await as(company.admin).put(`/companies/${company.id}`, { name: 'Faster GmbH' });
	const fields = { part: 'general', name: 'Slow GmbH', _etag };
	const { status, body } = await send('', fields);
	expect(status).toBe(412);
	expect(pageOf(body).values('name')).toEqual(['Slow GmbH']);
	expect(body).toContain('Faster GmbH');
});

const LODAS = {
	format: 'datev-lodas',
	adviserNumber: '1234567',
	clientNumber: '42',
	'number-MEALS': '2100',
	'key-MEALS': '2',
	'number-INTERNET': '2200',
	'key-INTERNET': '2',
};

test('the numbers of the office are saved as the API keeps them', async () => {
	const typed = { ...LODAS, splitsMeals: 'on', bookingMonth: 'FOLLOWING' };
	expect((await send('/office', typed)).status).toBe(303);
	expect(await officeOf()).toMatchObject({
		format: 'datev-lodas',
		adviserNumber: '1234567',
		splitsMeals: true,
		sumsBookings: false,
		bookingMonth: 'FOLLOWING',
		wageTypes: { MEALS: { number: '2100', lodasKey: '2' }, HEALTH: null },
	});
	const { body } = await open('/office');
	expect(pageOf(body).values('format')).toEqual(['datev-lodas']);
	expect(body).toContain('August is booked in September.');
});

test('the example is the file of the settings that were typed, and what it lacks is named', async () => {
	const { status, body } = await send('/office', { ...LODAS, _do: 'preview' });
	expect(status).toBe(200);
	expect(body).toContain('BeraterNr=1234567');
	expect(body).toContain('1;01.02.2026;50,00;2;2100;17;4711;');
	expect(body).not.toContain('49,00');
	expect(
		pageOf(body)
			.select('.fault, .note, p')
			.map(({ text }) => text),
	).toContainEqual(
		expect.stringMatching(/^Without a wage type the lines wait for the next month: .*Mobility/),
	);
	expect(await officeOf()).toMatchObject({ format: null });
	const none = await send('/office', { format: 'datev-lug', _do: 'preview' });
	expect(none.body).toContain('DATEV accepts no file');
	expect(none.body).toContain('/console/company/office/profile');
	const csv = await open('/office');
	expect(csv.body).toContain('50,00;EUR;');
});

test('wage types that the program keeps for itself, and what is no number, are refused at their field', async () => {
	const reserved = await send('/office', { ...LODAS, format: 'datev-lug', 'number-MEALS': '6500' });
	expect(reserved.status).toBe(400);
	expect(pageOf(reserved.body).faultAt('number-MEALS')).toMatch(/./);
	const typed = await send('/office', { ...LODAS, adviserNumber: '12', 'number-MEALS': 'x' });
	for (const name of ['adviserNumber', 'number-MEALS']) expect(pageOf(typed.body).faultAt(name)).toMatch(/./);
});
