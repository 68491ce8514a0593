import type { Schema } from '@cfworker/json-schema';
import { describe, expect, test } from 'vitest';
import { PREVIEW_TYPE } from '../../src/foundation/http/contract.ts';
import {
	accepts,
	app,
	type Content,
	compose,
	document,
	flat,
	objectsIn,
	operationOf,
	operations,
	takesForm,
} from './contract/document.ts';
import { OF_SANDBOXES } from './contract/rights.ts';
import { OF_SESSIONS, writes } from './contract/writes.ts';

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

const RECEIPTS = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'application/xml'];

/** Operations whose answers have no ETag, because they show no state of their own. */
const UNTAGGED = [
	'removeReceipt',
	'removeReceiptDraft',
	'removeReceiptAddress',
	'removeLogo',
	'removeKnownTill',
	'removeApprovalRule',
	'queryCompany',
	'readReceiptFacts',
	'revokeCalendarAddress',
	'removePushSubscription',
	'deleteWebhookEndpoint',
	'login',
	'refresh',
	'beginSignIn',
	'exchangeCode',
	'issueToken',
	'register',
	'renewInvitation',
	'requestPasswordReset',
	'confirmPasswordReset',
	'confirmAddress',
	'restoreAddress',
	'answerIdentityChange',
	'proveAddress',
	'changeOwnPassword',
	...OF_SESSIONS,
	'finishLogin',
	'removeSecondFactor',
	'resetSecondFactor',
	'revokeApiKey',
	'revokePlatformApiKey',
	'removeSingleSignOn',
	'revokeAccess',
	'revokePlannedVouchers',
	'revokePlannedVoucher',
];

const LOGOS = ['image/png', 'image/webp'];

/** Lists the operations with other content than JSON, and its types. */
const FILES: Record<string, { taken?: string[]; given?: string[] }> = {
	issueToken: { taken: ['application/x-www-form-urlencoded'] },
	readReceiptFacts: { taken: ['application/json', ...RECEIPTS] },
	addReceipt: { taken: RECEIPTS },
	addReceiptDraft: { taken: RECEIPTS },
	addStandingProof: { taken: RECEIPTS },
	setLogo: { taken: LOGOS },
	readLogo: { given: LOGOS },
	readReceipt: { given: RECEIPTS },
	readReceiptDraft: { given: RECEIPTS },
	readStandingProof: { given: RECEIPTS },
	exportPayrollRun: { given: ['text/csv', 'text/plain'] },
	readLugProfile: { given: ['application/octet-stream'] },
	printInvitation: { given: ['application/json', 'text/html'] },
	importEmployees: {
		taken: ['application/json', 'text/csv'],
		given: [PREVIEW_TYPE, 'application/json', 'text/csv'],
	},
	readImportTemplate: { given: ['text/csv'] },
	exportEmployee: { given: ['application/zip'] },
	exportCompany: { given: ['application/zip'] },
};

/** Headers of operations that will go. */
const OF_DEPRECATION = ['Deprecation', 'Sunset'];

