import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, newUser, type TestUser } from '../../harness/service.ts';

let platform: TestUser;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
});

const create = (fields: object = {}) =>
	as(platform).post('/companies', { name: 'Demo GmbH', taxAffiliation: 'AT', ...fields });

describe('create', () => {
	test('answers every field and the address of the record', async () => {
		const { status, body, headers } = await create({ payrollReferenceDay: 12 });
		expect(status).toBe(201);
		expect(body).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			dateCreated: '2023-03-07T12:00:00.000Z',
			dateModified: '2023-03-07T12:00:00.000Z',
			name: 'Demo GmbH',
			payrollReferenceDay: 12,
			submissionDay: null,
			receiptRequiredModules: [],
			observedLimits: [],
			taxAffiliation: 'AT',
			senderName: null,
			color: null,
			language: null,
			retentionMonths: 120,
			leaverAccessDays: 30,
			inviteFromDirectory: false,
			sandbox: false,
			secondFactorRequired: false,
			assistants: false,
			proposalsNeedSecondPerson: false,
			monthlyBudgetRestrictsFlex: false,
			ownBenefitsAllowed: false,
			maxExpensesPerMonth: 200,
			maxReceiptBytesPerMonth: 200 * 1024 * 1024,
			maxEmployees: 100_000,
			maxTemplates: 500,
			maxStoredBytes: 100 * 1024 ** 3,
		});
		expect(headers.get('Location')).toBe(`/api/v2/companies/${body.id}`);
		expect((await as(platform).get(`/companies/${body.id}`)).body).toEqual(body);
		expect((await as(platform).get('/companies')).body).toContainEqual(body);
	});

	test.each([undefined, null])('the reference day is 7 unless set (%s)', async (payrollReferenceDay) => {
		expect((await create({ payrollReferenceDay })).body.payrollReferenceDay).toBe(7);
	});

	test.each([
		[undefined, 120],
		[null, 120],
		[0, 0],
		[600, 600],
	])('the months of retention given as %s are %d', async (retentionMonths, kept) => {
		expect((await create({ retentionMonths })).body.retentionMonths).toBe(kept);
	});

	test.each([
		[undefined, 30],
		[null, 30],
		[0, 0],
		[366, 366],
	])('the days for which leavers sign in given as %s are %d', async (leaverAccessDays, kept) => {
		expect((await create({ leaverAccessDays })).body.leaverAccessDays).toBe(kept);
	});

	test.each([1, 28])('the reference day %d is accepted', async (payrollReferenceDay) => {
		expect((await create({ payrollReferenceDay })).body).toMatchObject({ payrollReferenceDay });
	});

	test.each([
		['the reference day 0', { payrollReferenceDay: 0 }, '#/payrollReferenceDay'],
		['the reference day 29', { payrollReferenceDay: 29 }, '#/payrollReferenceDay'],
		['367 days for leavers', { leaverAccessDays: 367 }, '#/leaverAccessDays'],
		['half a day', { payrollReferenceDay: 7.5 }, '#/payrollReferenceDay'],
		['no name', { name: undefined }, '#/name'],
		['an empty name', { name: '' }, '#/name'],
		['no tax affiliation', { taxAffiliation: undefined }, '#/taxAffiliation'],
		['a country in small letters', { taxAffiliation: 'at' }, '#/taxAffiliation'],
		['a country that does not exist', { taxAffiliation: 'QX' }, '#/taxAffiliation'],
		['an unknown field', { taxAffiliations: ['AT'] }, '#/taxAffiliations'],
	])('refuses %s', async (_, fields, pointer) => {
		const { status, body } = await create(fields);
		expect(status).toBe(400);
		expect(body.errors).toContainEqual(expect.objectContaining({ pointer }));
	});
});

describe('update', () => {
	test('an omitted field keeps its value', async () => {
		const { body: before } = await create();
		at('2023-03-07T13:00:00.000Z');
		const { status, body } = await as(platform).put(`/companies/${before.id}`, { name: 'Neue GmbH' });
		expect(status).toBe(200);
		expect(body).toEqual({ ...before, name: 'Neue GmbH', dateModified: '2023-03-07T13:00:00.000Z' });
		expect((await as(platform).get(`/companies/${before.id}`)).body).toEqual(body);
	});

	test.each([{ name: null }, { payrollReferenceDay: 29 }, { taxAffiliation: 'XYZ' }])(
		'refuses %j',
		async (fields) => {
			const { id } = await newCompany();
			expect((await as(platform).put(`/companies/${id}`, fields)).status).toBe(400);
		},
	);

	test('changes of different fields at once all hold', async () => {
		const path = `/companies/${(await newCompany()).id}`;
		const fields = { name: 'Neue GmbH', payrollReferenceDay: 9, taxAffiliation: 'AT' };
		const changes = Object.entries(fields).map(([field, value]) =>
			as(platform).put(path, { [field]: value }),
		);
		await Promise.all(changes);
		expect((await as(platform).get(path)).body).toMatchObject(fields);
	});

	test('the reference day moves the window of flex access at once', async () => {
		const company = await newCompany(7);
		const path = `/employees/${await newEmployee(company)}/flex/access`;
		const set = () =>
			as(company.admin).put(path, {
				budget: { value: 1, currency: 'EUR_CENT' },
				accumulateBudget: false,
				startDate: '2023-02-01T00:00:00.000Z',
			});
		const move = (payrollReferenceDay: number) =>
			as(platform).put(`/companies/${company.id}`, { payrollReferenceDay });

		await move(6);
		expect((await set()).body.earliestAllowed).toBe('2023-03-01T00:00:00.000Z');
		await move(7);
		expect((await set()).status).toBe(200);
	});
});

describe('who may', () => {
	test('an administrator of the company sets what is its own, and may write back the rest', async () => {
		const { id, admin } = await newCompany();
		const own = {
			name: 'Neue GmbH',
			payrollReferenceDay: 10,
			senderName: 'Neue Benefits',
			language: 'de-AT',
			leaverAccessDays: 0,
		};
		const { status, body } = await as(admin).put(`/companies/${id}`, own);
		expect({ status, ...body }).toMatchObject({ status: 200, ...own });
		const { id: _, dateCreated, dateModified, ...fields } = body;
		expect((await as(admin).put(`/companies/${id}`, fields)).body).toEqual(body);
	});

	test.each([
		['taxAffiliation', 'AT'],
		['retentionMonths', 0],
		['ownBenefitsAllowed', true],
		['monthlyBudgetRestrictsFlex', true],
		['maxEmployees', 1_000_000],
	])('but not %s', async (name, value) => {
		const { id, admin } = await newCompany();
		const refused = await as(admin).put(`/companies/${id}`, { name: 'Mine', [name]: value });
		expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
		expect(refused.body.detail).toContain(name);
		expect((await as(admin).get(`/companies/${id}`)).body.name).not.toBe('Mine');
	});

	test('an unknown company is a 404', async () => {
		const path = `/companies/${crypto.randomUUID()}`;
		expect((await as(platform).get(path)).status).toBe(404);
		expect((await as(platform).put(path, { name: 'None' })).status).toBe(404);
		expect((await as(platform).get('/companies/nonsense')).status).toBe(404);
	});
});
