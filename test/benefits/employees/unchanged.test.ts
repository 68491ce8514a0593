import { beforeEach, describe, expect, test } from 'vitest';
import { eventsOfMeanwhile } from '../../harness/events.ts';
import { as, at, newCompany, newEmployee, runCron, type TestCompany } from '../../harness/service.ts';

const TODAY = '2023-03-07T12:00:00.000Z';
const [APRIL, MAY, JUNE] = [4, 5, 6].map((month) => `2023-0${month}-01T00:00:00.000Z`) as [
	string,
	string,
	string,
];
const LEAVING = '2023-08-15T00:00:00.000Z';
const BEHIND = '2023-10-31T23:59:59.999Z';
const budget = { value: 5000, currency: 'EUR_CENT' };
const grant = { budget, accumulateBudget: true };

let company: TestCompany;
let employee: string;

beforeEach(async () => {
	at(TODAY);
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
});

const set = async (path: string, fields: object) => {
	const { status, body } = await as(company.admin).put(`${employee}/${path}`, fields);
	expect(status).toBe(200);
	return body;
};
const list = async (path: string) => (await as(company.admin).get(`${employee}/${path}`)).body;

describe('a set that would leave everything as it is writes nothing and changes no id', () => {
	test.each<[rule: string, path: string, readPath: string, first: object, again: object]>([
		[
			'the same access',
			'flex/access',
			'flex/access',
			{ ...grant, startDate: APRIL },
			{ ...grant, startDate: APRIL },
		],
		[
			'the same from later on',
			'flex/access',
			'flex/access',
			{ ...grant, startDate: APRIL },
			{ ...grant, startDate: JUNE },
		],
		[
			'all modules, named',
			'flex/access',
			'flex/access',
			{ ...grant, startDate: APRIL },
			{
				...grant,
				startDate: MAY,
				endDate: JUNE,
				allowedModules: ['SPORTS', 'MEALS', 'HEALTH', 'INTERNET', 'HOLIDAY', 'KITA', 'MOBILITY'],
			},
		],
		[
			'the same budget',
			'goodies/budget',
			'goodies/planned-vouchers',
			{ budget, startDate: APRIL },
			{ budget, startDate: APRIL },
		],
		[
			'the same budget on the same days',
			'goodies/budget',
			'goodies/planned-vouchers',
			{ budget, startDate: APRIL },
			{ budget, startDate: JUNE },
		],
		[
			'default access',
			'goodies/default-access',
			'goodies/default-access',
			{ startDate: APRIL },
			{ startDate: MAY },
		],
	])('%s', async (_, path, readPath, first, again) => {
		await set(path, first);
		const before = await list(readPath);
		at('2023-03-08T12:00:00.000Z');
		const events = await eventsOfMeanwhile(company.admin, () => set(path, again));
		expect(events).toEqual([]);
		expect(await list(readPath)).toEqual(before);
	});

	test.each<[rule: string, path: string, first: object, again: object]>([
		[
			'another amount',
			'flex/access',
			{ ...grant, startDate: APRIL },
			{ ...grant, startDate: APRIL, budget: { ...budget, value: 5001 } },
		],
		[
			'fewer modules',
			'flex/access',
			{ ...grant, startDate: APRIL },
			{ ...grant, startDate: APRIL, allowedModules: ['MEALS'] },
		],
		[
			'a millisecond more',
			'flex/access',
			{ ...grant, startDate: APRIL, endDate: MAY },
			{ ...grant, startDate: APRIL, endDate: MAY.replace('.000', '.001') },
		],
		[
			'a budget on other days',
			'goodies/budget',
			{ budget, startDate: APRIL },
			{ budget, startDate: MAY.replace('-01T', '-02T') },
		],
		['an open end', 'goodies/default-access', { startDate: APRIL, endDate: JUNE }, { startDate: MAY }],
	])('but %s does write', async (_, path, first, again) => {
		await set(path, first);
		expect(await eventsOfMeanwhile(company.admin, () => set(path, again))).not.toEqual([]);
	});
});

