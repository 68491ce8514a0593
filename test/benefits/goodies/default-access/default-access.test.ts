import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, type TestCompany, userOf } from '../../../harness/service.ts';

const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();

let company: TestCompany;
let employeeId: string;
let path: string;

beforeEach(async () => {
	at('2023-02-12T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	path = `/employees/${employeeId}/goodies/default-access`;
});

interface Access {
	id: string;
	validFrom: string;
	validTo: string | null;
}

const put = (startDate: string, endDate?: string | null) =>
	as(company.admin).put(path, { startDate, endDate });
const set = async (startDate: string, endDate?: string | null): Promise<Access[]> => {
	const { status, body } = await put(startDate, endDate);
	expect(status).toBe(200);
	return body;
};
const rows = (timeline: Access[]) => timeline.map(({ validFrom, validTo }) => [validFrom, validTo]);

describe('the date window of section 4.5', () => {
	test.each([
		['2023-02-12T12:00:00.000Z', '2023-03-01T00:00:00.000Z'],
		['2023-02-01T00:00:00.000Z', '2023-03-01T00:00:00.000Z'],
		['2023-02-28T23:59:59.999Z', '2023-03-01T00:00:00.000Z'],
		['2023-03-01T00:00:00.000Z', '2023-04-01T00:00:00.000Z'],
		['2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z'],
		['2023-12-31T23:59:59.999Z', '2024-01-01T00:00:00.000Z'],
		['2024-01-31T12:00:00.000Z', '2024-02-01T00:00:00.000Z'],
	])('at %s the earliest start is %s', async (moment, earliestAllowed) => {
		at(moment);
		expect((await put(earliestAllowed)).status).toBe(200);
		expect(await put(justBefore(earliestAllowed))).toMatchObject({
			status: 400,
			body: { code: 'date_out_of_window', field: 'startDate', earliestAllowed },
		});
	});

	test('the end must lie after the start', async () => {
		const start = '2023-03-01T00:00:00.000Z';
		expect(await put(start, start)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
		expect((await put(start, '2023-03-01T00:00:00.001Z')).status).toBe(200);
	});
});

test('a period is answered with the fields of section 2.5 and no others, and read on the same path', async () => {
	const timeline = await set('2023-03-01T00:00:00.000Z', '2023-12-31T23:59:59.999Z');
	expect(timeline).toEqual([
		{
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			employeeId,
			validFrom: '2023-03-01T00:00:00.000Z',
			validTo: '2023-12-31T23:59:59.999Z',
		},
	]);
	expect((await as(company.admin).get(path)).body).toEqual(timeline);
	expect((await as(await userOf(employeeId)).get(path)).body).toEqual(timeline);
});

test.each([undefined, null])('without an end (%s) it is open', async (endDate) => {
	expect(rows(await set('2023-03-01T00:00:00.000Z', endDate))).toEqual([['2023-03-01T00:00:00.000Z', null]]);
});

test('a new period that reaches further cuts the old one', async () => {
	const [first] = await set('2023-03-01T00:00:00.000Z', '2023-05-31T23:59:59.999Z');
	const timeline = await set('2023-05-01T00:00:00.000Z');
	expect(rows(timeline)).toEqual([
		['2023-03-01T00:00:00.000Z', '2023-04-30T23:59:59.999Z'],
		['2023-05-01T00:00:00.000Z', null],
	]);
	expect(timeline[0]?.id).toBe(first?.id);
});

test('one that is in force already changes nothing', async () => {
	const timeline = await set('2023-03-01T00:00:00.000Z');
	expect(await set('2023-03-01T00:00:00.000Z')).toEqual(timeline);
	expect(await set('2023-05-01T00:00:00.000Z', '2023-05-31T23:59:59.999Z')).toEqual(timeline);
});

test('one that is wholly covered is soft-deleted', async () => {
	const [first] = await set('2023-04-01T00:00:00.000Z', '2023-04-30T23:59:59.999Z');
	expect(rows(await set('2023-03-01T00:00:00.000Z'))).toEqual([['2023-03-01T00:00:00.000Z', null]]);
	const row = await env.DB.prepare('SELECT date_deleted FROM default_accesses WHERE id = ?')
		.bind(first?.id)
		.first('date_deleted');
	expect(row).toBe(Date.parse('2023-02-12T12:00:00.000Z'));
});

test.each([
	['an offset', { startDate: '2023-03-01T01:00:00.000+01:00' }, '#/startDate'],
	['no start', {}, '#/startDate'],
	['a mistyped field', { startDate: '2023-03-01T00:00:00.000Z', validTo: null }, '#/validTo'],
])('%s is refused', async (_, body, pointer) => {
	const refused = await as(company.admin).put(path, body);
	expect(refused.status).toBe(400);
	expect(refused.body.errors).toContainEqual(expect.objectContaining({ pointer }));
});
