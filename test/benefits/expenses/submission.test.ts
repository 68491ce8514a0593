import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import { as, at, newCompany, newUser, type TestUser } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

const edit = (fields: object) =>
	as(spender.admin)
		.put(`/employees/${spender.employeeId}`, fields)
		.then(({ status }) => {
			expect(status).toBe(200);
		});

describe('who submits', () => {
	test('an employee for oneself: 201, the whole expense, and where it is found', async () => {
		const { status, headers, body } = await spender.submit({ module: 'MEALS', days: 2, note: 'Lunch' });
		expect(status).toBe(201);
		expect(body).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			dateCreated: '2023-03-07T12:00:00.000Z',
			dateModified: '2023-03-07T12:00:00.000Z',
			employeeId: spender.employeeId,
			companyId: spender.company.id,
			employee: { firstName: null, lastName: null, personnelNumber: null },
			authorId: spender.employee.userId,
			module: 'MEALS',
			amount: cents(1000),
			date: '2023-02-27',
			days: 2,
			isPublicTransport: null,
			note: 'Lunch',
			state: 'SUBMITTED',
			dateDecided: null,
			deciderId: null,
			rejectionReason: null,
			requestedAmount: null,
			standingExpenseId: null,
			mealPrice: null,
			recreationFor: null,
			machineFacts: null,
			approvalRuleId: null,
			dateSampled: null,
			approvedDays: null,
			absencesRecorded: false,
			approvedAmount: null,
			reasons: [],
			dateReturned: null,
			mendUntil: null,
		});
		expect(headers.get('Location')).toBe(`/api/v2/flex/expenses/${body.id}`);
		expect((await as(spender.employee).get(`/flex/expenses/${body.id}`)).body).toEqual(body);
	});

	test.each([['COMPANY_ADMIN'], ['TECHNICAL_USER'], ['PLATFORM_ADMIN']] as const)(
		'%s for an employee, and is the author',
		async (role) => {
			const user = await newUser([role], role === 'PLATFORM_ADMIN' ? [] : [spender.company.id]);
			expect(await spender.submit({}, user)).toMatchObject({ status: 201, body: { authorId: user.userId } });
		},
	);

	test('not a colleague, and nobody of another company: 404 as for an unknown employee', async () => {
		const colleague = await newSpender({}, spender.company);
		const foreign = await newCompany();
		for (const user of [colleague.employee, foreign.admin]) {
			expect(await spender.submit({}, user)).toMatchObject(refusal(404, 'not_found'));
		}
	});
});

const HOLIDAY = { module: 'HOLIDAY' };
const RELATIVES = { spouse: true, children: 2 };
const relatives = (children: number) => ({ ...HOLIDAY, recreationFor: { spouse: false, children } });

describe('the body', () => {
	test.each<[string, object, string]>([
		['nothing spent', { amount: cents(0) }, '#/amount/value'],
		['less than nothing', { amount: cents(-1) }, '#/amount/value'],
		['a fraction of a cent', { amount: cents(0.5) }, '#/amount/value'],
		['too much money', { amount: cents(100_000_001) }, '#/amount/value'],
		['an unknown currency', { amount: cents(1, 'USD') }, '#/amount/currency'],
		['no amount', { amount: undefined }, '#/amount'],
		['an unknown module', { module: 'CARS' }, '#/module'],
		['a day that does not exist', { date: '2023-02-29' }, '#/date'],
		['a day with a time', { date: '2023-02-27T00:00:00.000Z' }, '#/date'],
		['tomorrow', { date: '2023-03-08' }, '#/date'],
		['MEALS without days', { module: 'MEALS' }, '#/days'],
		['MEALS of no day', { module: 'MEALS', days: 0 }, '#/days'],
		['MEALS of 32 days', { module: 'MEALS', days: 32 }, '#/days'],
		['days of another module', { days: 1 }, '#/days'],
		['MOBILITY without its kind', { module: 'MOBILITY' }, '#/isPublicTransport'],
		['a kind of transport for another module', { isPublicTransport: false }, '#/isPublicTransport'],
		['relatives of another module', { recreationFor: RELATIVES }, '#/recreationFor'],
		['no word about the spouse', { ...HOLIDAY, recreationFor: { children: 1 } }, '#/recreationFor/spouse'],
		['no number of children', { ...HOLIDAY, recreationFor: { spouse: true } }, '#/recreationFor/children'],
		['21 children', relatives(21), '#/recreationFor/children'],
		['fewer than no children', relatives(-1), '#/recreationFor/children'],
		['a half child', relatives(0.5), '#/recreationFor/children'],
		['an empty note', { note: '' }, '#/note'],
		['a mistyped field', { nots: 'x' }, '#/nots'],
	])('with %s is refused', async (_, fields, pointer) => {
		const { status, body } = await spender.submit(fields);
		expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
		expect(body.errors).toContainEqual(expect.objectContaining({ pointer }));
	});

	test.each([
		['today', { date: '2023-03-07' }],
		['MEALS of 31 days', { module: 'MEALS', days: 31 }],
		['MOBILITY by public transport', { module: 'MOBILITY', isPublicTransport: true }],
		['MOBILITY by car', { module: 'MOBILITY', isPublicTransport: false }],
		['HOLIDAY without relatives', HOLIDAY],
		['HOLIDAY with null relatives', { ...HOLIDAY, recreationFor: null }],
		['HOLIDAY with 20 children', relatives(20)],
		['a null note', { note: null }],
	])('with %s is accepted', async (_, fields) => {
		expect(await spender.submit(fields)).toMatchObject({ status: 201, body: fields });
	});
});

