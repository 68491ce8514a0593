import { beforeEach, expect, test } from 'vitest';
import { eventsOfMeanwhile } from '../../../harness/events.ts';
import { fileOf, importCsv, importPath } from '../../../harness/imports.ts';
import { postOffice } from '../../../harness/mail.ts';
import { as, at, newCompany, newEmployee, newUser, uniqueEmail } from '../../../harness/service.ts';
import { readState } from '../../../harness/snapshot.ts';
import { mailedToken, register } from '../../../tenants/auth/one-time/links.ts';

const TITLES =
	'E-Mail;Vorname;Nachname;Sprache;Personalnummer;Kostenstelle;Gruppen;Flex-Budget;Flex ab;Flex bis;Flex ansparen;Flex-Module;Goodies-Budget;Goodies ab';

const wholeRow = (email: string, number: string): string =>
	`${email};Jörg;Groß;DE;${number};4711;sales | support;50,5;01.03.2023;31.12.2023;ja;MEALS|SPORTS;10;2023-04-01`;

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const counts = { created: 0, updated: 0, unchanged: 0, refused: 0, errors: [] };

test('one file onboards: people, names, flex access and monthly budgets', async () => {
	const company = await newCompany();
	const email = uniqueEmail();
	const answer = await importCsv(company, fileOf(TITLES, wholeRow(email, '00017')));
	expect(answer).toMatchObject({ status: 200, body: { ...counts, created: 1 } });

	const admin = as(company.admin);
	const [employee] = (await admin.get(`/employees?email=${email}`)).body;
	expect(employee).toMatchObject({
		companyId: company.id,
		personnelNumber: '00017',
		costCenter: '4711',
		groups: ['sales', 'support'],
	});
	const path = `/employees/${employee.employeeId}`;
	expect((await admin.get(`${path}/flex/access`)).body).toMatchObject([
		{
			budget: { value: 5050, currency: 'EUR_CENT' },
			allowedModules: ['MEALS', 'SPORTS'],
			accumulateBudget: true,
			flexTaxRuleTemplateId: 'default',
			validFrom: '2023-03-01T00:00:00.000Z',
			validUntil: '2023-12-31T23:59:59.999Z',
		},
	]);
	expect((await admin.get(`${path}/goodies/planned-vouchers`)).body).toMatchObject([
		{ amount: { value: 1000, currency: 'EUR_CENT' }, nextDate: '2023-04-01T00:00:00.000Z', endDate: null },
	]);
	expect((await admin.get(`/companies/${company.id}/mails`)).body, 'nobody is invited').toEqual([]);
	const [created] = (await admin.get('/events?type=user.created')).body;
	expect(created.after).toMatchObject({ firstName: 'Jörg', lastName: 'Groß', language: 'de' });
});

test('an invited user who becomes an employee by a file loses the link, and is invited with the others', async () => {
	const company = await newCompany();
	const email = uniqueEmail();
	const operator = as(await newUser(['PLATFORM_ADMIN']));
	const { body: user } = await operator.post('/users', {
		email,
		roles: ['FLEX_DOCUMENT_VERIFIER'],
		manageableCompanyIds: [company.id],
	});
	const old = await mailedToken(user.id);
	expect((await importCsv(company, fileOf('E-Mail', email))).body).toMatchObject({ created: 1 });
	expect((await register(old)).status).toBe(400);
	const many = `/companies/${company.id}/employees/invitations`;
	expect((await as(company.admin, postOffice().bindings).post(many)).status).toBe(200);
	expect((await register(await mailedToken(user.id))).status).toBe(200);
	const { body } = await operator.get(`/users/${user.id}`);
	expect(body.roles.toSorted()).toEqual(['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER']);
});

