import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newCompanyInCell, type TestCell } from '../harness/cells.ts';
import { as, uniqueEmail } from '../harness/service.ts';

let company: TestCell;
beforeAll(async () => {
	company = await newCompanyInCell();
});
afterEach(() => {
	vi.useRealTimers();
});

type Answer = () => Promise<unknown>;

/** The service, where the cell answers so until `broken` answers are used up. */
function served(answer: Answer, broken = Number.POSITIVE_INFINITY) {
	let left = broken;
	const CELLS = {
		idFromName: (name: string) => env.CELLS.idFromName(name),
		get: (id: DurableObjectId) => ({
			batch: (needed: string, asked: never) =>
				left-- > 0 ? answer() : env.CELLS.get(id).batch(needed, asked),
		}),
	};
	return as(company.admin, { ...env, CELLS } as unknown as typeof env);
}

const throwing = (message: string) => async () => {
	throw new Error(message);
};
const failing = (failed: string) => async () => ({ failed });

const employee = () => ({ email: uniqueEmail(), companyId: company.id });

describe.each([
	['is reset', throwing('Internal error in Durable Object storage caused object to be reset.')],
	['is updated', throwing('Durable Object reset because its code was updated.')],
	['loses the connection', throwing('Network connection lost.')],
	['is overloaded', throwing('Durable Object is overloaded. Too many requests queued.')],
	['is full', failing('database or disk is full: SQLITE_FULL')],
	['has older code', failing('The cell has an older schema than the service')],
])('an object that %s', (_, answer) => {
	test('is 503 for reads and writes, and nothing is half done', async () => {
		const unavailable = { status: 503, body: { code: 'unavailable' } };
		expect(await served(answer).get(`/companies/${company.id}`)).toMatchObject(unavailable);
		const body = employee();
		expect(await served(answer).post('/employees', body)).toMatchObject(unavailable);
		expect(await as(company.admin).post('/employees', body)).toMatchObject({ status: 201 });
	});
});

test.each([
	'Internal error in Durable Object storage caused object to be reset.',
	'Network connection lost.',
])('after "%s" the request is tried again with a new stub', async (message) => {
	expect(await served(throwing(message), 2).get(`/companies/${company.id}`)).toMatchObject({ status: 200 });
	expect(await served(throwing(message), 2).post('/employees', employee())).toMatchObject({ status: 201 });
});

test('an object that never answers is 503 after 30 seconds', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	let isAnswered = false;
	const never = () => new Promise<never>(() => undefined);
	const answer = served(never)
		.get(`/companies/${company.id}`)
		.finally(() => {
			isAnswered = true;
		});
	await vi.advanceTimersByTimeAsync(29_999);
	expect(isAnswered).toBe(false);
	await vi.advanceTimersByTimeAsync(1);
	expect(await answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
});