test('relatives of another module are refused with a sentence', async () => {
	expect((await spender.submit({ recreationFor: RELATIVES })).body.errors).toEqual([
		{
			pointer: '#/recreationFor',
			code: 'unexpected',
			detail: 'Allowed for HOLIDAY, and for no other module',
		},
	]);
});

test('a correction replaces the relatives, and the history names both', async () => {
	const id = await spender.submitted({ ...HOLIDAY, recreationFor: RELATIVES });
	await spender.sendBack(id);
	const before = { recreationFor: RELATIVES };
	const { recreationFor } = relatives(1);
	expect((await spender.mend(id, relatives(1))).body).toMatchObject({ recreationFor });
	const events = await eventsFor(spender.admin, `subject=${spender.employeeId}&type=expense.mended`);
	expect(events).toMatchObject([{ before, after: { recreationFor } }]);
	await spender.sendBack(id);
	expect((await spender.mend(id)).body).toMatchObject({ module: 'INTERNET', recreationFor: null });
	await spender.sendBack(id);
	expect((await spender.mend(id, { recreationFor })).status).toBe(400);
});

describe('the day and its month', () => {
	test.each([
		['2023-03-07T23:59:59.999Z', '2023-02-01', 201],
		['2023-03-08T00:00:00.000Z', '2023-02-28', 409],
	])('at %s one of %s is answered %d', async (moment, date, status) => {
		at(moment);
		const answer = await spender.submit({ date });
		expect(answer.status).toBe(status);
		if (status === 409) expect(answer.body.code).toBe('period_closed');
	});

	test('a month whose run was closed early takes no more, nor does one before it', async () => {
		expect((await spender.close('2023-03')).status).toBe(201);
		for (const date of ['2023-02-27', '2023-03-07']) {
			expect(await spender.submit({ date })).toMatchObject(refusal(409, 'period_closed'));
		}
	});

	test('needs an access in force on it: the first and the last day of a period do', async () => {
		const one = await newSpender({
			startDate: '2023-02-10T00:00:00.000Z',
			endDate: '2023-02-20T23:59:59.999Z',
		});
		for (const date of ['2023-02-10', '2023-02-20']) expect((await one.submit({ date })).status).toBe(201);
		for (const date of ['2023-02-09', '2023-02-21']) {
			expect(await one.submit({ date })).toMatchObject(refusal(409, 'no_flex_access'));
		}
	});

	test('a pause refuses the days that it covers wholly', async () => {
		await edit({ datePausedStart: '2023-02-10T00:00:00.000Z', datePausedEnd: '2023-02-20T12:00:00.000Z' });
		for (const date of ['2023-02-09', '2023-02-20'])
			expect((await spender.submit({ date })).status).toBe(201);
		for (const date of ['2023-02-10', '2023-02-19']) {
			expect(await spender.submit({ date })).toMatchObject(refusal(409, 'employee_paused'));
		}
	});

	test('a termination refuses the days after it', async () => {
		await edit({ dateTerminated: '2023-02-20T23:59:59.999Z' });
		expect((await spender.submit({ date: '2023-02-20' })).status).toBe(201);
		expect(await spender.submit({ date: '2023-02-21' })).toMatchObject(refusal(409, 'employee_terminated'));
	});
});

describe('restrictions of the access', () => {
	test('another module is refused', async () => {
		const one = await newSpender({ allowedModules: ['KITA', 'MEALS'] });
		expect((await one.submit({ module: 'KITA' })).status).toBe(201);
		expect(await one.submit()).toMatchObject(refusal(409, 'module_not_allowed'));
	});

	test('another currency is refused', async () => {
		const francs = cents(100, 'CHF_CENTIMES');
		expect(await spender.submit({ amount: francs })).toMatchObject(refusal(409, 'currency_mismatch'));
	});

	test('a tax rule template limits amounts, days and transport; refusals name limit, used and left', async () => {
		const fields = {
			name: 'Strict',
			companyIds: [spender.company.id],
			rules: [
				{ budgets: [{ budget: cents(3000) }], maxDaysPerMonth: 15, isOnlyPublicTransportAllowed: true },
			],
		};
		const template = await as(spender.admin).post('/flex/tax-rule-templates', fields);
		const one = await newSpender({ flexTaxRuleTemplateId: template.body.id }, spender.company);
		const meals = (days: number, amount = cents(100)) => one.submit({ module: 'MEALS', days, amount });

		expect((await meals(14)).status).toBe(201);
		expect(await meals(2)).toMatchObject(refusal(409, 'max_days_exceeded', { limit: 15, used: 14, left: 1 }));
		expect((await meals(1)).status).toBe(201);
		expect(await one.submit({ amount: cents(2801) })).toMatchObject(
			refusal(409, 'tax_budget_exceeded', { limit: 3000, used: 200, left: 2800 }),
		);
		expect((await one.submit({ amount: cents(2800) })).status).toBe(201);
		expect(
			await one.submit({ module: 'MOBILITY', isPublicTransport: false, date: '2023-03-01' }),
		).toMatchObject(refusal(409, 'public_transport_only'));
		const byTrain = { module: 'MOBILITY', isPublicTransport: true, date: '2023-03-01' };
		expect((await one.submit(byTrain)).status, 'March counts for itself').toBe(201);
	});
});

test('without a user nothing is submitted', async () => {
	const nobody: TestUser = { userId: crypto.randomUUID(), sessionId: crypto.randomUUID() };
	expect((await spender.submit({}, nobody)).status).toBe(401);
});
