import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { fileOf, importCsv } from '../../../harness/imports.ts';
import { as, newCompany, uniqueEmail } from '../../../harness/service.ts';

const CSV = { Accept: 'text/csv' };
const FORMULA = "=cmd|' /C calc'!A0";

const parsed = (file: string) => Papa.parse<string[]>(file.trimEnd()).data;

test('a formula in a cell stays a text', async () => {
	const company = await newCompany();
	const email = uniqueEmail();
	await importCsv(
		company,
		fileOf('E-Mail;Vorname;Kostenstelle;Gruppen', `${email};=1+1;${FORMULA};@SUM(A1)`),
	);
	const [employee] = (await as(company.admin).get(`/employees?email=${email}`)).body;
	expect(employee).toMatchObject({ costCenter: FORMULA, groups: ['@SUM(A1)'] });
	const [user] = (await as(company.admin).get('/events?type=user.created')).body;
	expect(user.after.firstName).toBe('=1+1');
});

test('the file of refused rows holds no cell that a spreadsheet would run', async () => {
	const company = await newCompany();
	const rows = ['=1+1', '+1', '-1', '@A1', FORMULA].map((cell) => `${cell};ada;${cell}`);
	const file = fileOf('Vorname;E-Mail;Kostenstelle', ...rows, `Ada;${uniqueEmail()};1`);
	const answer = await importCsv(company, file, 'dryRun=true', CSV);
	expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
	expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="refused-rows.csv"');
	const [titles, ...lines] = parsed(answer.body.replace('\uFEFF', ''));
	expect(titles).toEqual(['email', 'firstName', 'costCenter', 'row', 'reason']);
	expect(lines).toHaveLength(5);
	for (const cell of lines.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
	expect(lines[0]).toEqual([
		'ada',
		"'=1+1",
		"'=1+1",
		'2',
		'email: Must be an e-mail address such as ada@demo.example',
	]);
});

test('the file of refused rows, once corrected, is imported with the same texts', async () => {
	const company = await newCompany();
	const email = uniqueEmail();
	const file = fileOf(
		'E-Mail;Kostenstelle;Gruppen;Flex-Budget;Flex ab',
		`${email};${FORMULA};"a;b|c";x;2023-03-01`,
	);
	const refused = await importCsv(company, file, 'dryRun=true', CSV);
	const corrected = refused.body.replace(',x,', ',50,');
	expect((await importCsv(company, corrected)).body).toMatchObject({ created: 1, refused: 0 });
	const [employee] = (await as(company.admin).get(`/employees?email=${email}`)).body;
	expect(employee).toMatchObject({ costCenter: FORMULA, groups: ['a;b', 'c'] });
});
