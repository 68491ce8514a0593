import { beforeEach, expect, test } from 'vitest';
import { isPausedThroughout } from '../../../../src/foundation/core/employment.ts';
import { endOfMonth } from '../../../../src/foundation/core/instant.ts';
import { as, at, newCompany, newEmployee, type TestCompany } from '../../../harness/service.ts';
import { accessOf } from '../../../harness/spending.ts';

let company: TestCompany;
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
});

const MONTH = Date.parse('2023-06-01T00:00:00.000Z');
const shift = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
const JUNE = '2023-06-01T00:00:00.000Z';
const JULY = '2023-07-01T00:00:00.000Z';

async function hired(access: object, employment: object = {}): Promise<string> {
	const id = await newEmployee(company);
	const setting = accessOf({ startDate: '2023-03-07T00:00:00.000Z', ...access });
	expect((await as(company.admin).put(`/employees/${id}/flex/access`, setting)).status).toBe(200);
	expect((await as(company.admin).put(`/employees/${id}`, employment)).status).toBe(200);
	return id;
}

const listed = async (month = '2023-06') => {
	const { status, body } = await as(company.admin).get(`/companies/${company.id}/flex/access?month=${month}`);
	expect(status).toBe(200);
	return body as { employeeId: string; validFrom: string; validUntil: string | null }[];
};

test.each<[string, object, object, boolean]>([
	['ends on its first instant', { endDate: JUNE }, {}, true],
	['ends just before', { endDate: shift(JUNE, -1) }, {}, false],
	['begins on its last instant', { startDate: shift(JULY, -1) }, {}, true],
	['begins just after', { startDate: JULY }, {}, false],
	['is ended by a termination on its first instant', {}, { dateTerminated: JUNE }, true],
	['is ended by a termination just before', {}, { dateTerminated: shift(JUNE, -1) }, false],
	[
		'begins in it with the termination',
		{ startDate: '2023-06-10T00:00:00.000Z' },
		{ dateTerminated: '2023-06-10T00:00:00.001Z' },
		true,
	],
	['is paused for all of it', {}, { datePausedStart: JUNE, datePausedEnd: JULY }, false],
	['is paused but for its first instant', {}, { datePausedStart: shift(JUNE, 1), datePausedEnd: JULY }, true],
	['is paused until its last instant', {}, { datePausedStart: JUNE, datePausedEnd: shift(JULY, -1) }, false],
	['is paused until shortly before', {}, { datePausedStart: JUNE, datePausedEnd: shift(JULY, -2) }, true],
	['is paused without an end', {}, { datePausedStart: '2023-05-01T00:00:00.000Z' }, false],
])('a company’s accesses of a month: one that %s', async (_, access, employment, isListed) => {
	const id = await hired(access, employment);
	expect((await listed()).map(({ employeeId }) => employeeId)).toEqual(isListed ? [id] : []);

	const { body: pauses } = await as(company.admin).get(`/employees/${id}/pauses`);
	const stored = pauses.map((pause: { datePausedStart: string; datePausedEnd: string | null }) => ({
		validFrom: Date.parse(pause.datePausedStart),
		validUntil: pause.datePausedEnd === null ? null : Date.parse(pause.datePausedEnd) - 1,
	}));
	const isPaused = isPausedThroughout({ pauses: stored, dateTerminated: null }, MONTH, endOfMonth(MONTH));
	if (pauses.length > 0) expect(isListed).toBe(!isPaused);
});

test.each([
	['the last millisecond of a day', '2023-06-14T23:59:59Z', false],
	['before that', '2023-06-14T23:59:59.998Z', true],
])(
	'a month with two pauses: the first ends on %s, the second begins the next day',
	async (_, end, isListed) => {
		const id = await hired({}, { datePausedStart: JUNE, datePausedEnd: end });
		at('2023-06-20T12:00:00.000Z');
		const again = { datePausedStart: '2023-06-15T00:00:00.000Z', datePausedEnd: '2023-06-30T23:59:59Z' };
		await as(company.admin).put(`/employees/${id}`, again);
		expect((await listed()).map(({ employeeId }) => employeeId)).toEqual(isListed ? [id] : []);
		const { body } = await as(company.admin).get(`/employees/${id}/flex/balance?month=2023-06`);
		expect(body.granted > 0).toBe(isListed);
	},
);

test.each([
	['up to its last instant', JUNE, '2023-06-30T23:59:59.999Z', false],
	['but for its first instant', shift(JUNE, 1), '2023-06-30T23:59:59.999Z', true],
	['but for its last two', JUNE, '2023-06-30T23:59:59.998Z', true],
])(
	'a month with two pauses that touch in the last millisecond of a day, paused %s',
	async (_, start, end, isListed) => {
		const touch = '2023-06-14T23:59:59.999Z';
		const id = await hired({}, { datePausedStart: start, datePausedEnd: touch });
		at('2023-06-20T12:00:00.000Z');
		await as(company.admin).put(`/employees/${id}`, { datePausedStart: touch, datePausedEnd: end });
		expect((await as(company.admin).get(`/employees/${id}/pauses`)).body).toHaveLength(2);
		expect((await listed()).map(({ employeeId }) => employeeId)).toEqual(isListed ? [id] : []);
		const { body } = await as(company.admin).get(`/employees/${id}/flex/balance?month=2023-06`);
		expect(body.granted > 0).toBe(isListed);
	},
);

test('are those of each employee’s own read, in the order of employees and starts', async () => {
	const leaver = await hired({}, { dateTerminated: '2023-06-15T23:59:59.999Z' });
	const two = await hired({});
	const changed = accessOf({
		startDate: '2023-06-20T00:00:00.000Z',
		budget: { value: 1, currency: 'EUR_CENT' },
	});
	await as(company.admin).put(`/employees/${two}/flex/access`, changed);
	const own = await Promise.all(
		[leaver, two].map(async (id) => (await as(company.admin).get(`/employees/${id}/flex/access`)).body),
	);
	expect(await listed()).toEqual(own.flat());
	expect((await listed()).map(({ validUntil }) => validUntil)).toEqual([
		'2023-06-15T23:59:59.999Z',
		'2023-06-19T23:59:59.999Z',
		null,
	]);
});

test('are those of the present month unless another one is named', async () => {
	const id = await hired({ endDate: '2023-03-31T23:59:59.999Z' });
	const path = `/companies/${company.id}/flex/access`;
	expect((await as(company.admin).get(path)).body).toMatchObject([{ employeeId: id }]);
	at('2023-04-01T00:00:00.000Z');
	expect((await as(company.admin).get(path)).body).toEqual([]);
});
