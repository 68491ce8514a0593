import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { faultsIn } from '../../../src/foundation/http/faults.ts';
import { problemSchema } from '../../../src/foundation/http/problem.ts';
import {
	type Answer,
	as,
	at,
	call,
	newCompany,
	newEmployee,
	type TestCompany,
	uniqueEmail,
} from '../../harness/service.ts';

const LIMIT = 64 * 1024;
let company: TestCompany;
let access: string;

beforeAll(async () => {
	company = await newCompany();
	access = `/employees/${await newEmployee(company)}/flex/access`;
});

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const setting = {
	budget: { value: 5000, currency: 'EUR_CENT' },
	accumulateBudget: true,
	startDate: '2023-03-01T00:00:00.000Z',
};

/** Holds an answer against RFC 9457, the design, and the request id of its own header. */
function expectProblem(answer: Answer, status: number, code: string): void {
	expect(answer).toMatchObject({ status, body: { status, code } });
	expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
	expect(problemSchema.parse(answer.body)).toEqual(answer.body);
	const requestId = answer.headers.get('X-Request-Id');
	expect(requestId).toMatch(/^[\w-]{8,}$/);
	expect(answer.body.instance).toContain(requestId);
	expect(answer.headers.has('WWW-Authenticate')).toBe(status === 401);
	expect(answer.headers.has('Retry-After')).toBe(status === 429 || status === 503);
	expect(answer.headers.has('Allow')).toBe(status === 405);
}

describe('the way to an operation', () => {
	test.each([
		['/nothing', 'GET'],
		['/employees/x/y/z', 'POST'],
		['/employees/', 'GET'],
		['/Employees', 'GET'],
		['/../employees', 'GET'],
	])('an unknown route (%s) is 404', async (path, method) => {
		expectProblem(await as(company.admin).send(method, path), 404, 'not_found');
	});

	test('an unknown route outside the API is 404 without a token', async () => {
		expectProblem(await call('GET', '/api/v1/employees'), 404, 'not_found');
	});

	test.each([
		['DELETE', '/employees', ['GET', 'POST']],
		['PATCH', '/employees/1', ['GET', 'PUT']],
		['POST', '/employees/1/flex/access', ['DELETE', 'GET', 'PUT']],
		['GET', '/employees/1/goodies/budget', ['PUT']],
		['PUT', '/goodies/planned-vouchers/1', ['DELETE', 'GET']],
		['PUT', '/flex/tax-rule-templates', ['GET', 'POST']],
		['GET', '/auth', ['POST']],
	])('%s %s is 405 with Allow', async (method, path, allowed) => {
		const answer = await as(company.admin).send(method, path);
		expectProblem(answer, 405, 'method_not_allowed');
		const methods = answer.headers.get('Allow')?.split(', ') ?? [];
		expect(methods.filter((one) => one !== 'HEAD').toSorted()).toEqual(allowed);
	});
});

describe('the body', () => {
	const put = (body: string, contentType = 'application/json') =>
		as(company.admin).send('PUT', access, body, { 'Content-Type': contentType });
	const padded = (bytes: number) => JSON.stringify(setting).padEnd(bytes, ' ');

	test.each([
		['exactly 64 KiB', LIMIT, 200],
		['one byte more', LIMIT + 1, 413],
		['a megabyte', 1024 * 1024, 413],
	])('a body of %s: %i bytes answer %i', async (_, bytes, status) => {
		const answer = await put(padded(bytes));
		expect(answer.status).toBe(status);
		if (status === 413) expectProblem(answer, 413, 'body_too_large');
	});

	test('is measured in bytes, not in characters', async () => {
		const body = JSON.stringify({ name: '€'.repeat(22_000) });
		expect(body.length).toBeLessThan(LIMIT);
		expectProblem(await as(company.admin).post('/flex/tax-rule-templates', body), 413, 'body_too_large');
	});

	test('is limited for the public operations too', async () => {
		for (const path of ['/auth', '/auth/refresh']) {
			expectProblem(await call('POST', path, padded(LIMIT + 1)), 413, 'body_too_large');
		}
	});

	test.each([
		'text/plain',
		'application/x-www-form-urlencoded',
		'multipart/form-data; boundary=x',
		'application/xml',
		'application/jsonp',
		'text/json',
		'application/foo+json',
		'application/merge-patch+json',
		'application/scim+json',
		'APPLICATION/VND.API+JSON; charset=utf-8',
		'application/x_1+json',
		'application/json-patch+json',
		'application/json.x',
	])('as %s is 415', async (contentType) => {
		expectProblem(await put(JSON.stringify(setting), contentType), 415, 'unsupported_media_type');
	});

	test.each([
		'application/json',
		'application/json; charset=utf-8',
		'application/json \t; charset=utf-8',
		'APPLICATION/JSON;charset="UTF-8"',
	])('as %s is read', async (contentType) => {
		expect((await put(JSON.stringify(setting), contentType)).status).toBe(200);
	});

	test.each([
		'',
		' ',
		'{',
		'{"a":1,}',
		"{'a':1}",
		'{} {}',
		'undefined',
		'{"budget":{"value":NaN}}',
		'\u0000',
	])('the body %j is malformed JSON', async (body) => {
		expectProblem(await put(body), 400, 'malformed_json');
	});

	test('a PUT needs a body if it has fields', async () => {
		const employee = access.replace('/flex/access', '');
		const bare = (path: string) => as(company.admin).send('PUT', path, undefined, {});
		const refused = await bare(employee);
		expectProblem(refused, 400, 'malformed_json');
		expect(refused.body.detail).toBe('The body is missing. It must be a JSON object.');
		expectProblem(await bare(`${employee}/nowhere`), 404, 'not_found');
	});

	test('that is no UTF-8 is malformed JSON, whatever else it may be', async () => {
		const admin = as(company.admin);
		const created = { email: uniqueEmail(), companyId: company.id, costCenter: 'K\u00f6ln' };
		const latin1 = Uint8Array.from(JSON.stringify(created), (letter) => letter.charCodeAt(0));
		const refused = await admin.post('/employees', latin1);
		expectProblem(refused, 400, 'malformed_json');

		const answer = await admin.post('/employees', new TextEncoder().encode(JSON.stringify(created)));
		expect(answer).toMatchObject({ status: 201, body: { costCenter: 'K\u00f6ln' } });
		for (const type of ['text/plain', 'application/foo+json']) {
			const answer = await admin.send('POST', '/employees', latin1, { 'Content-Type': type });
			expectProblem(answer, 415, 'unsupported_media_type');
		}
	});

	test.each(['null', '[]', '"text"', '0', 'true'])('the body %s is no object', async (body) => {
		const answer = await put(body);
		expectProblem(answer, 400, 'validation_failed');
		expect(answer.body.errors).toMatchObject([{ pointer: '#' }]);
	});

	test('that is missing is 400', async () => {
		const answer = await as(company.admin).send('PUT', access);
		expect(answer).toMatchObject({ status: 400, body: { status: 400 } });
	});
});

