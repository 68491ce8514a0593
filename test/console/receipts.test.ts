import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/foundation/core/id.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { hashPassword } from '../../src/tenants/auth/password/rules.ts';
import { browse, FROM_HERE, type Visit, visitOf } from '../harness/console.ts';
import { bytesIn, pdfWith, xmlWith } from '../harness/invoices.ts';
import { pageOf } from '../harness/page.ts';
import { ascii, file as fileWith, PNG } from '../harness/receipts.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	now,
	type TestCompany,
	userOf,
} from '../harness/service.ts';
import { newTill } from '../harness/tills.ts';
import { valueIn } from './markup.ts';

let company: TestCompany;
let employeeId: string;
let visit: Visit;

beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	visit = await visitOf(await userOf(employeeId));
	const access = { budget: { value: 5000, currency: 'EUR_CENT' }, startDate: '2026-03-01T00:00:00.000Z' };
	const set = await as(company.admin).put(`/employees/${employeeId}/flex/access`, {
		...access,
		accumulateBudget: true,
	});
	expect(set.status).toBe(200);
});

const FACTS = { module: 'INTERNET', amount: '12,50', date: '2026-03-02', upTo: '' };

/** Sends the form of a receipt as a browser does, with a file. */
async function handIn(
	fields: Record<string, string>,
	file: Uint8Array<ArrayBuffer> | null = PNG,
	bindings: Bindings = env,
) {
	const form = new FormData();
	const { upTo, ...given } = { _for: visit.userId, _key: newId(now()), ...FACTS, ...fields };
	for (const [name, value] of Object.entries(given)) form.append(name, value);
	if (upTo === 'on') form.append('upTo', 'on');
	form.append('file', new File(file === null ? [] : [file], file === null ? '' : 'photo.png'));
	const request = new Request('http://localhost', { method: 'POST', body: form });
	const body = new Uint8Array(await request.arrayBuffer());
	const headers = {
		...FROM_HERE,
		'Content-Type': request.headers.get('Content-Type') ?? '',
		Cookie: visit.cookie,
	};
	return call(
		'POST',
		'/console/benefits/new',
		body,
		{ ...headers, 'Content-Length': String(body.length), 'Accept-Language': 'en' },
		bindings,
	);
}

const expenses = async () => (await as(company.admin).get(`/employees/${employeeId}/flex/expenses`)).body;

test('the form begins with the photo, then has what can be guessed filled in, and the rest behind a summary', async () => {
	const { body } = await browse(visit).get('/benefits/new', { 'Accept-Language': 'en' });
	const [form] = pageOf(body).select('form.receipt');
	const namesIn = (part: string) => {
		const found = form?.select(`${part} :is(input:not([type=hidden]), select, textarea)`) ?? [];
		return [...new Set(found.map((one) => one.attribute('name')))];
	};
	expect(namesIn('').slice(0, 4)).toEqual(['file', 'module', 'amount', 'date']);
	expect([form?.values('date'), form?.values('module').length]).toEqual([['2026-03-07'], 1]);
	expect(namesIn('details:not([open])')).toEqual(['mealPrice', 'spouse', 'children', 'upTo', 'note']);
});

test('a receipt and its picture are stored once, however often the form is sent', async () => {
	const form = { _key: newId(now()) };
	const answers = [await handIn(form), await handIn(form)];
	const [{ id }] = await expenses();
	for (const answer of answers)
		expect(answer.headers.get('Location')).toBe(`/console/benefits/receipts/${id}?saved`);
	expect(await expenses()).toMatchObject([
		{ amount: { value: 1250 }, date: '2026-03-02', state: 'SUBMITTED' },
	]);
	expect((await as(company.admin).get(`/flex/expenses/${id}/receipts`)).body).toHaveLength(1);
});

test.each([
	['no amount', { amount: '' }, PNG, 'amount', /^Please fill in this field\./],
	['an amount that reads as none', { amount: '12.500' }, PNG, 'amount', /^Please enter an amount/],
	['no day', { date: '' }, PNG, 'date', /./],
	['no module', { module: '' }, PNG, 'module', /./],
	['no file', {}, null, 'file', /^Please fill in this field\./],
	['a HEIC', {}, fileWith([0, 0, 0, 24, ...ascii('ftypheic')]), null, /This file type is not supported\./],
	['too much', { amount: '50,01' }, PNG, null, /budget of March 2026 allows €50\.00 more/],
	['a day without access', { date: '2026-02-27' }, PNG, null, /There is no flex budget on this day\./],
	['no meal days', { module: 'MEALS', days: '0' }, PNG, 'days', /./],
])('%s is refused in words, and nothing is stored', async (_, fields, file, place, sentence) => {
	const { status, body } = await handIn(fields, file);
	expect(status).toBeGreaterThanOrEqual(400);
	const page = pageOf(body);
	expect(place === null ? page.text : page.faultAt(place)).toMatch(sentence);
	expect(page.values('date')).toEqual([{ ...FACTS, ...fields }.date]);
	expect(await expenses()).toEqual([]);
});

