import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { fileOf } from '../harness/imports.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, type TestCompany, uniqueEmail } from '../harness/service.ts';
import { rowsOf, valueIn } from './markup.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
});

const path = () => `/people/import?company=${company.id}`;
const peopleOf = async ({ id, admin }: TestCompany) => (await as(admin).get(`/companies/${id}/people`)).body;

/** Sends a step with the hidden fields of the page before it. */
const step = (wish: string, text: string, more: Record<string, string> = {}, bindings?: Bindings) =>
	browse(visit, bindings).upload(path(), { _do: wish, text, ...more }, ENGLISH);
type Bindings = Parameters<typeof browse>[1];

const columns = (...names: string[]) =>
	Object.fromEntries(names.map((name, index) => [`columns/${index}`, name]));
const tagIn = (page: string): string => valueIn(page, '_etag');

test('a file as German spreadsheets save it is read, and its columns are recognised', async () => {
	const bytes = Uint8Array.from(
		[...'E-Mail;Nachname;Geburtstag\r\na@demo.example;Müller;1\r\n'].map((letter) => letter.charCodeAt(0)),
	);
	const { status, body } = await upload(bytes);
	expect(status).toBe(200);
	expect(body).toContain('Müller');
	expect(pageOf(body).values('columns/1')).toEqual(['lastName']);
	expect(pageOf(body).values('columns/2')).toEqual([]);
	expect(pageOf(body).select('[name="columns/2"] option')[0]?.text).toBe('Please select');
	const marked = await upload('\uFEFFE-Mail,Vorname\nb@demo.example,محمد\n');
	expect(pageOf(marked.body).values('columns/0')).toEqual(['email']);
});

test('a file that cannot be taken is refused in words, at its field', async () => {
	const refused: [file: string | Uint8Array, words: string][] = [
		['', 'Please fill in this field.'],
		['PK\u0003\u0004\0\0', 'This is not a CSV file.'],
		['E-Mail\r\n', 'There is no row below the titles.'],
		['E-Mail\r\n"a', 'A quotation mark is out of place'],
		[`E-Mail\r\n${'a@demo.example\r\n'.repeat(10_001)}`, 'more than 10,000 rows'],
		[`${';'.repeat(100)}\r\na`, 'more than 100 columns'],
	];
	for (const [file, words] of refused) {
		const { status, body } = await upload(file);
		expect(status, words).toBe(400);
		expect(pageOf(body).faultAt('employees')).toContain(words);
		expect(pageOf(body).select('[name=employees][aria-invalid=true]')).toHaveLength(1);
	}
});

test('each title needs a column of its own, or is left out', async () => {
	const text = fileOf('Mail;Adresse;Notiz', 'a@demo.example;Hof 1;neu');
	const undecided = await step('check', text, columns('email', '', '-'));
	expect(undecided.status).toBe(400);
	expect(undecided.body).toContain('Please select what this is.');
	const twice = await step('check', text, columns('email', 'email', '-'));
	expect(twice.body).toContain('This is already selected.');
	expect((await step('check', text, columns('email', '-', '-'))).body).toContain('Import one row');
});

test('the check tells of each row what happens and why not, refused ones first, and stores nothing', async () => {
	const id = await newEmployee(company, {
		email: uniqueEmail(),
		personnelNumber: '7',
		lastName: 'Weber',
	});
	const text = fileOf(
		'Nr;Mail;Kst;Budget;Ab',
		`;${uniqueEmail()};<script>;;`,
		'7;;4711;;',
		';x;;50;2026-01-01',
		`;${uniqueEmail()};;50;2026-01-01`,
	);
	const chosen = columns('personnelNumber', 'email', 'costCenter', 'flexBudget', 'flexStartDate');
	const { body } = await step('check', text, chosen);
	const { rows } = pageOf(body);
	expect(rows.map(({ text }) => text)).toEqual([
		expect.stringMatching(/^4 .*E-mail address: Please enter an e-mail address such as ada@demo\.example\./),
		expect.stringMatching(/^5 .*Flex start date: The earliest day is 1 February 2026\./),
		expect.stringMatching(/^2 .* new$/),
		expect.stringMatching(/^3 .*Cost centre .*changed$/),
	]);
	expect(rows[3]?.one('link').href).toContain(id);
	expect(pageOf(body).one('main').select('script')).toHaveLength(0);
	expect(await peopleOf(company)).toHaveLength(1);
});