test('importing a file again writes nothing, even if its dates are no longer allowed', async () => {
	const company = await newCompany();
	const file = fileOf(TITLES, wholeRow(uniqueEmail(), '1'), wholeRow(uniqueEmail(), '2'));
	await importCsv(company, file);
	for (const later of ['2023-03-07T12:00:00.000Z', '2023-09-20T12:00:00.000Z']) {
		at(later);
		const before = await readState();
		const again = await importCsv(company, file);
		expect(again).toMatchObject({ status: 200, body: { ...counts, unchanged: 2 } });
		expect(await readState()).toEqual(before);
	}
});

test('a row is about the employee of its personnel number, else of its e-mail address', async () => {
	const company = await newCompany();
	const emails = [uniqueEmail(), uniqueEmail()] as const;
	const first = await newEmployee(company, { email: emails[0], personnelNumber: '1', costCenter: 'old' });
	const second = await newEmployee(company, { email: emails[1] });
	const file = fileOf(
		'Personalnummer,E-Mail,Kostenstelle,Vorname',
		'1,,new,',
		`2,${emails[1].toUpperCase()},,Ada`,
		`3,${uniqueEmail()},,`,
	);

	const preview = await importCsv(company, file, 'dryRun=true');
	expect(preview.body).toEqual({
		created: 1,
		updated: 2,
		unchanged: 0,
		refused: 0,
		errors: [],
		rows: [
			{ row: 2, result: 'UPDATED', employeeId: first, changed: ['costCenter'], errors: [] },
			{
				row: 3,
				result: 'UPDATED',
				employeeId: second,
				changed: ['firstName', 'personnelNumber'],
				errors: [],
			},
			{ row: 4, result: 'CREATED', employeeId: null, changed: [], errors: [] },
		],
	});
	const events = await eventsOfMeanwhile(company.admin, () => importCsv(company, file));
	expect(events.map(({ type, before }) => [type, before])).toEqual([
		['employee.updated', { costCenter: 'old' }],
		['user.updated', { firstName: null }],
		['employee.updated', { personnelNumber: null }],
		['user.created', null],
		['employee.created', null],
	]);
});

test('a dry run writes nothing and tells of each row', async () => {
	const company = await newCompany();
	const before = await readState();
	const answer = await importCsv(
		company,
		fileOf(TITLES, wholeRow(uniqueEmail(), '1'), ';;;;;;;;;;;;;'),
		'dryRun=true',
	);
	expect(answer.body).toMatchObject({ created: 1, rows: [{ row: 2, result: 'CREATED' }] });
	expect(await readState()).toEqual(before);
});

test('JSON has the same cells, texts or not, under the names of the columns', async () => {
	const company = await newCompany();
	const employees = [
		{
			email: uniqueEmail(),
			personnelNumber: 17,
			groups: ['a', 'b'],
			language: null,
			flexBudget: 50.5,
			flexStartDate: '2023-03-01',
			flexAccumulate: true,
			flexModules: ['MEALS'],
		},
	];
	const answer = await as(company.admin).post(importPath(company.id), { employees });
	expect(answer).toMatchObject({ status: 200, body: { ...counts, created: 1 } });
	const [employee] = (await as(company.admin).get('/employees?personnelNumber=17')).body;
	expect(employee.groups).toEqual(['a', 'b']);
	const [access] = (await as(company.admin).get(`/employees/${employee.employeeId}/flex/access`)).body;
	expect(access).toMatchObject({
		budget: { value: 5050 },
		accumulateBudget: true,
		allowedModules: ['MEALS'],
	});
});

test('fields without a value in the file do not change: empty cells, missing columns', async () => {
	const company = await newCompany();
	const id = await newEmployee(company, { personnelNumber: '1', costCenter: '4711', groups: ['sales'] });
	const answer = await importCsv(company, fileOf('Personalnummer;Kostenstelle;Vorname', '1;;Ada'));
	expect(answer.body).toMatchObject({ updated: 1 });
	const { body } = await as(company.admin).get(`/employees/${id}`);
	expect(body).toMatchObject({ costCenter: '4711', groups: ['sales'] });
});
