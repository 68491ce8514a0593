import { describe, expect, test } from 'vitest';
import {
	COLUMN_NAMES,
	columnsOf,
	OTHER_TITLES,
	TITLES,
} from '../../../../src/benefits/onboarding/file/rules.ts';
import { fileOf, importCsv, importPath } from '../../../harness/imports.ts';
import { as, newCompany, uniqueEmail } from '../../../harness/service.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
/** windows-1252 has one byte for each of these letters, as Latin-1 has. */
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('a spreadsheet may write', () => {
	test.each<[what: string, file: (email: string) => string | Uint8Array]>([
		['UTF-8', (email) => utf8(fileOf('E-Mail;Vorname;Gruppen', `${email};Jörg;Büro, Süd`))],
		[
			'a byte order mark',
			(email) => utf8(`\uFEFF${fileOf('E-Mail;Vorname;Gruppen', `${email};Jörg;Büro, Süd`)}`),
		],
		['windows-1252', (email) => windows1252(fileOf('E-Mail;Vorname;Gruppen', `${email};Jörg;Büro, Süd`))],
		['commas and quotes', (email) => fileOf('"E-Mail",Vorname,Gruppen', `${email},"Jörg","Büro, Süd"`)],
		['tabs', (email) => fileOf('E-Mail\tVorname\tGruppen', `${email}\tJörg\tBüro, Süd`)],
		['line feeds alone', (email) => `E-Mail;Vorname;Gruppen\n${email};Jörg;Büro, Süd\n\n`],
		[
			'a line that names the separator',
			(email) => `sep=;\r\nE-Mail;Vorname;Gruppen\r\n${email};Jörg;Büro, Süd\r\n`,
		],
		[
			'UTF-16 of a spreadsheet',
			(email) => utf16(`E-Mail\tVorname\tGruppen\r\n${email}\tJörg\tBüro, Süd`, true),
		],
		[
			'UTF-16, the other way around',
			(email) => utf16(fileOf('E-Mail;Vorname;Gruppen', `${email};Jörg;Büro, Süd`), false),
		],
		['blanks around cells', (email) => fileOf(' E-Mail ; Vorname;Gruppen', `  ${email};Jörg ; Büro, Süd`)],
		[
			'empty cells and lines at the end',
			(email) => fileOf('E-Mail;Vorname;Gruppen', `${email};Jörg;Büro, Süd;;`, ';;', ''),
		],
	])('%s', async (_, file) => {
		const company = await newCompany();
		const email = uniqueEmail();
		expect((await importCsv(company, file(email))).body).toMatchObject({ created: 1 });
		const [user] = (await as(company.admin).get('/events?type=user.created')).body;
		expect(user.after).toMatchObject({ email, firstName: 'Jörg' });
		const [employee] = (await as(company.admin).get(`/employees?email=${email}`)).body;
		expect(employee.groups).toEqual(['Büro, Süd']);
	});
});

/** The bytes of a text in UTF-16, after its mark. */
function utf16(text: string, isLittleEndian: boolean): Uint8Array {
	const view = new DataView(new ArrayBuffer(2 + 2 * text.length));
	for (const [index, unit] of ['\uFEFF', ...text.split('')].entries()) {
		view.setUint16(2 * index, unit.charCodeAt(0), isLittleEndian);
	}
	return new Uint8Array(view.buffer);
}

test.each([
	['Deutsch', 'de'],
	['german', 'de'],
	['Englisch', 'en'],
	['Polnisch', 'pl'],
	['Türkisch', 'tr'],
	['français', 'fr'],
	['DE', 'de'],
	['de-AT', 'de-AT'],
])('the language %s is understood as %s', async (language, code) => {
	const company = await newCompany();
	expect(
		(await importCsv(company, fileOf('E-Mail;Sprache', `${uniqueEmail()};${language}`))).body,
	).toMatchObject({
		created: 1,
	});
	const [user] = (await as(company.admin).get('/events?type=user.created')).body;
	expect(user.after.language).toBe(code);
});

test('a year of two digits is one of this century', async () => {
	const company = await newCompany();
	const email = uniqueEmail();
	await importCsv(company, fileOf('E-Mail;Flex-Budget;Flex ab', `${email};50;1.4.23`));
	const [employee] = (await as(company.admin).get(`/employees?email=${email}`)).body;
	const { body } = await as(company.admin).get(`/employees/${employee.employeeId}/flex/access`);
	expect(body).toMatchObject([{ validFrom: '2023-04-01T00:00:00.000Z' }]);
});

