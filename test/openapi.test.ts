import type { Schema } from '@cfworker/json-schema';
import { describe, expect, test } from 'vitest';
import {
	accepts,
	app,
	type Content,
	compose,
	document,
	flat,
	objectsIn,
	operations,
	resolve,
} from './contract/document.ts';

/** Section 4 of the specification. */
const SPECIFIED = [
	'POST /api/v2/auth',
	'GET /api/v2/auth/me',
	'GET /api/v2/employees',
	'POST /api/v2/employees',
	'PUT /api/v2/employees/{id}',
	'PUT /api/v2/employees/{employeeId}/flex/access',
	'GET /api/v2/employees/{employeeId}/flex/access',
	'DELETE /api/v2/employees/{employeeId}/flex/access',
	'GET /api/v2/flex/tax-rule-templates',
	'POST /api/v2/flex/tax-rule-templates',
	'GET /api/v2/companies/{companyId}/flex/payroll-transactions',
	'PUT /api/v2/employees/{employeeId}/goodies/budget',
	'PUT /api/v2/employees/{employeeId}/goodies/default-access',
	'GET /api/v2/employees/{employeeId}/goodies/planned-vouchers',
	'DELETE /api/v2/employees/{employeeId}/goodies/planned-vouchers',
	'DELETE /api/v2/goodies/planned-vouchers/{plannedVoucherId}',
];

const RECEIPTS = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

/** The operations that take or give files, and of which types. */
const FILES: Record<string, { taken?: string[]; given?: string[] }> = {
	addReceipt: { taken: RECEIPTS },
	readReceipt: { given: RECEIPTS },
	exportPayrollRun: { given: ['text/csv', 'text/plain'] },
};

describe('the document', () => {
	test('is OpenAPI 3.1.0', () => expect(document.openapi).toBe('3.1.0'));

	test('tags as Extension exactly what is not one of the 16 specified operations', () => {
		const untagged = operations.filter(({ tags }) => !tags?.includes('Extension'));
		expect(untagged.map(({ name }) => name).sort()).toEqual(SPECIFIED.toSorted());
	});

	test('names every route that the service answers', () => {
		const routes = app.routes.filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL');
		const served = routes.map(({ path, method }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
		expect([...new Set(served)].sort()).toEqual(operations.map(({ name }) => name).sort());
	});

	test('gives no two operations the same id', () => {
		const ids = operations.map(({ operationId }) => operationId);
		expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
	});

	test('asks for the bearer token everywhere but at login and refresh', () => {
		const open = operations.filter(({ security = document.security }) => security.length === 0);
		expect(open.map(({ operationId }) => operationId).sort()).toEqual(['login', 'refresh']);
		expect(document.security).toEqual([{ bearer: [] }]);
		expect(document.components.securitySchemes).toHaveProperty('bearer');
	});

	test('resolves every $ref', () => {
		const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '');
		expect(refs.length).toBeGreaterThan(0);
		expect([...new Set(refs)].filter((ref) => resolve(ref) === undefined)).toEqual([]);
	});
});

describe.each(operations)('$name', ({ name, operationId, summary, tags, parameters = [], ...operation }) => {
	const answers = Object.entries(operation.responses);
	const contents = answers.flatMap(([status, { content = {} }]) =>
		Object.entries(content).map(([type, body]) => ({ status: Number(status), type, ...body })),
	);

	test('has an id, a summary and declared tags', () => {
		expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
		expect(summary).toMatch(/^[A-Z].+[^.]$/);
		expect(tags).not.toEqual([]);
		const declared = document.tags.map((tag) => tag.name);
		expect(tags?.filter((tag) => !declared.includes(tag))).toEqual([]);
	});

	test('declares each parameter of its path, with an example that fits', () => {
		const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, id]) => id);
		const declared = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
		expect(declared.map((parameter) => parameter.name)).toEqual(inPath);
		for (const parameter of parameters) expectExample(parameter);
	});

	test('shows an example of the request body that fits its schema', () => {
		const body = operation.requestBody?.content ?? {};
		expect(Object.keys(body)).toEqual(
			operation.requestBody === undefined ? [] : (FILES[operationId]?.taken ?? ['application/json']),
		);
		for (const content of Object.values(body)) expectExample(content);
	});

	test('shows an example of every answer that fits its schema', () => {
		const types = contents.filter(({ status }) => status < 400).map(({ type }) => type);
		expect(types).toEqual(FILES[operationId]?.given ?? ['application/json']);
		expect(new Set(contents.map(({ status }) => status)).size).toBe(answers.length);
		for (const content of contents) expectExample(content);
	});

	test('answers refusals as problem documents, one example a code, with the status inside', () => {
		const refusals = contents.filter(({ status }) => status >= 400);
		expect(refusals.map(({ status }) => status)).toEqual(expect.arrayContaining([500, 503]));
		for (const { status, type, examples = {}, schema } of refusals) {
			expect({ type, schema }).toEqual({
				type: 'application/problem+json',
				schema: { $ref: '#/components/schemas/Problem' },
			});
			expect(Object.keys(examples)).not.toEqual([]);
			for (const [code, { value }] of Object.entries(examples)) expect(value).toMatchObject({ code, status });
		}
	});

	test('closes every object that it takes or gives, and gives every field always', () => {
		const given = contents.filter(({ status }) => status < 400).flatMap(({ schema }) => objectsIn(schema));
		const taken = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
			objectsIn(schema),
		);
		for (const { additionalProperties } of [...given, ...taken]) expect(additionalProperties).toBe(false);
		for (const { properties, required } of given) expect(required).toEqual(Object.keys(properties ?? {}));
	});

	test('names the page parameters of a list, and the address of what it creates', () => {
		const success = contents.find(({ status }) => status < 400);
		const headers = Object.keys(operation.responses[String(success?.status)]?.headers ?? {});
		const isList = name.startsWith('GET') && success?.schema.type === 'array';
		const pages = parameters.map((parameter) => parameter.name).filter((one) => /^(limit|cursor)$/.test(one));
		expect(pages).toEqual(isList ? ['limit', 'cursor'] : []);
		const isFile = FILES[operationId]?.given !== undefined;
		const expected = isList ? ['Link'] : isFile ? ['Content-Disposition'] : [];
		expect(headers).toEqual(success?.status === 201 ? ['Location'] : expected);
	});
});

test.each(SPECIFIED.filter((name) => /^(POST|PUT) .+(employees|templates)/.test(name)))(
	'%s takes null for every field that may be omitted',
	(name) => {
		const operation = operations.find((one) => one.name === name);
		const body = operation?.requestBody?.content['application/json']?.schema ?? {};
		const { properties = {}, required = [] } = flat(body);
		const omittable = Object.entries(properties).filter(([field]) => !required.includes(field));
		expect(omittable.filter(([, schema]) => !accepts(schema, null)).map(([field]) => field)).toEqual([]);
	},
);

/** Whatever is shown must fit the schema. */
function expectExample({ schema, example, examples }: Omit<Content, 'schema'> & { schema: Schema }): void {
	const given = examples
		? Object.values(examples).map(({ value }) => value)
		: [example ?? compose(schema, '')];
	for (const value of given) expect({ value, fits: accepts(schema, value) }).toEqual({ value, fits: true });
}