test('a photo comes back with a refused form, and is stored when the form is sent again', async () => {
	const refused = await handIn({ amount: '50,01' });
	const kept = Object.fromEntries(
		['file.kept', 'file.name'].map((name) => [name, valueIn(refused.body, name)]),
	);
	expect(pageOf(refused.body).text).toContain('photo.png is still selected.');
	expect(pageOf(refused.body).select('#file')[0]?.attribute('required')).toBeNull();
	const again = await handIn({ ...kept, amount: '50,02' }, null);
	expect(valueIn(again.body, 'file.kept')).toBe(kept['file.kept']);
	expect((await handIn({ ...kept, amount: '12,50' }, null)).status).toBe(303);
	const [{ id }] = await expenses();
	const [receipt] = (await as(company.admin).get(`/flex/expenses/${id}/receipts`)).body;
	const stored = await env.RECEIPTS.get(receipt.id);
	expect(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(PNG);
});

test('a photo of the largest size comes back and is accepted', async () => {
	const large = new Uint8Array(10 * 1024 * 1024);
	large.set(PNG);
	const refused = await handIn({ amount: '50,01' }, large);
	const kept = /name="file.kept" value="([^"]+)"/.exec(refused.body)?.[1] ?? '';
	expect((await handIn({ 'file.kept': kept, 'file.name': 'photo.png' }, null)).status).toBe(303);
});

test('a file that cannot be accepted does not come back', async () => {
	const { body } = await handIn({}, fileWith([0, 0, 0, 24, ...ascii('ftypheic')]));
	expect(pageOf(body).select('[name="file.kept"]')).toEqual([]);
});

test.each([
	['12,50', 'Submit for €12.50', 0],
	['70', 'Submit for €50.00', 1],
])('the dry run of %s names on the button what can be paid', async (amount, label, parts) => {
	const { body } = await browse(visit).post(
		'/benefits/new',
		{ ...FACTS, upTo: '', amount, _do: 'preview' },
		{ 'Accept-Language': 'en' },
	);
	const [button] = pageOf(body).all('button', label);
	expect(button?.select('[name=upTo][value=on]')).toHaveLength(parts);
	expect(await expenses()).toEqual([]);
});

test('receipts are offered only where a budget exists or has just ended', async () => {
	const offers = async () => {
		visit = await visitOf(await userOf(employeeId));
		const pages = ['/benefits', '/benefits/receipts', '/benefits/new'];
		const bodies = await Promise.all(
			pages.map(async (path) => (await browse(visit).get(path, { 'Accept-Language': 'en' })).body),
		);
		return bodies.map((body, index) =>
			index === 2
				? pageOf(body).select('form.receipt').length
				: pageOf(body).all('link', 'Add a receipt').length,
		);
	};
	expect(await offers()).toEqual([1, 1, 1]);
	await as(company.admin).delete(`/employees/${employeeId}/flex/access?endDate=2026-03-31T23:59:59.999Z`);
	at('2026-04-07T12:00:00.000Z');
	expect(await offers()).toEqual([1, 1, 1]);
	at('2026-04-08T12:00:00.000Z');
	expect(await offers()).toEqual([0, 0, 0]);
});

test('a receipt leads its author to the own list, and a manager to the person and back', async () => {
	await handIn({});
	const [{ id }] = await expenses();
	const aboveFor = async (reader: Visit) => {
		const { body } = await browse(reader).get(`/benefits/receipts/${id}`);
		return pageOf(body)
			.select('.above a')
			.map(({ href }) => href);
	};
	expect(await aboveFor(visit)).toContain('/console/benefits/receipts');
	const other = await aboveFor(await visitOf(company.admin));
	expect(other).toContain(`/console/people/${employeeId}`);
	const person = await browse(await visitOf(company.admin)).get(`/people/${employeeId}`, {
		'Accept-Language': 'en',
	});
	expect(pageOf(person.body).one('table', 'Expenses').rows[0]?.one('link').href).toBe(
		`/console/benefits/receipts/${id}`,
	);
	expect(other).not.toContain('/console/benefits/receipts');
});