describe('dateModified moves when the answer does', () => {
	const modified = async () =>
		(await list('flex/access')).map((one: { dateModified: string }) => one.dateModified);

	test('with a termination that shortens an entry, and not when the cron settles it', async () => {
		await set('flex/access', { ...grant, startDate: APRIL });
		expect(await modified()).toEqual([TODAY]);
		at('2023-03-10T09:00:00.000Z');
		await as(company.admin).put(employee, { dateTerminated: LEAVING });
		const shortened = await list('flex/access');
		expect(shortened).toMatchObject([{ validUntil: LEAVING, dateModified: '2023-03-10T09:00:00.000Z' }]);
		await runCron(LEAVING);
		expect(await list('flex/access')).toEqual(shortened);
	});

	test('and with a termination that is taken back', async () => {
		await set('flex/access', { ...grant, startDate: APRIL });
		await as(company.admin).put(employee, { dateTerminated: LEAVING });
		at('2023-03-11T09:00:00.000Z');
		await as(company.admin).put(employee, { dateTerminated: null });
		expect(await list('flex/access')).toMatchObject([
			{ validUntil: null, dateModified: '2023-03-11T09:00:00.000Z' },
		]);
	});

	test('but not with an end behind the termination, until that is taken back', async () => {
		await set('flex/access', { ...grant, startDate: APRIL });
		await set('goodies/budget', { budget, startDate: APRIL });
		await as(company.admin).put(employee, { dateTerminated: LEAVING });
		const read = () => Promise.all(['flex/access', 'goodies/planned-vouchers'].map(list));
		const before = await read();
		at('2023-03-10T09:00:00.000Z');
		await as(company.admin).delete(`${employee}/flex/access`, { endDate: BEHIND });
		await as(company.admin).delete(`${employee}/goodies/planned-vouchers`, { endDate: BEHIND });
		expect(await read()).toEqual(before);
		at('2023-03-11T09:00:00.000Z');
		await as(company.admin).put(employee, { dateTerminated: null });
		expect(await list('flex/access')).toMatchObject([
			{ validUntil: BEHIND, dateModified: '2023-03-11T09:00:00.000Z' },
		]);
	});

	test('but not of an entry that ends before', async () => {
		await set('flex/access', { ...grant, startDate: APRIL, endDate: MAY });
		at('2023-03-10T09:00:00.000Z');
		await as(company.admin).put(employee, { dateTerminated: LEAVING });
		expect(await modified()).toEqual([TODAY]);
	});
});

describe('an end given to the second means its last millisecond', () => {
	test.each([
		['2023-08-31T23:59:59Z', '2023-08-31T23:59:59.999Z'],
		['2023-08-31T23:59:59.000Z', '2023-08-31T23:59:59.000Z'],
		['2023-08-31T23:59:59.5Z', '2023-08-31T23:59:59.500Z'],
		['2023-08-31T23:59:58Z', '2023-08-31T23:59:58.000Z'],
	])('%s is %s', async (endDate, expected) => {
		const [access] = await set('flex/access', { ...grant, startDate: APRIL, endDate });
		expect(access.validUntil).toBe(expected);
		const [plan] = await set('goodies/budget', { budget, startDate: APRIL, endDate });
		expect(plan.endDate).toBe(expected);
		const [period] = await set('goodies/default-access', { startDate: APRIL, endDate });
		expect(period.validTo).toBe(expected);
		const { body } = await as(company.admin).put(employee, { dateTerminated: endDate });
		expect(body.dateTerminated).toBe(expected);
	});

	test.each([
		['2023-09-01T00:59:59+01:00', '2023-08-31T23:59:59.999Z'],
		['2023-08-31T23:59:59+01:00', '2023-08-31T22:59:59.999Z'],
		['2023-08-31T23:59:59.000+01:00', '2023-08-31T22:59:59.000Z'],
		['2023-08-31T22:59:59Z', '2023-08-31T22:59:59.000Z'],
	])('also with an offset, by the day of UTC or as it is written: %s is %s', async (given, expected) => {
		const { body } = await as(company.admin).put(employee, { dateTerminated: given });
		expect(body.dateTerminated).toBe(expected);
	});

	test('so that a new entry from the first on leaves no sliver of the old one', async () => {
		await set('flex/access', { ...grant, startDate: APRIL });
		const other = { ...grant, budget: { ...budget, value: 7000 } };
		await set('flex/access', { ...other, startDate: JUNE, endDate: '2023-08-31T23:59:59Z' });
		const rows = await list('flex/access');
		expect(rows.map((one: { validFrom: string }) => one.validFrom)).toEqual([
			APRIL,
			JUNE,
			'2023-09-01T00:00:00.000Z',
		]);
	});

	test('a revocation accepts it too, in its body and in its query', async () => {
		for (const [query, body] of [
			['', { endDate: '2023-05-31T23:59:59Z' }],
			['?endDate=2023-05-31T23:59:59Z', undefined],
		] as const) {
			await set('flex/access', { ...grant, startDate: APRIL });
			await as(company.admin).delete(`${employee}/flex/access${query}`, body);
			expect(await list('flex/access')).toMatchObject([{ validUntil: '2023-05-31T23:59:59.999Z' }]);
		}
	});
});