test('a double click imports once and reports the same twice; refused rows are left out', async () => {
	const text = fileOf('E-Mail', uniqueEmail(), 'x', uniqueEmail());
	const checked = await step('check', text, columns('email'));
	const form = { ...columns('email'), _etag: tagIn(checked.body), _key: 'once' };
	const pages = [await step('save', text, form), await step('save', text, form)];
	for (const { status, body } of pages) {
		expect(status).toBe(200);
		expect(pageOf(body).text).toMatch(/\b2 rows .*new .*One row .*refused/);
	}
	expect(await peopleOf(company)).toHaveLength(2);
});

test('changes by others since the check require a new check', async () => {
	const email = uniqueEmail();
	const text = fileOf('E-Mail;Nachname', `${email};Weber`);
	const chosen = columns('email', 'lastName');
	const checked = await step('check', text, chosen);
	await newEmployee(company, { email, lastName: 'Maurer' });
	const refused = await step('save', text, { ...chosen, _etag: tagIn(checked.body) });
	expect(refused.status).toBe(412);
	expect(refused.body).toContain('This was changed in the meantime.');
	expect(rowsOf(refused.body)).toEqual([expect.stringMatching(/ changed$/)]);
	const again = await step('save', text, { ...chosen, _etag: tagIn(refused.body) });
	expect(again.status).toBe(200);
	expect(await peopleOf(company)).toMatchObject([{ lastName: 'Weber' }]);
});

test('the refused rows come back as a file with their reasons, in which nothing runs as a formula', async () => {
	const text = fileOf('E-Mail;Nachname;Notiz;Row', 'x;=1+1;@neu;9', `${uniqueEmail()};Weber;;`);
	const { body, headers } = await step('refused', text, columns('email', 'lastName', '-', '-'));
	expect(headers.get('Content-Disposition')).toContain('refused-rows.csv');
	expect(body.split('\r\n')).toEqual([
		expect.stringContaining('E-Mail,Nachname,Notiz,Row,Reason'),
		"x,'=1+1,'@neu,2,E-mail address: Please enter an e-mail address such as ada@demo.example.",
		'',
	]);
});

test('a file that does not come along after a sign-in has to be chosen again, in words', async () => {
	const long = fileOf('E-Mail', ...Array.from({ length: 3000 }, () => uniqueEmail()));
	const asked = await browse(null).post(path(), { _do: 'check', text: long, ...columns('email') }, ENGLISH);
	const kept = valueIn(asked.body, 'kept');
	expect(kept).toContain('"isCut":true');
	expect(kept).toContain('columns/0');
	expect(kept.length).toBeLessThan(1000);
	expect((await step('check', '', columns('email'))).body).toContain('Please fill in this field.');
});

test('2,000 rows are checked with round trips for each 500, and a save of a few takes three', async () => {
	const many = fileOf('E-Mail', ...Array.from({ length: 2_000 }, () => uniqueEmail()));
	const large = counting();
	const { body } = await upload(many, { _do: 'check', ...columns('email') }, large.bindings);
	expect(body).toContain('The first 200 of 2,000 rows');
	expect(body).toContain('Import 2,000 rows');
	expect(pageOf(body).text).toContain('If you close the page meanwhile, either all rows are saved or none.');
	const [button] = pageOf(body).all('button', 'Import 2,000 rows');
	expect(button?.attribute('data-working')).toBe('2,000 rows: importing. This can take a minute.');
	// The trial, which takes itself back, ends in an error and is not counted.
	expect(large.counted.trips).toBe(1 + 4);
	const few = fileOf('E-Mail', uniqueEmail());
	const _etag = tagIn((await step('check', few, columns('email'))).body);
	const { counted, bindings } = counting();
	expect((await step('save', few, { ...columns('email'), _etag }, bindings)).status).toBe(200);
	expect(counted.trips).toBe(3);
});

/** Chooses a file, as a browser sends it. */
function upload(file: string | Uint8Array, more: Record<string, string> = {}, bindings?: Bindings) {
	const employees = new File([file], 'people.csv', { type: 'text/csv' });
	return browse(visit, bindings).upload(path(), { ...more, employees }, ENGLISH);
}