test('with less left, what is left is taken where the employee says so', async () => {
	expect((await handIn({ amount: '70', upTo: 'on' })).status).toBe(303);
	expect(await expenses()).toMatchObject([{ amount: { value: 5000 }, requestedAmount: { value: 7000 } }]);
});

test('a picture that cannot be stored stays selected on the page of its expense, and is stored when the form is sent again', async () => {
	const failing = { put: () => Promise.reject(new Error('away')), delete: () => Promise.resolve() };
	const answer = await handIn({}, PNG, { ...env, RECEIPTS: failing as unknown as R2Bucket });
	const [{ id }] = await expenses();
	expect(answer.status).toBe(503);
	const page = pageOf(answer.body);
	expect(page.text).toContain(
		'Your entries were saved, but the picture was not. It is still selected below.',
	);
	const [form] = page.select(`form[action="/console/benefits/receipts/${id}/files"]`);
	expect(form?.select('#file')[0]?.attribute('required')).toBeNull();
	const kept = { 'file.kept': valueIn(answer.body, 'file.kept'), 'file.name': 'photo.png' };
	const again = await browse(visit).post(`/benefits/receipts/${id}/files`, kept);
	expect(again.headers.get('Location')).toBe(`/console/benefits/receipts/${id}?saved`);
	expect((await as(company.admin).get(`/flex/expenses/${id}/receipts`)).body).toHaveLength(1);
});

test.each([10.1, 14, 30])(
	'a file of %s MB is refused at its field, and the entries come back',
	async (megabytes) => {
		const large = new Uint8Array(megabytes * 1024 * 1024);
		large.set(PNG);
		const { status, body } = await handIn({ note: 'Ann’s lunch' }, large);
		expect(status).toBe(413);
		const page = pageOf(body);
		expect(page.faultAt('file')).toBe('This is too large. A file can have up to 10 MB.');
		expect(page.values('note')).toEqual(['Ann’s lunch']);
		expect(page.values('date')).toEqual([FACTS.date]);
		expect(page.select('[name="file.kept"]')).toEqual([]);
		expect(await expenses()).toEqual([]);
	},
);

test('a form with a photo whose session has ended comes back with the place for the photo', async () => {
	visit = { ...visit, cookie: '' };
	const asked = await handIn({ note: 'Lunch' });
	expect(pageOf(asked.body).text).toContain(
		'The file cannot be kept because your browser runs no scripts. You will select it again after you sign in.',
	);
	const password = 'nine miles before breakfast';
	const email = await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ? RETURNING email')
		.bind(await hashPassword(password), visit.userId)
		.first<string>('email');
	if (email === null) throw new Error('There is no such user');
	const form = { email, password, kept: valueIn(asked.body, 'kept') };
	const offered = pageOf(
		(await browse(null).post('/sign-in/password', form, { 'Accept-Language': 'en' })).body,
	);
	expect(offered.text).toContain('The file could not be kept. Please select it again.');
	expect(offered.select('input[type=file][required]').map((input) => input.attribute('name'))).toEqual([
		'file',
	]);
	expect(offered.values('note')).toEqual(['Lunch']);
});

test('a picture is shown on the page and in a tab of its own, and runs nothing', async () => {
	await handIn({});
	const [{ id }] = await expenses();
	const { body } = await browse(visit).get(`/benefits/receipts/${id}`);
	const [picture] = pageOf(body).select('a[target=_blank]');
	expect(picture?.select('img').map((image) => image.attribute('src'))).toEqual([picture?.href]);
	const { status, headers } = await browse(visit).get(picture?.href.replace('/console', '') ?? '');
	expect(status).toBe(200);
	expect(headers.get('Content-Type')).toBe('image/png');
	expect(headers.get('Content-Disposition')).toMatch(/^inline; /);
	expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.* sandbox$/);
});

test('a returned receipt is corrected in place; its number in the address of a colleague shows nothing', async () => {
	await handIn({});
	const [{ id }] = await expenses();
	const platform = company.admin;
	await env.DB.prepare('UPDATE users SET roles = ? WHERE id = ?')
		.bind('["COMPANY_ADMIN","FLEX_DOCUMENT_VERIFIER"]', platform.userId)
		.run();
	at('2026-03-07T12:01:00.000Z');
	const returned = await as(platform).post(`/flex/expenses/${id}/return`, { reasons: ['unreadable'] });
	expect(returned.status).toBe(200);

	const { body } = await browse(visit).get(`/benefits/receipts/${id}`, { 'Accept-Language': 'en' });
	expect(body).toContain('The receipt cannot be read.');
	const mended = { ...FACTS, amount: '11', _etag: valueIn(body, '_etag') };
	const stale = await browse(visit).post(`/benefits/receipts/${id}/mend`, { ...mended, _etag: '"old"' });
	expect(stale.status).toBe(412);
	expect(
		(await browse(visit).post(`/benefits/receipts/${id}/mend`, mended, { 'Accept-Language': 'en' })).status,
	).toBe(303);
	expect(await expenses()).toMatchObject([{ amount: { value: 1100 }, state: 'SUBMITTED' }]);

	const colleague = await visitOf(await userOf(await newEmployee(company)));
	for (const path of [`/benefits/receipts/${id}`, `/receipts/${id}`, `/receipts/${id}/none`]) {
		expect((await browse(colleague).get(path)).status, path).toBe(404);
	}
	expect((await browse(colleague).post(`/benefits/receipts/${id}/withdraw`)).status).toBe(404);
});