test('an unknown column is named in the error, and left out on request', async () => {
	const company = await newCompany();
	const file = fileOf('E-Mail;Schuhgröße;', `${uniqueEmail()};42;x`);
	const refused = await importCsv(company, file);
	expect(refused.body.errors).toMatchObject([
		{ pointer: '#/columns/1', detail: expect.stringContaining('“Schuhgröße”') },
		{ pointer: '#/columns/2' },
	]);
	expect((await importCsv(company, file, 'ignoreUnknown=true')).body).toMatchObject({ created: 1 });
	const employees = [{ email: uniqueEmail(), shoeSize: 42 }];
	const post = (query: string) => as(company.admin).post(`${importPath(company.id)}?${query}`, { employees });
	expect((await post('ignoreUnknown=false')).status).toBe(400);
	expect((await post('ignoreUnknown=true')).body).toMatchObject({ created: 1 });
});

test('every title of the table is understood, however it is written', () => {
	for (const column of COLUMN_NAMES) {
		const [de, en, others] = [TITLES.de[column], TITLES.en[column], OTHER_TITLES[column] ?? []];
		for (const title of [column, de, en, ...others, de.toUpperCase(), en.replaceAll(' ', '_')]) {
			expect.soft([title, columnsOf([title])]).toEqual([title, [column]]);
		}
	}
	expect(columnsOf(['Zeile', 'Grund', 'row', 'reason'])).toEqual([null, null, null, null]);
});

test.each(['de', 'en'] as const)(
	'the template in %s has every column, and is a file to be filled',
	async (language) => {
		const company = await newCompany();
		const template = await as(company.admin).get(`${importPath(company.id)}/template?language=${language}`);
		expect(template.status).toBe(200);
		expect(template.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
		const [titles = ''] = template.body.split('\r\n');
		const delimiter = language === 'de' ? ';' : ',';
		expect(titles.replace('\uFEFF', '').split(delimiter)).toEqual(
			COLUMN_NAMES.map((name) => TITLES[language][name]),
		);
		const filled = fileOf(titles, uniqueEmail());
		expect((await importCsv(company, filled)).body).toMatchObject({ created: 1 });
	},
);

describe('a file is refused as a whole when', () => {
	const email = 'ada@test.example';
	test.each<[rule: string, file: string, pointer: string, code: string]>([
		['a title is unknown', fileOf('E-Mail;Flex-Buget', `${email};50`), '#/columns/1', 'unknown_field'],
		['a title is missing', fileOf('E-Mail;', `${email};50`), '#/columns/1', 'unknown_field'],
		['a column comes twice', fileOf('E-Mail;Vorname;First name', `${email};A;B`), '#/columns/2', 'duplicate'],
		['it has no rows', fileOf('E-Mail;Vorname', ';'), '#/employees', 'too_small'],
		[
			'a quotation mark never ends',
			fileOf('E-Mail;Vorname', `${email};"Ada`),
			'#/employees',
			'malformed_csv',
		],
		['it has 10,001 rows', fileOf('E-Mail', ...Array(10_001).fill(email)), '#/employees', 'too_big'],
	])('%s', async (_, file, pointer, code) => {
		const answer = await importCsv(await newCompany(), file, 'partial=true');
		expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } });
	});

	test.each<[rule: string, body: unknown, status: number, code: string]>([
		['its JSON has another shape', [{ email }], 400, 'validation_failed'],
		['its JSON has an unknown column', { employees: [{ email, phone: '1' }] }, 400, 'validation_failed'],
		['its JSON has no rows', { employees: [] }, 400, 'validation_failed'],
		[
			'its JSON has a group that would become two',
			{ employees: [{ email, groups: ['a|b'] }] },
			400,
			'validation_failed',
		],
		['it is no JSON', '{', 400, 'malformed_json'],
	])('%s', async (_, body, status, code) => {
		const company = await newCompany();
		const answer = await as(company.admin).post(importPath(company.id), body);
		expect(answer).toMatchObject({ status, body: { code } });
	});
});

test.each([
	[10 * 1024 * 1024, 400, 'validation_failed'],
	[10 * 1024 * 1024 + 1, 413, 'body_too_large'],
])('a file of %i bytes without rows gets %i', async (bytes, status, code) => {
	const title = 'E-Mail;';
	const answer = await importCsv(await newCompany(), title.padEnd(bytes, ' '));
	expect(answer).toMatchObject({ status, body: { code } });
});

test('10,000 rows are not too many', async () => {
	const company = await newCompany();
	const rows = Array.from({ length: 10_000 }, (_, index) => `${index}@no-domain`);
	const answer = await importCsv(company, fileOf('E-Mail', ...rows), 'dryRun=true');
	expect(answer.body).toMatchObject({ refused: 10_000 });
	expect(answer.body.rows.at(-1)).toMatchObject({ row: 10_001, result: 'REFUSED' });
});
