import { beforeEach, describe, expect, test } from 'vitest';
import {
	as,
	at,
	newCompany,
	newEmployee,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let company: TestCompany;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
});

const create = (fields: object, of = company) =>
	as(of.admin).post('/employees', { email: uniqueEmail(), companyId: of.id, ...fields });

describe('create', () => {
	test('answers every field, null or empty when unset', async () => {
		const email = uniqueEmail();
		const { status, body } = await create({ email });

		expect(status).toBe(201);
		expect(body).toEqual({
			email,
			employeeId: expect.stringMatching(UUID),
			companyId: company.id,
			personnelNumber: null,
			costCenter: null,
			groups: [],
			datePausedStart: null,
			datePausedEnd: null,
			dateTerminated: null,
		});
	});

	test('keeps what is given, and names the address of the record', async () => {
		const fields = {
			personnelNumber: '00017',
			costCenter: '4711',
			groups: ['sales', 'north'],
			dateTerminated: '2023-12-31T23:59:59.999Z',
		};
		const created = await create(fields);

		expect(created.body).toMatchObject(fields);
		const address = created.headers.get('Location') ?? '';
		expect(address).toBe(`/api/v2/employees/${created.body.employeeId}`);
		expect((await as(company.admin).get(address)).body).toEqual(created.body);
	});

	test('creates a user of the role EMPLOYEE, without a password', async () => {
		const id = await newEmployee(company, { groups: ['sales'] });

		expect((await as(await userOf(id)).get('/auth/me')).body).toMatchObject({
			employeeId: id,
			companyId: company.id,
			roles: ['EMPLOYEE'],
			groups: ['sales'],
			dateRegistered: null,
			manageableCompanyIds: [],
		});
	});

	test('accepts null for every optional field', async () => {
		const nothing = { personnelNumber: null, costCenter: null, costCentre: null, groups: null };
		const { status, body } = await create({ ...nothing, dateTerminated: null });

		expect(status).toBe(201);
		expect(body).toMatchObject({ personnelNumber: null, costCenter: null, groups: [] });
	});

	test.each([true, false, null])(
		'accepts skipSendRegistrationEmail %s and does not answer it',
		async (skip) => {
			const { status, body } = await create({ skipSendRegistrationEmail: skip });

			expect(status).toBe(201);
			expect(body).not.toHaveProperty('skipSendRegistrationEmail');
		},
	);

	test.each([
		['an unknown field', { costCentr: '4711' }, '#/costCentr'],
		['a pause', { datePausedStart: '2023-04-01T00:00:00.000Z' }, '#/datePausedStart'],
		['the end of a pause', { datePausedEnd: '2023-04-01T00:00:00.000Z' }, '#/datePausedEnd'],
		['a numeric personnel number', { personnelNumber: 17 }, '#/personnelNumber'],
		['an impossible date', { dateTerminated: '2023-02-30T00:00:00.000Z' }, '#/dateTerminated'],
		['a flag that is no boolean', { skipSendRegistrationEmail: 'yes' }, '#/skipSendRegistrationEmail'],
		['no e-mail address', { email: 'nobody' }, '#/email'],
	])('refuses %s and points at it', async (_, fields, pointer) => {
		const { status, body } = await create(fields);

		expect(status).toBe(400);
		expect(body.code).toBe('validation_failed');
		expect(body.errors).toContainEqual(expect.objectContaining({ pointer }));
	});
});

describe('the two spellings of the cost centre', () => {
	test.each(['costCenter', 'costCentre'])('%s is understood on create and update', async (spelling) => {
		const { body } = await create({ [spelling]: '4711' });
		expect(body.costCenter).toBe('4711');
		expect(body).not.toHaveProperty('costCentre');

		const updated = await as(company.admin).put(`/employees/${body.employeeId}`, { [spelling]: '4712' });
		expect(updated.body.costCenter).toBe('4712');
	});

	test.each([
		[{ costCenter: '4711', costCentre: '4711' }, 200],
		[{ costCenter: '4711', costCentre: '4712' }, 400],
		[{ costCenter: '4711', costCentre: null }, 400],
	])('%j together: %d', async (fields, status) => {
		const id = await newEmployee(company);
		expect((await as(company.admin).put(`/employees/${id}`, fields)).status).toBe(status);
		expect((await create(fields)).status).toBe(status === 200 ? 201 : 400);
	});
});

describe('update', () => {
	const original = {
		personnelNumber: '00017',
		costCenter: '4711',
		groups: ['sales'],
		dateTerminated: '2023-12-31T23:59:59.999Z',
	};

	test('an omitted field keeps its value', async () => {
		const path = `/employees/${await newEmployee(company, original)}`;
		const { body: before } = await as(company.admin).get(path);

		expect(await as(company.admin).put(path, {})).toMatchObject({ status: 200, body: before });
		const { body: after } = await as(company.admin).put(path, { costCentre: '4712' });
		expect(after).toEqual({ ...before, costCenter: '4712' });
		expect((await as(company.admin).get(path)).body).toEqual(after);
	});

	test.each([
		['personnelNumber', null],
		['costCenter', null],
		['groups', []],
		['dateTerminated', null],
	])('null clears %s and nothing else', async (field, cleared) => {
		const path = `/employees/${await newEmployee(company, original)}`;
		const { body: before } = await as(company.admin).get(path);

		const { body } = await as(company.admin).put(path, { [field]: null });
		expect(body).toEqual({ ...before, [field]: cleared });
	});

	test('a date with an offset is answered in UTC', async () => {
		const path = `/employees/${await newEmployee(company)}`;
		const { body } = await as(company.admin).put(path, { dateTerminated: '2024-01-01T00:59:59.999+01:00' });
		expect(body.dateTerminated).toBe('2023-12-31T23:59:59.999Z');
	});

	test.each([{ email: 'new@test.example' }, { companyId: crypto.randomUUID() }])(
		'refuses %j, which the update does not know',
		async (fields) => {
			const path = `/employees/${await newEmployee(company)}`;
			expect((await as(company.admin).put(path, fields)).status).toBe(400);
		},
	);

	test('repeated groups are merged, in the order given', async () => {
		const path = `/employees/${await newEmployee(company, { groups: ['b', 'a', 'b'] })}`;
		expect((await as(company.admin).get(path)).body.groups).toEqual(['b', 'a']);
		const { body } = await as(company.admin).put(path, { groups: ['c', 'c', 'a'] });
		expect(body.groups).toEqual(['c', 'a']);
	});
});
