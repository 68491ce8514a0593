import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { register } from '../../harness/mail.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';

let company: TestCompany;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
});

const create = (fields: object, of = company) =>
	as(of.admin).post('/employees', { email: uniqueEmail(), companyId: of.id, ...fields });

describe('unique values', () => {
	test('a proven e-mail in the whole service, without case; the refusal names no company', async () => {
		const other = await newCompany();
		const email = uniqueEmail();
		await register((await userOf(await newEmployee(other, { email }))).userId);

		const { status, body } = await create({ email: ` ${email.toUpperCase()} ` });
		expect({ status, code: body.code }).toEqual({ status: 409, code: 'email_taken' });
		expect(JSON.stringify(body)).not.toContain(other.id);
		const rows = await env.DB.prepare('SELECT count(*) AS n FROM employees WHERE company_id = ?')
			.bind(company.id)
			.first('n');
		expect(rows).toBe(0);
	});

	test('a personnel number within the company, leading zeros included', async () => {
		expect((await create({ personnelNumber: '017' })).status).toBe(201);
		expect((await create({ personnelNumber: '17' })).body.personnelNumber).toBe('17');
		expect((await create({ personnelNumber: '017' }, await newCompany())).status).toBe(201);

		const email = uniqueEmail();
		const taken = await create({ email, personnelNumber: '017' });
		expect(taken).toMatchObject({ status: 409, body: { code: 'personnel_number_taken' } });
		expect((await create({ email })).status, 'no user is left behind').toBe(201);
	});

	test('a personnel number on update too; several employees may have none', async () => {
		await newEmployee(company, { personnelNumber: '00017' });
		const path = `/employees/${await newEmployee(company)}`;
		await newEmployee(company);

		const refused = await as(company.admin).put(path, { personnelNumber: '00017' });
		expect(refused).toMatchObject({ status: 409, body: { code: 'personnel_number_taken' } });
		expect((await as(company.admin).get(path)).body.personnelNumber).toBeNull();
	});
});

test('an unknown company and one that the caller does not manage are the same', async () => {
	const foreign = await newCompany();
	const platform = await newUser(['PLATFORM_ADMIN']);
	const tries = [
		await create({ companyId: foreign.id }),
		await create({ companyId: crypto.randomUUID() }),
		await as(platform).post('/employees', { email: uniqueEmail(), companyId: crypto.randomUUID() }),
	];
	for (const refused of tries) {
		expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_company' } });
	}
});