const SHARED_HEADERS = ['X-Request-Id', 'Zubrot-Bookmark', 'Access-Control-Allow-Origin'];

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

	test('asks for the bearer token everywhere but where one gets it', () => {
		const open = operations.filter(({ security = document.security }) => security.length === 0);
		expect(open.map(({ operationId }) => operationId).sort()).toEqual([
			'answerIdentityChange',
			'beginSignIn',
			'confirmAddress',
			'confirmPasswordReset',
			'exchangeCode',
			'finishLogin',
			'issueToken',
			'login',
			'proveAddress',
			'refresh',
			'register',
			'renewInvitation',
			'requestPasswordReset',
			'restoreAddress',
		]);
		expect(document.security).toEqual([{ bearer: [] }]);
		expect(document.components.securitySchemes).toHaveProperty('bearer');
	});

	test('resolves every $ref', () => {
		const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '');
		expect(refs.length).toBeGreaterThan(0);
		expect([...new Set(refs)].filter((ref) => pointedAt(ref) === undefined)).toEqual([]);
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
		const headers = parameters.filter((parameter) => parameter.in === 'header');
		for (const parameter of parameters) if (!headers.includes(parameter)) expectExample(parameter);
		expect(parameters.filter(({ schema }) => accepts(schema, null))).toEqual([]);
		// All headers are optional: an invented one would be refused.
		expect(
			headers.filter(({ required, example, schema }) => required || (example ?? schema.example)),
		).toEqual([]);
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
		const hasPreview = parameters.some((parameter) => parameter.name === 'dryRun');
		const given = hasPreview ? [PREVIEW_TYPE, 'application/json'] : ['application/json'];
		expect([...new Set(types)].sort()).toEqual((FILES[operationId]?.given ?? given).toSorted());
		const withContent = answers.filter(([status]) => status !== '304');
		expect(new Set(contents.map(({ status }) => status)).size).toBe(withContent.length);
		for (const content of contents) expectExample(content);
	});

	test('answers refusals as problem documents, one example a code, with the status inside', () => {
		const refusals = contents.filter(
			({ status, type }) => status >= 400 && !(takesForm(operation) && type === 'application/json'),
		);
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

	test('declares what its answers tell in headers', () => {
		for (const [status, { headers = {} }] of answers) {
			const isAskedFor =
				{ 401: ['WWW-Authenticate'], 429: ['Retry-After'], 503: ['Retry-After'] }[status] ?? [];
			expect(Object.keys(headers)).toEqual(expect.arrayContaining([...isAskedFor, ...SHARED_HEADERS]));
		}
	});

	test('closes every object that it takes or gives, and gives every field always', () => {
		const all = contents.filter(({ status }) => status < 400).flatMap(({ schema }) => objectsIn(schema));
		const given = all.filter((schema) => !isMap(schema) && !isProblem(schema));
		const taken = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
			objectsIn(schema),
		);
		// A proposal takes the parameters and the body of any operation.
		if (operationId === 'proposeChange') taken.splice(0, taken.length, ...taken.filter((one) => !isMap(one)));
		const closed = takesForm(operation) ? given : [...given, ...taken];
		for (const { additionalProperties } of closed) expect(additionalProperties).toBe(false);
		// A rule for all modules has exactly the specified fields, so its module may be missing.
		for (const { properties = {}, required } of given) {
			const isRule = 'isOnlyPublicTransportAllowed' in properties;
			expect(required).toEqual(Object.keys(properties).filter((name) => !(isRule && name === 'module')));
		}
	});

	test('names the page parameters of a list', () => {
		const [success] = contents;
		const isList = name.startsWith('GET') && success?.schema.type === 'array';
		const pages = parameters.map((parameter) => parameter.name).filter((one) => /^(limit|cursor)$/.test(one));
		expect(pages).toEqual(isList ? ['limit', 'cursor'] : []);
		// A deprecated operation may have a link of another kind.
		if (operation.deprecated) return;
		expect(Object.keys(operation.responses[200]?.headers ?? {}).includes('Link')).toBe(isList);
	});

	test('names what its answers tell in headers', () => {
		const declared = (status: string) =>
			Object.keys(operation.responses[status]?.headers ?? {}).filter(
				(one) => ![...SHARED_HEADERS, ...OF_DEPRECATION].includes(one),
			);
		const isFile = FILES[operationId]?.given?.some((type) => !/json|html/.test(type)) === true;
		expect(declared('200').includes('Content-Disposition')).toBe(isFile);
		const isChanged = !name.startsWith('GET') && !(201 in operation.responses);
		const isTagged = 304 in operation.responses || (isChanged && !UNTAGGED.includes(operationId));
		expect(declared('200').includes('ETag')).toBe(isTagged);
		const created = operation.responses[201] && ['Location', 'ETag', 'Idempotency-Replayed'];
		expect(declared('201')).toEqual(created ?? []);
	});

	test('takes a key when it writes, a bookmark when it reads, and a tag when it reads a record or changes it', () => {
		const inHeader = parameters.filter((parameter) => parameter.in === 'header').map((one) => one.name);
		const isWrite =
			writes.some((one) => one.operationId === operationId) ||
			(OF_SANDBOXES.includes(operationId) && !name.startsWith('GET'));
		expect(inHeader).toEqual([
			...(isWrite ? ['Idempotency-Key'] : []),
			...(412 in operation.responses ? ['If-Match'] : []),
			...(304 in operation.responses ? ['If-None-Match'] : []),
			...(name.startsWith('GET') ? ['Zubrot-Bookmark'] : []),
		]);
		expect(Object.keys(operation.responses)).toContain('429');
	});
});

