import { beforeEach, describe, expect, test } from 'vitest';
import { plannedVouchers } from '../../../../src/benefits/goodies/plans/table.ts';
import { newId } from '../../../../src/foundation/core/id.ts';
import {
	as,
	at,
	db,
	newCompany,
	newEmployee,
	now,
	runCron,
	type TestCompany,
} from '../../../harness/service.ts';

const TOMORROW = '2023-03-08T00:00:00.000Z';
const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();

let company: TestCompany;
let employee: string;
let all: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
	all = `${employee}/goodies/planned-vouchers`;
});

interface Plan {
	id: string;
	endDate: string | null;
	startDate: string;
	nextDate: string | null;
}

const budget = { value: 5000, currency: 'EUR_CENT' };
const set = async (startDate: string, endDate?: string): Promise<string> => {
	const body = { budget, startDate, endDate };
	const answer = await as(company.admin).put(`${employee}/goodies/budget`, body);
	return answer.body.find((plan: Plan) => plan.startDate === startDate).id;
};
const one = (id: string) => `/goodies/planned-vouchers/${id}`;
const revoke = (path: string, endDate: string) => as(company.admin).delete(path, { endDate });
const plans = async (): Promise<Plan[]> => (await as(company.admin).get(all)).body;
const ends = async () => (await plans()).map(({ startDate, endDate }) => [startDate.slice(0, 10), endDate]);

describe.each(['all planned vouchers', 'one planned voucher'])('revoking %s', (which) => {
	const START = '2023-03-07T00:00:00.000Z';
	let path: string;

	beforeEach(async () => {
		const id = await set(START);
		path = which.startsWith('all') ? all : one(id);
	});

	test.each([
		['2023-03-07T00:00:00.000Z', '2023-03-08T00:00:00.000Z'],
		['2023-03-07T23:59:59.999Z', '2023-03-08T00:00:00.000Z'],
		['2023-12-31T23:59:59.999Z', '2024-01-01T00:00:00.000Z'],
		['2024-02-28T12:00:00.000Z', '2024-02-29T00:00:00.000Z'],
	])('at %s ends it at %s at the earliest', async (moment, earliestAllowed) => {
		at(moment);
		expect(await revoke(path, justBefore(earliestAllowed))).toMatchObject({
			status: 400,
			body: { code: 'date_out_of_window', field: 'endDate', earliestAllowed },
		});
		expect(await ends()).toEqual([['2023-03-07', null]]);
		expect(await revoke(path, earliestAllowed)).toMatchObject({ status: 200, body: { success: true } });
		expect(await ends()).toEqual([['2023-03-07', earliestAllowed]]);
	});

	test('again, earlier or later, answers success; an earlier end stays', async () => {
		await revoke(path, '2023-04-10T00:00:00.000Z');
		expect((await revoke(path, '2023-05-01T00:00:00.000Z')).body).toEqual({ success: true });
		expect(await ends()).toEqual([['2023-03-07', '2023-04-10T00:00:00.000Z']]);
		expect((await revoke(path, '2023-03-09T00:00:00.000Z')).body).toEqual({ success: true });
		expect(await ends()).toEqual([['2023-03-07', '2023-03-09T00:00:00.000Z']]);
	});

	test.each([
		['in the query alone', undefined, `?endDate=${TOMORROW}`, 200],
		['alike in body and query', { endDate: TOMORROW }, `?endDate=${TOMORROW}`, 200],
		['differently in both', { endDate: TOMORROW }, '?endDate=2023-03-09T00:00:00.000Z', 400],
		['nowhere', {}, '', 400],
	])('with the end %s', async (_, body, query, status) => {
		expect((await as(company.admin).delete(path + query, body)).status).toBe(status);
		expect((await ends())[0]?.[1]).toBe(status === 200 ? TOMORROW : null);
	});

	test('issues nothing on the end, but what lies before it', async () => {
		await revoke(path, '2023-05-07T00:00:00.000Z');
		await runCron('2023-07-01T00:00:00.000Z');
		const { body } = await as(company.admin).get(`${employee}/goodies/vouchers`);
		expect(body.map((voucher: { dueDate: string }) => voucher.dueDate.slice(0, 10))).toEqual([
			'2023-03-07',
			'2023-04-07',
		]);
	});
});

test('all: cuts, removes what starts at or after the end, and keeps earlier ends, SPECIAL plans included', async () => {
	const employeeId = employee.slice('/employees/'.length);
	const start = Date.parse('2023-03-09T00:00:00.000Z');
	await db.insert(plannedVouchers).values({
		id: newId(now()),
		dateCreated: now(),
		dateModified: now(),
		employeeId,
		goodiesVoucherType: 'SPECIAL',
		interval: 'WEEKLY',
		amountValue: 9,
		amountCurrency: 'EUR_CENT',
		validFrom: start,
		validUntil: null,
		anchor: start,
		nextOccurrence: start,
	});
	await set('2023-03-08T00:00:00.000Z', '2023-03-09T23:59:59.999Z');
	await set('2023-03-10T00:00:00.000Z', '2023-03-31T23:59:59.999Z');
	await set('2023-04-01T00:00:00.000Z');

	await revoke(all, '2023-04-01T00:00:00.000Z');
	expect(await ends()).toEqual([
		['2023-03-08', '2023-03-09T23:59:59.999Z'],
		['2023-03-09', '2023-04-01T00:00:00.000Z'],
		['2023-03-10', '2023-03-31T23:59:59.999Z'],
	]);
});

test('one: leaves the other plans of the employee alone', async () => {
	const id = await set('2023-04-01T00:00:00.000Z', '2023-04-30T23:59:59.999Z');
	await set('2023-05-01T00:00:00.000Z');
	await revoke(one(id), '2023-04-15T00:00:00.000Z');
	expect(await ends()).toEqual([
		['2023-04-01', '2023-04-15T00:00:00.000Z'],
		['2023-05-01', null],
	]);
});

test('one that has not begun by the end is gone, and revoking it again answers success', async () => {
	const id = await set('2023-04-01T00:00:00.000Z');
	expect((await revoke(one(id), '2023-04-01T00:00:00.000Z')).body).toEqual({ success: true });
	expect(await plans()).toEqual([]);
	expect(await revoke(one(id), '2023-04-01T00:00:00.000Z')).toMatchObject({
		status: 200,
		body: { success: true },
	});
});

test('all: an employee without plans answers success', async () => {
	expect(await revoke(all, TOMORROW)).toMatchObject({ status: 200, body: { success: true } });
});

test('an unknown plan, a foreign one and an id that is none are the same 404', async () => {
	const foreign = await newCompany();
	const id = await set('2023-04-01T00:00:00.000Z');
	for (const [who, unknown] of [
		[company, crypto.randomUUID()],
		[company, 'nonsense'],
		[foreign, id],
	] as const) {
		expect(await as(who.admin).delete(one(unknown), { endDate: TOMORROW })).toMatchObject({
			status: 404,
			body: { code: 'not_found' },
		});
	}
	expect((await ends())[0]?.[1]).toBeNull();
});