describe('faults are pointed at', () => {
	test.each<[string, object, string[]]>([
		['an unknown field', { endDat: '2023-12-31T23:59:59.999Z' }, ['#/endDat']],
		['an unknown field within', { budget: { ...setting.budget, unit: 'x' } }, ['#/budget/unit']],
		['several', { budget: { value: -1, currency: 'USD' } }, ['#/budget/value', '#/budget/currency']],
		['several unknown ones', { a: 1, b: 2 }, ['#/a', '#/b']],
		['an element', { allowedModules: ['MEALS', 'DRINKS'] }, ['#/allowedModules/1']],
		['names with slash and tilde', { 'a/b~c': 1, '~1': 2, '': 3 }, ['#/a~1b~0c', '#/~01', '#/']],
		['a name of the prototype', JSON.parse('{"__proto__": 1}'), ['#/__proto__']],
	])('%s', async (_, fields, pointers) => {
		const body = { ...setting };
		for (const [key, value] of Object.entries(fields)) {
			Object.defineProperty(body, key, { value, enumerable: true, configurable: true });
		}
		const answer = await as(company.admin).put(access, body);
		expectProblem(answer, 400, 'validation_failed');
		expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toEqual(pointers);
	});

	test('missing fields have the code `required`', async () => {
		const answer = await as(company.admin).put(access, { startDate: setting.startDate });
		expect(answer.body.errors).toMatchObject([
			{ pointer: '#/budget', code: 'required', detail: 'Missing. Must be an object' },
			{ pointer: '#/accumulateBudget', code: 'required', detail: 'Missing. Must be true or false' },
		]);
	});

	test.each<[z.ZodType, unknown, string]>([
		[z.union([z.array(z.string()), z.string()]), 1, 'a list or a text'],
		[z.uuid(), 'x', 'a UUID'],
		[z.iso.date(), 'x', 'a day as yyyy-MM-dd'],
		[z.string().regex(/^a$/), 'b', 'a text that matches /^a$/'],
		[z.string().min(1), '', 'a text that is not empty'],
		[z.string().max(1), 'aa', 'a text of at most 1 character'],
		[z.string().length(3), 'a', 'a text of exactly 3 characters'],
		[z.array(z.string()).min(1), [], 'a list of at least 1 entry'],
		[z.number().gt(3), 3, 'more than 3'],
		[z.number().multipleOf(5), 3, 'a multiple of 5'],
	])('a schema without a sentence of its own says what would be right (%#)', (schema, value, right) => {
		const { error } = schema.safeParse(value);
		expect(error && faultsIn(error, '#', value)).toMatchObject([{ detail: `Must be ${right}` }]);
	});

	test.each([
		['limit=0', '#/query/limit'],
		['cursor=x', '#/query/cursor'],
		['date=2023-02-30', '#/query/date'],
	])('in the query (%s)', async (query, pointer) => {
		const answer = await as(company.admin).get(`${access}?${query}`);
		expectProblem(answer, 400, 'validation_failed');
		expect(answer.body.errors).toMatchObject([{ pointer }]);
	});

	test('a value that was sent is not repeated', async () => {
		const answer = await as(company.admin).put(access, {
			...setting,
			startDate: 'hunter2',
			budget: 'hunter2',
		});
		expectProblem(answer, 400, 'validation_failed');
		expect(JSON.stringify(answer.body)).not.toContain('hunter2');
	});
});

describe('the request id', () => {
	test('is on good answers too, and new each time', async () => {
		const ids = await Promise.all(
			[1, 2].map(async () => (await as(company.admin).get('/auth/me')).headers.get('X-Request-Id')),
		);
		expect(new Set(ids).size).toBe(2);
		expect(ids).not.toContain(null);
	});
});
