import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newCompanyInCell, type TestCell } from '../../harness/cells.ts';
import { as, newUser, uniqueEmail } from '../../harness/service.ts';

let company: TestCell;
beforeAll(async () => {
	company = await newCompanyInCell();
});
afterEach(() => {
	vi.useRealTimers();
});

type Answer = () => Promise<unknown>;

/** The service, where the cell answers so until `broken` answers are used up. */
function served(answer: Answer, broken = Number.POSITIVE_INFINITY, user = company.admin) {
	let left = broken;
	const CELLS = {
		idFromName: (name: string) => env.CELLS.idFromName(name),
		get: (id: DurableObjectId) => ({
			batch: (needed: string, asked: never) =>
				left-- > 0 ? answer() : env.CELLS.get(id).batch(needed, asked),
			upgrade: async () => {},
			open: (name: string) => (left-- > 0 ? answer() : env.CELLS.get(id).open(name)),
		}),
	};
	return as(user, { ...env, CELLS, NEW_COMPANIES: 'CELL' } as unknown as typeof env);
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
	[
		'runs code that has ended',
		throwing('The code has been updated, this version can no longer access storage.'),
	],
	['fails for a reason that nobody has seen yet', throwing('internal error; reference = 0123456789')],
	['gets too much load', throwing('Your account is generating too much load on Durable Objects.')],
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
	'The code has been updated, this version can no longer access storage.',
])('after "%s" the request is tried again with a new stub', async (message) => {
	expect(await served(throwing(message), 2).get(`/companies/${company.id}`)).toMatchObject({ status: 200 });
	expect(await served(throwing(message), 2).post('/employees', employee())).toMatchObject({ status: 201 });
});

const COMPANY = { name: 'Muster AG', payrollReferenceDay: 7, taxAffiliation: 'DE' };

test.each([
	['Network connection lost.', 2, 201],
	['Network connection lost.', Number.POSITIVE_INFINITY, 503],
	['internal error; reference = 0123456789', 1, 503],
])('after "%s" a new cell is opened again, or the request gets 503', async (message, broken, status) => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	const header = { 'Idempotency-Key': 'opened' };
	const first = await served(throwing(message), broken, platform).send('POST', '/companies', COMPANY, header);
	expect(first).toMatchObject({ status });
	const again = await served(throwing(message), 0, platform).send('POST', '/companies', COMPANY, header);
	expect(again).toMatchObject({ status: 201 });
});

test('a mistake of ours is no failure of transport', async () => {
	const mistaken = async () => {
		throw new TypeError('The RPC receiver does not implement the method "batch".');
	};
	expect(await served(mistaken).get(`/companies/${company.id}`)).toMatchObject({ status: 500 });
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
