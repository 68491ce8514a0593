import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { fileOf, importCsv } from '../../../harness/imports.ts';
import { postOffice, register } from '../../../harness/mail.ts';
import {
	as,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../../../harness/service.ts';
import { readState } from '../../../harness/snapshot.ts';
import {
	mailedToken,
	register as registerWith,
	userOfEmployee,
} from '../../../tenants/auth/one-time/links.ts';

/** The faults of the only refused row, by column. */
async function faultsOf(company: TestCompany, file: string): Promise<[column: string, code: string][]> {
	const { status, body } = await importCsv(company, file, 'dryRun=true');
	expect(status).toBe(200);
	const refused = body.rows.filter(({ result }: { result: string }) => result === 'REFUSED');
	expect(refused).toHaveLength(1);
	return refused[0].errors.map(({ pointer, code }: { pointer: string; code: string }) => [
		pointer.split('/')[3] ?? '',
		code,
	]);
}

test('a file without a byte is refused as one without rows', async () => {
	const company = await newCompany();
	const [nothing, blank] = [await importCsv(company, ''), await importCsv(company, '\n')];
	expect(nothing.status).toBe(400);
	expect({ ...nothing.body, instance: '' }).toEqual({ ...blank.body, instance: '' });
});

describe('a row is refused in the column that is wrong', () => {
	const FLEX = 'E-Mail;Flex-Budget;Flex ab;Flex bis;Flex-Module;Flex-Steuerregel;Währung;Flex ansparen';
	const GOODIES = 'E-Mail;Goodies-Budget;Goodies ab;Goodies bis;Sprache';
	const someone = 'ada@test.example';
	test.each<[rule: string, titles: string, row: string, column: string, code: string]>([
		['an address that is none', 'E-Mail', 'ada', 'email', 'not_an_email'],
		['nobody at all', 'E-Mail;Vorname', ';Ada', 'email', 'required'],
		['an unknown number without an address', 'E-Mail;Personalnummer', ';17', 'email', 'required'],
		['a thousands separator', FLEX, `${someone};1.050,00;2023-03-01`, 'flexBudget', 'invalid_format'],
		['a budget above the limit', FLEX, `${someone};1000000,01;2023-03-01`, 'flexBudget', 'too_big'],
		['a budget without a start', FLEX, `${someone};50`, 'flexStartDate', 'required'],
		['a start without a budget', FLEX, `${someone};;2023-03-01`, 'flexBudget', 'required'],
		['a day that does not exist', FLEX, `${someone};50;30.02.2023`, 'flexStartDate', 'invalid_format'],
		['a start before its window', FLEX, `${someone};50;31.01.2023`, 'flexStartDate', 'date_out_of_window'],
		[
			'an end before its start',
			FLEX,
			`${someone};50;2023-03-01;2023-02-28`,
			'flexEndDate',
			'end_not_after_start',
		],
		['an unknown module', FLEX, `${someone};50;2023-03-01;;CARS`, 'flexModules', 'invalid_value'],
		[
			'an unknown template',
			FLEX,
			`${someone};50;2023-03-01;;;none`,
			'flexTaxRuleTemplateId',
			'unknown_tax_rule_template',
		],
		['an unknown currency', FLEX, `${someone};50;2023-03-01;;;;USD`, 'currency', 'invalid_value'],
		['neither yes nor no', FLEX, `${someone};50;2023-03-01;;;;;maybe`, 'flexAccumulate', 'invalid_value'],
		[
			'goodies from yesterday on',
			GOODIES,
			`${someone};50;06.03.2023`,
			'goodiesStartDate',
			'date_out_of_window',
		],
		[
			'goodies until today',
			GOODIES,
			`${someone};50;07.03.2023;07.03.2023`,
			'goodiesEndDate',
			'date_out_of_window',
		],
		['goodies without a start', GOODIES, `${someone};50`, 'goodiesStartDate', 'required'],
		['an unknown language', GOODIES, `${someone};;;;Klingon`, 'language', 'invalid_format'],
		['more cells than titles', 'E-Mail;Vorname', `${someone};Ada;50`, '', 'too_many_cells'],
	])('%s', async (_, titles, row, column, code) => {
		const faults = await faultsOf(await newCompany(), fileOf(titles, row));
		expect(faults).toEqual([[column, code]]);
	});
});

test('an address of another company is refused, and neither the company nor its employee is named', async () => {
	const [own, other] = [await newCompany(), await newCompany()];
	const email = uniqueEmail();
	const elsewhere = await newEmployee(other, { email });
	await register((await userOf(elsewhere)).userId);
	const answer = await importCsv(own, fileOf('E-Mail', uniqueEmail(), email));
	expect(answer).toMatchObject({
		status: 409,
		body: {
			code: 'rows_refused',
			errors: [
				{
					pointer: '#/employees/1/email',
					code: 'email_taken',
					detail: 'Row 3: This e-mail address is already in use.',
				},
			],
		},
	});
	expect(JSON.stringify(answer.body)).not.toContain(other.id);
	expect(JSON.stringify(answer.body)).not.toContain(elsewhere);
	expect((await as(own.admin).get('/employees')).body).toEqual([]);
});

test('one refused row refuses the file; with partial=true the others are imported', async () => {
	const company = await newCompany();
	const file = fileOf(
		'E-Mail;Flex-Budget;Flex ab',
		`${uniqueEmail()};50;2023-03-01`,
		`${uniqueEmail()};x;2023-03-01`,
	);
	const before = await readState();
	expect((await importCsv(company, file)).status).toBe(409);
	expect(await readState()).toEqual(before);

	const answer = await importCsv(company, file, 'partial=true');
	expect(answer).toMatchObject({
		status: 200,
		body: {
			created: 1,
			refused: 1,
			errors: [{ pointer: '#/employees/1/flexBudget' }],
		},
	});
	expect((await as(company.admin).get('/employees')).body).toHaveLength(1);
});

test('a person who comes twice is refused the second time', async () => {
	const company = await newCompany();
	const email = uniqueEmail();
	const file = fileOf(
		'E-Mail;Personalnummer',
		`${email};1`,
		`${email.toUpperCase()};2`,
		`${uniqueEmail()};1`,
	);
	const { body } = await importCsv(company, file, 'dryRun=true');
	expect(
		body.rows.map(({ errors }: { errors: { pointer: string; code: string }[] }) => errors),
	).toMatchObject([
		[],
		[{ pointer: '#/employees/1/email', code: 'duplicate', detail: 'Row 2 has the same value.' }],
		[{ pointer: '#/employees/2/personnelNumber', code: 'duplicate' }],
	]);
});

test('an import does not change an address', async () => {
	const company = await newCompany();
	await newEmployee(company, { personnelNumber: '1' });
	const faults = await faultsOf(company, fileOf('Personalnummer;E-Mail', `1;${uniqueEmail()}`));
	expect(faults).toEqual([['email', 'read_only']]);
});

test('nobody imports benefits of one’s own, not even with the record itself', async () => {
	const company = await newCompany();
	const email = uniqueEmail();
	const admin = await newUser(['COMPANY_ADMIN'], [company.id], email);
	const file = fileOf('E-Mail;Goodies-Budget;Goodies ab', `${email};50;2023-04-01`);
	for (const _ of ['not an employee yet', 'an employee']) {
		expect(await faultsOf({ ...company, admin }, file)).toEqual([['goodiesBudget', 'forbidden']]);
		await as(company.admin).post('/employees', { email, companyId: company.id });
	}
	expect((await importCsv(company, file)).body).toMatchObject({ updated: 1 });
});

test('a benefit that starts after the termination is refused', async () => {
	const company = await newCompany();
	await newEmployee(company, { personnelNumber: '1', dateTerminated: '2023-04-01T00:00:00.000Z' });
	const row = (day: string) => fileOf('Personalnummer;Flex-Budget;Flex ab', `1;50;${day}`);
	expect(await faultsOf(company, row('2023-04-01'))).toEqual([['flexStartDate', 'employee_terminated']]);
	expect((await importCsv(company, row('2023-03-31'))).body).toMatchObject({ updated: 1 });
});

test('the quota of employees leaves out the rows beyond it', async () => {
	const company = await newCompany();
	await env.DB.prepare('UPDATE companies SET max_employees = 2 WHERE id = ?').bind(company.id).run();
	const file = fileOf('E-Mail', ...Array.from({ length: 3 }, uniqueEmail));
	const { body } = await importCsv(company, file, 'partial=true');
	expect(body).toMatchObject({
		created: 2,
		refused: 1,
		errors: [{ pointer: '#/employees/2/email', code: 'quota_reached' }],
	});
});

test('after 100 addresses that are used, an import tells no more of them', async () => {
	const [own, other] = [await newCompany(), await newCompany()];
	const emails = Array.from({ length: 101 }, uniqueEmail);
	await importCsv(other, fileOf('E-Mail', ...emails));
	await env.DB.prepare(
		`UPDATE users SET date_registered = 1, date_proven = 1, proof = 'MAIL' WHERE id IN (SELECT user_id FROM employees WHERE company_id = ?)`,
	)
		.bind(other.id)
		.run();
	const told = await importCsv(own, fileOf('E-Mail', ...emails.slice(1)), 'dryRun=true');
	expect(told).toMatchObject({ status: 200, body: { refused: 100 } });
	const [first = ''] = emails;
	for (const one of [first, uniqueEmail()]) {
		const answer = await importCsv(own, fileOf('E-Mail', one), 'dryRun=true');
		expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
	}
	const atOnce = await importCsv(await newCompany(), fileOf('E-Mail', ...emails), 'partial=true');
	expect(atOnce.status).toBe(429);
});

test('somebody who has left another company is hired with the same address, and the old sign-in ends with the proof', async () => {
	const [old, own] = [await newCompany(), await newCompany()];
	const email = uniqueEmail();
	const former = await newEmployee(old, { email, dateTerminated: '2023-03-07T12:00:00.000Z' });
	const user = await userOf(former);
	await register(user.userId);
	expect((await importCsv(own, fileOf('E-Mail;Vorname', `${email};Ada`))).body).toMatchObject({ created: 1 });
	const { body: hired } = await as(own.admin).get(`/employees?email=${email}`);
	expect(hired).toHaveLength(1);
	expect((await as(user).get('/auth/me')).status).toBe(200);
	await as(own.admin, postOffice().bindings).post(`/employees/${hired[0].employeeId}/invitation`);
	const { userId } = await userOfEmployee(hired[0].employeeId);
	expect((await registerWith(await mailedToken(userId))).status).toBe(200);
	const session = await env.DB.prepare('SELECT date_revoked FROM sessions WHERE id = ?')
		.bind(user.sessionId)
		.first();
	expect(session?.date_revoked).not.toBeNull();
	const platform = await newUser(['PLATFORM_ADMIN']);
	const log = await as(platform).get(`/access-events?userId=${user.userId}`);
	expect(log.body).toMatchObject([{ type: 'session.ended', reason: 'address_changed' }]);
});
