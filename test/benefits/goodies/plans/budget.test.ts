import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { plannedVouchers } from '../../../../src/benefits/goodies/plans/table.ts';
import { newId } from '../../../../src/foundation/core/id.ts';
import { as, at, db, newCompany, newEmployee, now, type TestCompany } from '../../../harness/service.ts';

const TODAY = '2023-03-07T00:00:00.000Z';

let company: TestCompany;
let employeeId: string;
let employee: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	employee = `/employees/${employeeId}`;
});

interface Plan {
	id: string;
	amount: { value: number };
	startDate: string;
	endDate: string | null;
	nextDate: string | null;
}

const put = (value: number, startDate: string, endDate?: string | null) =>
	as(company.admin).put(`${employee}/goodies/budget`, {
		budget: { value, currency: 'EUR_CENT' },
		startDate,
		endDate,
	});
const set = async (value: number, startDate: string, endDate?: string | null): Promise<Plan[]> => {
	const { status, body } = await put(value, startDate, endDate);
	expect(status).toBe(200);
	return body;
};
const plans = async (): Promise<Plan[]> =>
	(await as(company.admin).get(`${employee}/goodies/planned-vouchers`)).body;
const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();

describe('date windows of section 4.5', () => {
	test.each([
		['2023-03-07T00:00:00.000Z', '2023-03-07T00:00:00.000Z'],
		['2023-03-07T23:59:59.999Z', '2023-03-07T00:00:00.000Z'],
		['2023-12-31T23:59:59.999Z', '2023-12-31T00:00:00.000Z'],
		['2024-02-29T12:00:00.000Z', '2024-02-29T00:00:00.000Z'],
	])('at %s the earliest start is %s', async (moment, earliestAllowed) => {
		at(moment);
		expect((await put(1, earliestAllowed)).status).toBe(200);
		expect(await put(1, justBefore(earliestAllowed))).toMatchObject({
			status: 400,
			body: { code: 'date_out_of_window', field: 'startDate', earliestAllowed },
		});
	});

	test.each([
		['2023-03-07T00:00:00.000Z', '2023-03-08T23:59:59.999Z'],
		['2023-03-07T23:59:59.999Z', '2023-03-08T23:59:59.999Z'],
		['2023-03-31T12:00:00.000Z', '2023-04-01T23:59:59.999Z'],
		['2024-02-28T12:00:00.000Z', '2024-02-29T23:59:59.999Z'],
		['2023-12-31T23:59:59.999Z', '2024-01-01T23:59:59.999Z'],
	])('at %s the earliest end is %s', async (moment, earliestAllowed) => {
		at(moment);
		const start = `${moment.slice(0, 10)}T00:00:00.000Z`;
		expect((await put(1, start, earliestAllowed)).status).toBe(200);
		expect(await put(1, start, justBefore(earliestAllowed))).toMatchObject({
			status: 400,
			body: { code: 'date_out_of_window', field: 'endDate', earliestAllowed },
		});
	});

	test('the end must lie after the start', async () => {
		const start = '2023-04-01T00:00:00.000Z';
		expect(await put(1, start, start)).toMatchObject({
			status: 400,
			body: { code: 'validation_failed', errors: [{ pointer: '#/endDate', code: 'end_not_after_start' }] },
		});
		expect((await put(1, start, '2023-04-01T00:00:00.001Z')).status).toBe(200);
	});
});

test('a plan is answered with the fields of section 2.4 and no others', async () => {
	const body = await set(5000, '2023-04-01T00:00:00.000Z', '2023-12-31T23:59:59.999Z');
	expect(body).toEqual([
		{
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			dateCreated: '2023-03-07T12:00:00.000Z',
			dateModified: '2023-03-07T12:00:00.000Z',
			dateDeleted: null,
			employeeId,
			amount: { value: 5000, currency: 'EUR_CENT' },
			goodiesVoucherType: 'GENERIC',
			interval: 'MONTHLY',
			nextDate: '2023-04-01T00:00:00.000Z',
			startDate: '2023-04-01T00:00:00.000Z',
			startDateYearMonth: '2023-04',
			endDate: '2023-12-31T23:59:59.999Z',
			endDateYearMonth: '2023-12',
		},
	]);
	expect(await plans()).toEqual(body);
});

describe('the timeline', () => {
	const rows = (timeline: Plan[]) => timeline.map((p) => [p.amount.value, p.startDate, p.endDate]);

	test('a new budget cuts the old one, which continues behind it as a plan of its own', async () => {
		const [first] = await set(1, TODAY);
		const timeline = await set(2, '2023-05-01T00:00:00.000Z', '2023-06-30T23:59:59.999Z');
		expect(rows(timeline)).toEqual([
			[1, TODAY, '2023-04-30T23:59:59.999Z'],
			[2, '2023-05-01T00:00:00.000Z', '2023-06-30T23:59:59.999Z'],
			[1, '2023-07-01T00:00:00.000Z', null],
		]);
		expect(timeline[0]?.id).toBe(first?.id);
		expect(timeline[2]?.id).not.toBe(first?.id);
	});

	test('one that is wholly covered is soft-deleted', async () => {
		const [first] = await set(1, '2023-05-01T00:00:00.000Z', '2023-05-31T23:59:59.999Z');
		expect(rows(await set(2, TODAY))).toEqual([[2, TODAY, null]]);
		const dateDeleted = await env.DB.prepare('SELECT date_deleted FROM planned_vouchers WHERE id = ?')
			.bind(first?.id)
			.first('date_deleted');
		expect(dateDeleted).toBe(now());
	});

	test.each(['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const)(
		'a SPECIAL %s plan is not touched by it',
		async (interval) => {
			const start = Date.parse('2023-03-10T00:00:00.000Z');
			const special = {
				id: newId(now()),
				dateCreated: now(),
				dateModified: now(),
				employeeId,
				goodiesVoucherType: 'SPECIAL' as const,
				interval,
				amountValue: 9,
				amountCurrency: 'EUR_CENT' as const,
				validFrom: start,
				validUntil: null,
				anchor: start,
				nextOccurrence: start,
			};
			await db.insert(plannedVouchers).values(special);
			const [before] = await plans();

			const timeline = await set(2, TODAY);
			expect(rows(timeline)).toEqual([
				[2, TODAY, null],
				[9, '2023-03-10T00:00:00.000Z', null],
			]);
			expect(timeline[1]).toEqual(before);
			expect(await plans()).toEqual(timeline);
		},
	);
});