test('a returned receipt that differs from its code is sent again once its author confirms that', async () => {
	const machineReadable = newTill()('12.50', '2026-03-02T12:00:00.000Z');
	const given = { module: 'INTERNET', amount: { value: 1250, currency: 'EUR_CENT' }, date: '2026-03-02' };
	const author = as(await userOf(employeeId));
	const { id } = (await author.post(`/employees/${employeeId}/flex/expenses`, { ...given, machineReadable }))
		.body;
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	await as(verifier).post(`/flex/expenses/${id}/return`, { reasons: ['unreadable'] });

	const english = { 'Accept-Language': 'en' };
	const { body } = await browse(visit).get(`/benefits/receipts/${id}`, english);
	expect(body).not.toContain('name="factsDiffer"');
	const mended = { ...FACTS, amount: '11', _etag: valueIn(body, '_etag') };
	const refused = await browse(visit).post(`/benefits/receipts/${id}/mend`, mended, english);
	expect(refused.status).toBe(409);
	expect(refused.body).toContain(
		'The receipt says 2 March 2026 and €12.50. Correct the form, or select the checkbox to confirm the difference.',
	);
	expect(refused.body).toContain('name="factsDiffer"');
	const meant = { ...mended, factsDiffer: 'on' };
	const again = await browse(visit).post(`/benefits/receipts/${id}/mend`, { ...meant, amount: '' }, english);
	expect(again.body, 'after another refusal').toContain('name="factsDiffer"');
	expect((await browse(visit).post(`/benefits/receipts/${id}/mend`, meant, english)).status).toBe(303);
	expect(await expenses()).toMatchObject([
		{ amount: { value: 1100 }, machineFacts: { amount: { value: 1250 } } },
	]);
});

test('a receipt for recreation shows author and verifier the spouse and children; other modules have none', async () => {
	const family = { module: 'HOLIDAY', spouse: 'on', children: '2' };
	expect(pageOf((await handIn({ ...family, children: 'two' })).body).faultAt('children')).toMatch(/./);
	for (const fields of [family, { ...family, module: 'INTERNET' }, { module: 'HOLIDAY', children: '' }])
		expect((await handIn(fields)).status).toBe(303);
	const [own, ...others] = await expenses();
	expect(own.recreationFor).toEqual({ spouse: true, children: 2 });
	expect(others).toMatchObject([{ recreationFor: null }, { recreationFor: null }]);

	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	const pages = [
		[visit, `/benefits/receipts/${own.id}`],
		[await visitOf(verifier), `/verify/${own.id}`],
	] as const;
	for (const [reader, path] of pages) {
		const { text } = pageOf((await browse(reader).get(path, { 'Accept-Language': 'en' })).body);
		expect(text).toContain('Also for the spouse or civil partner yes');
		expect(text).toContain('For how many children 2');
	}
	await as(verifier).post(`/flex/expenses/${own.id}/return`, { reasons: ['unreadable'] });
	const { body } = await browse(visit).get(`/benefits/receipts/${own.id}`);
	expect(pageOf(body).values('children')).toEqual(['2']);
	const mended = { ...FACTS, module: 'HOLIDAY', children: '1', _etag: valueIn(body, '_etag') };
	expect((await browse(visit).post(`/benefits/receipts/${own.id}/mend`, mended)).status).toBe(303);
	expect((await expenses())[0].recreationFor).toEqual({ spouse: false, children: 1 });
});

