import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, type TestCompany } from '../../../harness/service.ts';

const MARCH = '2023-03-01T00:00:00.000Z';

let company: TestCompany;
let employeeId: string;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	path = `/employees/${employeeId}/flex/access`;
});

type Entry = { id: string; budget: { value: number }; validFrom: string; validUntil: string | null };
type Row = [value: number, from: string, until: string | null];

const rows = (entries: Entry[]): Row[] =>
	entries.map(({ budget, validFrom, validUntil }) => [budget.value, validFrom, validUntil]);
const set = async (value: number, startDate: string, endDate: string | null = null): Promise<Entry[]> => {
	const setting = { budget: { value, currency: 'EUR_CENT' }, accumulateBudget: false, startDate, endDate };
	const { status, body } = await as(company.admin).put(path, setting);
	expect(status).toBe(200);
	return body;
};
const read = async (query = ''): Promise<Entry[]> => (await as(company.admin).get(path + query)).body;
const deleted = async () => {
	const { results } = await env.DB.prepare(
		`SELECT budget_value AS value, date_deleted AS dateDeleted FROM flex_accesses
		WHERE employee_id = ? AND date_deleted IS NOT NULL ORDER BY id`,
	)
		.bind(employeeId)
		.all();
	return results;
};

describe('a new period', () => {
	test('cuts an older one at the millisecond before it; ids stay', async () => {
		const [first] = await set(1, MARCH);
		at('2023-03-07T13:00:00.000Z');
		const timeline = await set(2, '2023-03-15T00:00:00.000Z');

		expect(rows(timeline)).toEqual([
			[1, MARCH, '2023-03-14T23:59:59.999Z'],
			[2, '2023-03-15T00:00:00.000Z', null],
		]);
		expect(timeline[0]).toMatchObject({
			id: first?.id,
			dateCreated: '2023-03-07T12:00:00.000Z',
			dateModified: '2023-03-07T13:00:00.000Z',
		});
		expect(await read()).toEqual(timeline);
	});

	test('leaves what remains of an older one as an entry of its own, with the old values', async () => {
		const [first] = await set(1, MARCH);
		const timeline = await set(2, '2023-03-10T00:00:00.000Z', '2023-03-20T23:59:59.999Z');

		expect(rows(timeline)).toEqual([
			[1, MARCH, '2023-03-09T23:59:59.999Z'],
			[2, '2023-03-10T00:00:00.000Z', '2023-03-20T23:59:59.999Z'],
			[1, '2023-03-21T00:00:00.000Z', null],
		]);
		expect(timeline[2]).toMatchObject({ allowedModules: expect.any(Array), accumulateBudget: false });
		expect(timeline[2]?.id).not.toBe(first?.id);
		expect(await read()).toEqual(timeline);
	});

	test('soft-deletes one that it wholly covers', async () => {
		await set(1, '2023-03-10T00:00:00.000Z', '2023-03-20T23:59:59.999Z');
		const timeline = await set(2, MARCH, '2023-12-31T23:59:59.999Z');

		expect(rows(timeline)).toEqual([[2, MARCH, '2023-12-31T23:59:59.999Z']]);
		expect(await read()).toEqual(timeline);
		expect(await deleted()).toEqual([{ value: 1, dateDeleted: Date.parse('2023-03-07T12:00:00.000Z') }]);
	});

	test('replaces one of the very same extent', async () => {
		await set(1, MARCH, '2023-03-31T23:59:59.999Z');
		expect(rows(await set(2, MARCH, '2023-03-31T23:59:59.999Z'))).toEqual([
			[2, MARCH, '2023-03-31T23:59:59.999Z'],
		]);
		expect(await deleted()).toHaveLength(1);
	});

	test('leaves neighbours that it only touches as they are', async () => {
		const [before] = await set(1, MARCH, '2023-03-09T23:59:59.999Z');
		const after = (await set(3, '2023-03-21T00:00:00.000Z'))[1];
		const timeline = await set(2, '2023-03-10T00:00:00.000Z', '2023-03-20T23:59:59.999Z');
		expect([timeline[0], timeline[2]]).toEqual([before, after]);
	});

	test('over several older ones cuts, covers and continues them', async () => {
		await set(1, MARCH, '2023-03-05T23:59:59.999Z');
		await set(2, '2023-03-08T00:00:00.000Z', '2023-03-10T23:59:59.999Z');
		await set(3, '2023-03-15T00:00:00.000Z');
		expect(rows(await set(4, '2023-03-03T00:00:00.000Z', '2023-03-20T23:59:59.999Z'))).toEqual([
			[1, MARCH, '2023-03-02T23:59:59.999Z'],
			[4, '2023-03-03T00:00:00.000Z', '2023-03-20T23:59:59.999Z'],
			[3, '2023-03-21T00:00:00.000Z', null],
		]);
		expect(await deleted()).toHaveLength(2);
	});

	test('reaches at most to the last millisecond of 9999, behind which nothing remains', async () => {
		await set(1, MARCH);
		const timeline = await set(2, '2023-04-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z');
		expect(timeline.map(({ budget }) => budget.value)).toEqual([1, 2]);
	});
});

