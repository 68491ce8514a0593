import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, newUser, type TestCompany } from '../../../harness/service.ts';

const MODULES = ['MEALS', 'HEALTH', 'INTERNET', 'HOLIDAY', 'KITA', 'MOBILITY', 'SPORTS'];

let company: TestCompany;
let employeeId: string;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	path = `/employees/${employeeId}/flex/access`;
});

const setting = (fields: object = {}) => ({
	budget: { value: 5000, currency: 'EUR_CENT' },
	accumulateBudget: true,
	startDate: '2023-03-01T00:00:00.000Z',
	...fields,
});
const set = (fields: object = {}) => as(company.admin).put(path, setting(fields));
const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
const outOfWindow = (field: string, earliestAllowed: string) => ({
	status: 400,
	body: { code: 'date_out_of_window', field, earliestAllowed },
});

describe('date windows of section 4.3, which test/benefits/payroll/calendar.test.ts tables', () => {
	test.each([
		['2023-03-01T23:59:59.999Z', '2023-02-01T00:00:00.000Z'],
		['2023-03-02T00:00:00.000Z', '2023-03-01T00:00:00.000Z'],
	])('with the reference day 1 at %s the earliest start is %s', async (moment, earliest) => {
		at(moment);
		company = await newCompany(1);
		path = `/employees/${await newEmployee(company)}/flex/access`;
		expect((await set({ startDate: earliest })).status).toBe(200);
		expect(await set({ startDate: justBefore(earliest) })).toMatchObject(outOfWindow('startDate', earliest));
	});

	test.each([
		['2023-03-07T23:59:59.999Z', '2023-01-31T23:59:59.999Z'],
		['2023-03-08T00:00:00.000Z', '2023-02-28T23:59:59.999Z'],
	])('with the reference day 7 at %s the earliest end is %s', async (moment, earliest) => {
		at(moment);
		const revoke = (endDate: string) => as(company.admin).delete(path, { endDate });
		expect((await revoke(earliest)).status).toBe(200);
		expect(await revoke(justBefore(earliest))).toMatchObject(outOfWindow('endDate', earliest));
	});

	test('a start and an end that both lie in the earliest month are accepted', async () => {
		const { body } = await set({
			startDate: '2023-02-01T00:00:00.000Z',
			endDate: '2023-02-28T23:59:59.999Z',
		});
		expect(body[0]).toMatchObject({ validFromYearMonth: '2023-02', validUntilYearMonth: '2023-02' });
	});
});

describe('setting access', () => {
	test('is answered with the fields of section 2.3 and no others', async () => {
		const { status, body } = await set({ endDate: '2023-12-31T23:59:59.999Z' });

		expect(status).toBe(200);
		expect(body).toEqual([
			{
				id: expect.stringMatching(/^[0-9a-f-]{36}$/),
				dateCreated: '2023-03-07T12:00:00.000Z',
				dateModified: '2023-03-07T12:00:00.000Z',
				dateDeleted: null,
				employeeId,
				budget: { value: 5000, currency: 'EUR_CENT' },
				allowedModules: MODULES,
				accumulateBudget: true,
				flexTaxRuleTemplateId: 'default',
				validFrom: '2023-03-01T00:00:00.000Z',
				validFromYearMonth: '2023-03',
				validUntil: '2023-12-31T23:59:59.999Z',
				validUntilYearMonth: '2023-12',
			},
		]);
		expect((await as(company.admin).get(path)).body).toEqual(body);
	});

	test.each([undefined, null])('without an end (%s) has none', async (endDate) => {
		expect((await set({ endDate })).body[0]).toMatchObject({ validUntil: null, validUntilYearMonth: null });
	});

	test.each([
		['null', null, MODULES],
		['omitted', undefined, MODULES],
		['in another order', ['SPORTS', 'MEALS', 'KITA'], ['MEALS', 'KITA', 'SPORTS']],
		['with repeats', ['SPORTS', 'SPORTS', 'MEALS', 'SPORTS'], ['MEALS', 'SPORTS']],
		['only one', ['HOLIDAY'], ['HOLIDAY']],
	])('allowedModules %s', async (_, allowedModules, expected) => {
		expect((await set({ allowedModules })).body[0].allowedModules).toEqual(expected);
	});

	test.each([
		['no module at all', { allowedModules: [] }, '#/allowedModules'],
		['an unknown module', { allowedModules: ['MEALS', 'CARS'] }, '#/allowedModules/1'],
		['an end on the start', { endDate: '2023-03-01T00:00:00.000Z' }, '#/endDate'],
		['a start with an offset', { startDate: '2023-03-01T01:00:00.000+01:00' }, '#/startDate'],
		['a fraction of a cent', { budget: { value: 0.5, currency: 'EUR_CENT' } }, '#/budget/value'],
		['a missing decision on accumulation', { accumulateBudget: undefined }, '#/accumulateBudget'],
		['a mistyped field', { endDat: '2023-03-31T23:59:59.999Z' }, '#/endDat'],
	])('%s is refused', async (_, fields, pointer) => {
		const { status, body } = await set(fields);
		expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
		expect(body.errors).toContainEqual(expect.objectContaining({ pointer }));
	});
});

describe('the tax rule template', () => {
	const newTemplate = async (of: TestCompany): Promise<string> => {
		const fields = { name: 'Meals', rules: [], companyIds: [of.id] };
		return (await as(of.admin).post('/flex/tax-rule-templates', fields)).body.id;
	};

	test.each([undefined, null, 'default'])('%s is the default one', async (flexTaxRuleTemplateId) => {
		expect((await set({ flexTaxRuleTemplateId })).body[0].flexTaxRuleTemplateId).toBe('default');
	});

	test('a template of the company is accepted', async () => {
		const flexTaxRuleTemplateId = await newTemplate(company);
		expect((await set({ flexTaxRuleTemplateId })).body[0]).toMatchObject({ flexTaxRuleTemplateId });
		const shouted = await set({ flexTaxRuleTemplateId: flexTaxRuleTemplateId.toUpperCase() });
		expect(shouted.body[0]).toMatchObject({ flexTaxRuleTemplateId });
	});

	test('that is unknown, or of a company that is not the employee’s, is refused', async () => {
		const foreign = await newCompany();
		const unknown = { status: 400, body: { code: 'unknown_tax_rule_template' } };
		const foreignTemplate = await newTemplate(foreign);
		const ofBoth = await newUser(['COMPANY_ADMIN'], [company.id, foreign.id]);
		const withForeign = setting({ flexTaxRuleTemplateId: foreignTemplate });

		expect(await set({ flexTaxRuleTemplateId: crypto.randomUUID() })).toMatchObject(unknown);
		expect(await set(withForeign)).toMatchObject(unknown);
		expect(await as(ofBoth).put(path, withForeign)).toMatchObject(unknown);
		expect((await as(company.admin).get(path)).body).toEqual([]);
	});
});