test.each(SPECIFIED.filter((name) => /^(POST|PUT) .+(employees|templates)/.test(name)))(
	'%s takes null for every field that may be omitted, but for those that only tell what is stored',
	(name) => {
		const operation = operations.find((one) => one.name === name);
		const body = operation?.requestBody?.content['application/json']?.schema ?? {};
		const { properties = {}, required = [] } = flat(body);
		const readOnly = name.startsWith('PUT') ? ['email', 'employeeId', 'companyId'] : [];
		const omittable = Object.entries(properties).filter(
			([field]) => ![...required, ...readOnly].includes(field),
		);
		expect(omittable.filter(([, schema]) => !accepts(schema, null)).map(([field]) => field)).toEqual([]);
	},
);

test('the id of a tax rule template is not declared a UUID, since `default` is none', () => {
	const { parameters = [] } = operationOf('readTaxRuleTemplate');
	const ids = parameters.filter((parameter) => parameter.in === 'path');
	expect(ids.map(({ schema }) => accepts(schema, 'default'))).toEqual([true]);
});

test('the document tells what is meant by a field that is left out', () => {
	const access = document.components.schemas.FlexAccess?.properties as Record<string, Schema>;
	const setting = document.components.schemas.FlexAccessSetting?.properties as Record<string, Schema>;
	expect(access.accumulateBudget?.default).toBe(false);
	expect(access.flexTaxRuleTemplateId?.default).toBe('default');
	expect(setting.flexTaxRuleTemplateId?.default).toBe('default');
});

test('a time in UTC is said to end in Z, and the windows of goodies stand with their operations', () => {
	const setting = document.components.schemas.GoodiesBudgetSetting?.properties as Record<string, Schema>;
	for (const field of ['startDate', 'endDate'])
		expect(JSON.stringify(setting[field])).toContain('ends in `Z`');
	for (const id of ['setMonthlyBudget', 'revokePlannedVouchers', 'revokePlannedVoucher']) {
		expect(operationOf(id).description).toMatch(/today|tomorrow/);
	}
	expect(operationOf('setDefaultAccess').description).toContain('next month');
});

test('a request that is refused for its form fits no schema', () => {
	const query = operationOf('listPeople').parameters?.find(({ name }) => name === 'q');
	const wanted = ['-', ' . ', 'a\0', 'ma', 'anna-lena', 'Ü'];
	expect(wanted.filter((value) => accepts(query?.schema ?? false, value))).toEqual(['ma', 'anna-lena', 'Ü']);
	const body = operationOf('issueToken').requestBody?.content['application/x-www-form-urlencoded'];
	const grant = (type: string) => accepts(body?.schema ?? false, { grant_type: type });
	expect([grant('client_credentials'), grant('password')]).toEqual([true, false]);
});

test('a dry run changes no specified shape: it is answered in a type of its own', () => {
	const previews = operations.filter(({ parameters = [] }) =>
		parameters.some(({ name }) => name === 'dryRun'),
	);
	expect(previews.length).toBeGreaterThan(5);
	for (const { name, responses } of previews) {
		const { content = {} } = responses[200] ?? {};
		expect(Object.keys(content), name).toContain(PREVIEW_TYPE);
		expect(JSON.stringify(content['application/json'] ?? {}), name).not.toMatch(/anyOf|oneOf/);
	}
});

/** A problem has only the members of its code, also within another answer. */
const isProblem = ({ properties }: Schema): boolean => 'instance' in (properties ?? {});

/** Whether an object has fields of any name, as those of the history have. */
const isMap = ({ properties }: Schema): boolean => Object.keys(properties ?? {}).length === 0;

function pointedAt(ref: string): unknown {
	const parts = ref.replace(/^#\//, '').split('/');
	return parts.reduce<unknown>((value, part) => (value as Record<string, unknown>)?.[part], document);
}

/** Whatever is shown must fit the schema. */
function expectExample({ schema, example, examples }: Omit<Content, 'schema'> & { schema: Schema }): void {
	const given = examples
		? Object.values(examples).map(({ value }) => value)
		: [example ?? compose(schema, '')];
	for (const value of given) expect({ value, fits: accepts(schema, value) }).toEqual({ value, fits: true });
}