describe('read with a date', () => {
	test.each([
		['2023-02-28', []],
		['2023-03-01', [1]],
		['2023-03-09', [1]],
		['2023-03-10', [1, 2]],
		['2023-03-31', [2]],
		['2023-04-01', []],
		['2024-02-29', []],
	])('%s: the entries in force at any instant of that day are %j', async (date, expected) => {
		await set(1, MARCH, '2023-03-10T11:59:59.999Z');
		await set(2, '2023-03-10T12:00:00.000Z', '2023-03-31T23:59:59.999Z');
		const inForce = await read(`?date=${date}`);
		expect(inForce.map(({ budget }) => budget.value)).toEqual(expected);
	});

	test.each(['2023-02-29', '2023-3-1', '', '2023-03-01T00:00:00.000Z'])('%j is refused', async (date) => {
		const { status, body } = await as(company.admin).get(`${path}?date=${date}`);
		expect(status).toBe(400);
		expect(body.errors[0].pointer).toBe('#/query/date');
	});

	test('an entry shown cut by the termination is not in force on the day after', async () => {
		await set(1, MARCH);
		const dateTerminated = '2023-03-10T23:59:59.999Z';
		await as(company.admin).put(`/employees/${employeeId}`, { dateTerminated });
		expect(await read('?date=2023-03-10')).toHaveLength(1);
		expect(await read('?date=2023-03-11')).toEqual([]);
	});
});

describe('revoke', () => {
	const END = '2023-03-10T23:59:59.999Z';
	const revoke = (body?: unknown, query = '') => as(company.admin).delete(path + query, body);

	test('ends what reaches beyond the date, removes what starts at or after it, keeps earlier ends', async () => {
		await set(1, MARCH, '2023-03-05T23:59:59.999Z');
		await set(2, '2023-03-06T00:00:00.000Z', END);
		await set(3, '2023-03-11T00:00:00.000Z');
		expect(await revoke({ endDate: '2023-03-08T23:59:59.999Z' })).toMatchObject({
			status: 200,
			body: { success: true },
		});
		expect(rows(await read())).toEqual([
			[1, MARCH, '2023-03-05T23:59:59.999Z'],
			[2, '2023-03-06T00:00:00.000Z', '2023-03-08T23:59:59.999Z'],
		]);
		expect(await deleted()).toHaveLength(1);
	});

	test('an entry that starts on the very end is removed, one a millisecond earlier is kept', async () => {
		await set(1, MARCH, '2023-03-10T23:59:59.998Z');
		await set(2, END);
		await revoke({ endDate: END });
		expect(rows(await read())).toEqual([[1, MARCH, '2023-03-10T23:59:59.998Z']]);
	});

	test('is idempotent, also with nothing to revoke', async () => {
		expect((await revoke({ endDate: END })).body).toEqual({ success: true });
		await set(1, MARCH);
		await revoke({ endDate: END });
		const once = await read();
		at('2023-03-07T14:00:00.000Z');
		expect((await revoke({ endDate: END })).body).toEqual({ success: true });
		expect(await read()).toEqual(once);
	});

	test.each([
		['in the body', { endDate: END }, '', 200],
		['in the query', undefined, `?endDate=${END}`, 200],
		['in both alike', { endDate: END }, `?endDate=${END}`, 200],
		['in both differently', { endDate: END }, '?endDate=2023-03-11T23:59:59.999Z', 400],
		['nowhere', {}, '', 400],
		['with an offset', { endDate: '2023-03-10T23:59:59.999+01:00' }, '', 400],
	])('with the end %s', async (_, body, query, status) => {
		await set(1, MARCH);
		const answer = await revoke(body, query);
		expect(answer.status).toBe(status);
		expect((await read())[0]?.validUntil).toBe(status === 200 ? END : null);
	});
});