test('the page of a receipt for meals shows the approved days and the price, to author and verifier', async () => {
	const money = (value: number) => ({ value, currency: 'EUR_CENT' });
	const given = { module: 'MEALS', days: 3, amount: money(1500), mealPrice: money(2100), date: '2026-03-02' };
	const own = as(await userOf(employeeId));
	const { id } = (await own.post(`/employees/${employeeId}/flex/expenses`, given)).body;
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	await as(verifier).post(`/flex/expenses/${id}/approval`, { days: 2 });
	const pages = [
		[visit, `/benefits/receipts/${id}`, 'Approved meal days 2', 'Total price of the meals €21.00'],
		[await visitOf(verifier), `/verify/${id}`, 'Approved days 2', 'Price of the meals €21.00'],
	] as const;
	for (const [reader, path, ...texts] of pages) {
		const { body } = await browse(reader).get(path, { 'Accept-Language': 'en' });
		for (const text of texts) expect(pageOf(body).text).toContain(text);
	}
});

test('a photo that the limit of requests refuses stays in a form that is sent again, also without scripts', async () => {
	const full = { ...env, WRITE_RATE_LIMIT: { limit: async () => ({ success: false }) } };
	const refused = await handIn({}, PNG, full);
	expect(refused.status).toBe(429);
	expect(refused.headers.get('Retry-After')).toBe('10');
	const page = pageOf(refused.body);
	expect(page.one('heading', 'Too many requests. Please wait a moment.').text).not.toBe('');
	const fields = Object.fromEntries(
		page
			.select('main form input')
			.map((input) => [input.attribute('name') ?? '', input.attribute('value') ?? '']),
	);
	expect(fields).toMatchObject({ amount: '12,50', 'file.name': 'photo.png' });
	const sent = await browse(visit).post('/benefits/new', fields);
	expect(sent.status).toBe(303);
	const [expense] = await expenses();
	const receipts = await as(company.admin).get(`/flex/expenses/${expense.id}/receipts`);
	expect(receipts.body).toHaveLength(1);
});

describe('an electronic invoice', () => {
	const invoice = (changes = {}) => xmlWith({ '20230227': '20260302', ...changes });
	const TEN = { amount: '10' };

	test('that differs from the form is sent once that is confirmed, and nothing is half done before', async () => {
		const refused = await handIn({ amount: '9' }, pdfWith(invoice()));
		expect(refused.status).toBe(409);
		expect(refused.body).toContain(
			'The receipt says 2 March 2026 and €10.00. Correct the form, or select the checkbox to confirm the difference.',
		);
		expect(await expenses()).toEqual([]);
		expect((await handIn({ amount: '9', factsDiffer: 'on' }, pdfWith(invoice()))).status).toBe(303);
		expect(await expenses()).toMatchObject([
			{ amount: { value: 900 }, machineFacts: { source: 'E_INVOICE', amount: { value: 1000 } } },
		]);
	});

	test('that proves no purchase is added once that is confirmed', async () => {
		const note = bytesIn(invoice({ '>380<': '>381<' }));
		const refused = await handIn(TEN, note);
		expect(refused.status).toBe(409);
		expect(refused.body).toContain('This invoice proves no purchase');
		expect(refused.body).toContain('name="factsDiffer"');
		expect(await expenses()).toEqual([]);
		expect((await handIn(TEN, bytesIn(invoice()))).status).toBe(303);
		const [{ id }] = await expenses();
		const path = `/benefits/receipts/${id}/files`;
		const file = new File([note], 'note.xml');
		const again = await browse(visit).upload(path, { file });
		expect(again.body).toContain('name="factsDiffer"');
		expect((await browse(visit).upload(path, { file, factsDiffer: 'on' })).status).toBe(303);
	});

	test('in XML is shown to author and verifier as text, with a link to the file', async () => {
		const active = invoice({ 'Mitgliedschaft Februar': '&lt;script&gt;x&lt;/script&gt;' });
		await handIn(TEN, bytesIn(active));
		const [{ id, machineFacts }] = await expenses();
		const verifier = await visitOf(await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]));
		for (const reader of [visit, verifier]) {
			const path = `/receipts/${id}/${machineFacts.receiptId}`;
			const { body } = await browse(reader).get(path, { 'Accept-Language': 'en' });
			const page = pageOf(body);
			for (const shown of ['Fit & Froh Sportstudio GmbH', 'DE123456789', 'RE-2023-0042', '2 March 2026'])
				expect(page.text).toContain(shown);
			expect(page.text).toContain('10.00 EUR');
			expect(page.text).toContain('<script>x</script>');
			const original = await browse(reader).get(`${path}?original`);
			expect(page.select('a[href$="?original"]')).toHaveLength(1);
			expect(original.headers.get('Content-Type')).toBe('application/xml');
			expect(original.headers.get('Content-Disposition')).toMatch(/^attachment; /);
			expect(original.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.* sandbox$/);
		}
	});
});
