import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { pageOf } from '../harness/page.ts';
import { JPEG, PNG } from '../harness/receipts.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany, userOf } from '../harness/service.ts';

let company: TestCompany;
let admin: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	admin = await visitOf(company.admin);
});

const english = { 'Accept-Language': 'en' };
const save = (file: Uint8Array<ArrayBuffer> | null) =>
	browse(admin).upload(
		'/company/logo',
		{ file: new File(file === null ? [] : [file], file === null ? '' : 'logo.png') },
		english,
	);
const logosOf = (body: string) =>
	pageOf(body)
		.select('.side .logo')
		.map((logo) => (logo.attribute('src') ?? '').replace('/console', ''));
const colorsOf = (body: string) =>
	pageOf(body)
		.select('link[rel=stylesheet]')
		.map(({ href }) => href.replace('/console', ''))
		.filter((href) => href.startsWith('/colour'));

test('a logo appears on the pages of everyone in the company, is cached for ever, and runs nothing', async () => {
	expect((await save(PNG)).headers.get('Location')).toMatch(/^\/console\/company\?.*saved/);
	const readers = [admin, await visitOf(await userOf(await newEmployee(company)))];
	for (const [reader, page] of [
		[readers[0], '/today'],
		[readers[1], '/benefits'],
	] as const) {
		const [logo = ''] = logosOf((await browse(reader ?? admin).get(page)).body);
		expect(logo).toMatch(/^\/logo\/[\w-]{36}\/[0-9a-f]{64}$/);
		const { status, headers } = await browse(reader ?? admin).get(logo);
		expect(status).toBe(200);
		expect(headers.get('Content-Type')).toBe('image/png');
		expect(headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
		expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.* sandbox$/);
		expect((await browse(reader ?? admin).get(`${logo.slice(0, -1)}x`)).status).toBe(404);
		const stranger = await visitOf(await userOf(await newEmployee(await newCompany())));
		expect((await browse(stranger).get(logo)).status).toBe(404);
	}
	const { body } = await browse(admin).get('/company', english);
	expect(pageOf(body).all('button', 'Remove logo')).toHaveLength(1);
	expect((await browse(admin).post('/company/logo/remove')).status).toBe(303);
	expect(logosOf((await browse(admin).get('/today')).body)).toEqual([]);
});

test.each([
	['no file', null, 'Please fill in this field.'],
	['a JPEG', JPEG, 'Select a PNG or WebP file.'],
	[
		'a file of 21 KB',
		Uint8Array.from([...PNG, ...new Uint8Array(21 * 1024)]),
		'The file can have up to 20 KB.',
	],
])('%s is refused at the field', async (_, file, sentence) => {
	const { status, body } = await save(file);
	expect(status).toBe(400);
	expect(pageOf(body).faultAt('file')).toContain(sentence);
	expect(logosOf(body)).toEqual([]);
});

test('a colour is a style sheet of its own, and a refusal says what would do', async () => {
	const set = (color: string) => browse(admin).post('/company', { part: 'color', color }, english);
	const refused = pageOf((await set('#FFFF00')).body);
	expect(refused.faultAt('color')).toMatch(
		/^The contrast is 1(\.\d)? : 1, and 3 : 1 is needed on light and dark pages\. #[0-9a-f]{6} would do\.$/,
	);
	expect(refused.values('color')).toEqual(['#FFFF00']);
	expect(pageOf((await set('blue')).body).faultAt('color')).toBe('Enter a colour such as #3273c9.');
	expect((await set('#3273C9')).status).toBe(303);
	expect(colorsOf((await browse(admin).get('/today')).body)).toEqual(['/colour/3273c9']);
	const { body, headers } = await browse(admin).get('/colour/3273c9');
	expect(body).toBe(':root{--brand:#3273c9}');
	expect(headers.get('Content-Type')).toBe('text/css; charset=utf-8');
	expect((await browse(admin).get('/colour/red')).status).toBe(404);
	expect((await set('')).status).toBe(303);
	expect(colorsOf((await browse(admin).get('/today')).body)).toEqual([]);
});

test('a manager of several companies sees the look of the one in the address, with no more round trips', async () => {
	await as(company.admin).put(`/companies/${company.id}`, { color: '#3273c9' });
	const both = await visitOf(await newUser(['COMPANY_ADMIN'], [company.id, (await newCompany()).id]));
	const { counted, bindings } = counting();
	expect(colorsOf((await browse(both, bindings).get(`/company?company=${company.id}`)).body)).toHaveLength(1);
	expect(counted.trips).toBeLessThanOrEqual(2);
	expect(colorsOf((await browse(both).get('/company')).body)).toEqual([]);
});

test('the history says in words that a logo and a colour were set', async () => {
	await save(PNG);
	await browse(admin).post('/company', { part: 'color', color: '#3273c9' });
	const { text } = pageOf((await browse(admin).get('/history', english)).body);
	expect(text).toContain('colour #3273c9');
	expect(text).toContain('logo set');
});
