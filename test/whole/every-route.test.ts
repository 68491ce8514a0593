import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../src/foundation/core/actor.ts';
import { newId } from '../../src/foundation/core/id.ts';
import { oneOfEach } from '../harness/sampling.ts';
import { as, call, newUser, now, type TestUser, uniqueEmail, userOf } from '../harness/service.ts';
import { testsFind } from '../harness/snapshot.ts';
import { expectDeclared, perform } from './contract/answers.ts';
import { CALLS, requestOf } from './contract/calls.ts';
import { isPublic, maxBytesOf, operationOf, operations, takesFile, takesForm } from './contract/document.ts';
import { cases, OF_ONESELF, rights, SCIM, successOf } from './contract/rights.ts';
import { isPrepared, newWorld, prepare, type World } from './contract/world.ts';
import { isOfEmployee } from './contract/writes.ts';

let own: World;
let foreign: World;

/** Users who store nothing, because they only read or are refused. */
const callers = {} as Record<Role, TestUser>;

const newCaller = (role: Role): Promise<TestUser> =>
	role === 'EMPLOYEE'
		? userOf(own.employeeId)
		: newUser([role], role === 'PLATFORM_ADMIN' ? [] : [own.companyId]);

/** The caller who reaches most with an operation. */
const widestCaller = (operationId: string): TestUser =>
	callers[isOfEmployee(operationId) ? 'EMPLOYEE' : 'PLATFORM_ADMIN'];

const touch = testsFind(async () => {
	[own, foreign] = [await newWorld(), await newWorld()];
	for (const role of ROLES) callers[role] = await newCaller(role);
});

const guarded = operations.filter((one) => !isPublic(one));

/** The record by which a list over all companies is known to contain one of them. */
const LISTED: Record<string, keyof World> = {
	listCompanies: 'companyId',
	listUsers: 'userId',
	listEmployees: 'employeeId',
	listTaxRuleTemplates: 'templateId',
	listEvents: 'employeeId',
	listAccessEvents: 'userId',
};

test('every operation has its call and its rights, and nothing else has', () => {
	const behindBearer = guarded.map(({ operationId }) => operationId).sort();

	expect(Object.keys(CALLS).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
	// SCIM has addresses of its own, which no document of ours describes (see test/entrances/scim).
	expect(rights.map(({ id }) => id).sort()).toEqual([...behindBearer, SCIM].sort());
});

/** Every refusal, and one of the roles with the same reach for each operation. */
const tried = [...Map.groupBy(cases, ({ id }) => id).values()].flatMap((roles, index) =>
	oneOfEach(roles, ({ role, reach }) => (reach === 'no' ? role : reach), index),
);

describe('rights', () => {
	test.each(tried)('$role reaches $reach with $id', async ({ role, id, reach }) => {
		const success = successOf(id);
		const isWriting = reach !== 'no' && (operationOf(id).method !== 'GET' || isPrepared(id));
		if (isWriting) touch();
		const caller = isWriting ? await newCaller(role) : callers[role];
		if (isWriting) {
			await prepare(id, caller.userId, own);
			// The session of the other company’s administrator stays that one’s.
			if (!OF_ONESELF.includes(id)) await prepare(id, caller.userId, foreign);
		}

		const answer = await perform(as(caller).send, id, own);
		expect(answer.status).toBe(reach === 'no' ? 403 : success);
		const isMarked = operationOf(id).method !== 'GET' && env.DATABASE === 'D1';
		if (reach !== 'no') expect(answer.headers.has('Zubrot-Bookmark')).toBe(isMarked);
		if (Array.isArray(answer.body)) expect(answer.body).not.toEqual([]);
		if (OF_ONESELF.includes(id) && id !== 'endSession') return;

		if (['own', 'oneself'].includes(reach) && /\{(id|employeeId|expenseId)\}/.test(operationOf(id).path)) {
			const colleague = await perform(as(caller).send, id, { ...own, ...own.colleague });
			expect(colleague.status).toBe(reach === 'oneself' ? 404 : success);
		}

		const elsewhere = await perform(as(caller).send, id, foreign);
		const listed = LISTED[id];
		const unreached = listed
			? 200
			: ['createEmployee', 'createUser', 'createTaxRuleTemplate'].includes(id)
				? 400
				: 404;
		expect(elsewhere.status).toBe({ all: success, own: unreached, oneself: 404, no: 403 }[reach]);
		if (elsewhere.status === 400) expect(elsewhere.body.code).toBe('unknown_company');
		if (listed && reach !== 'no') {
			const shown = [own, foreign].map((world) =>
				JSON.stringify(answer.body).includes(String(world[listed])),
			);
			expect(shown).toEqual([true, reach === 'all']);
		}
	});
});

test.each(guarded)(
	'$operationId without a valid token answers 401, whatever the request',
	async (operation) => {
		const { path, body } = requestOf(operation, own);
		for (const [headers, content] of [
			[{}, body],
			[{ Authorization: 'Bearer not.a.token' }, '{'],
		] as const) {
			const sent = operation.method === 'GET' ? undefined : content;
			const answer = await call(operation.method, path, sent, headers);
			expect(answer.status).toBe(401);
			expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
			expectDeclared(operation, answer);
		}
	},
);

test('login and refresh need no token', async () => {
	touch();
	const credentials = { email: uniqueEmail(), password: 'a long enough password' };
	await as(await newUser(['PLATFORM_ADMIN'])).post('/users', { ...credentials, roles: ['EMPLOYEE'] });

	const login = await perform(call, 'login', own, credentials);
	const { refreshToken } = login.body;
	const renewed = await perform(call, 'refresh', own, { refreshToken });
	const refused = [await perform(call, 'login', own), await perform(call, 'refresh', own)];
	const answers = [login, renewed, ...refused];
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401]);
	const marked = answers.map(({ headers }) => headers.has('Zubrot-Bookmark'));
	expect(marked).toEqual(env.DATABASE === 'D1' ? [true, true, false, false] : [false, false, false, false]);
});

const json = { 'Content-Type': 'application/json' };
const withJson = operations.filter(
	(one) => one.requestBody !== undefined && !takesFile(one) && !takesForm(one),
);
test.each(withJson)(
	'$operationId refuses a malformed body before it looks at the role',
	async (operation) => {
		const { path, body } = requestOf(operation, own);
		const stranger = as(callers.EMPLOYEE);
		for (const [content, headers, status, code] of [
			['{', json, 400, 'malformed_json'],
			[JSON.stringify({ ...Object(body), endDat: null }), json, 400, 'validation_failed'],
			[JSON.stringify({ endDat: 'a'.repeat(maxBytesOf(operation)) }), json, 413, 'body_too_large'],
			[JSON.stringify(body), { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
		] as const) {
			const answer = await stranger.send(operation.method, path, content, headers);
			expect(answer).toMatchObject({ status, body: { code } });
			expectDeclared(operation, answer);
		}
	},
);

const withoutBody = guarded.filter((one) => one.method !== 'GET' && one.requestBody === undefined);
test.each(withoutBody)('$operationId, which takes no body, refuses one over 64 KiB', async (operation) => {
	const { path } = requestOf(operation, own);
	const answer = await as(callers.EMPLOYEE).send(operation.method, path, 'a'.repeat(65_537));
	expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
	expectDeclared(operation, answer);
});

const TOO_LARGE = '%PDF-'.padEnd(10 * 1024 * 1024 + 1);
test.each(operations.filter(takesFile))(
	'$operationId refuses a file that is too large before it looks at the role, and other types before it looks for the record',
	async (operation) => {
		const { path, headers } = requestOf(operation, { ...own, expenseId: newId(now()) });
		const stranger = callers.FLEX_DOCUMENT_VERIFIER;
		const caller = widestCaller(operation.operationId);
		for (const [content, status, code] of [
			['', 415, 'unsupported_media_type'],
			['<svg xmlns="http://www.w3.org/2000/svg"/>', 415, 'unsupported_media_type'],
			[TOO_LARGE, 413, 'body_too_large'],
		] as const) {
			const answer = await as(caller).send(operation.method, path, content, headers);
			expect(answer).toMatchObject({ status, body: { code } });
			expectDeclared(operation, answer);
			const refused = await as(stranger).send(operation.method, path, content, headers);
			expect(refused.status).toBe(status === 413 ? 413 : 403);
		}
	},
);

const paged = operations.filter(({ parameters }) => parameters?.some(({ name }) => name === 'limit'));
test.each(paged)('$operationId refuses limit=0 before it looks at the role', async (operation) => {
	const { path } = requestOf(operation, own);
	const stranger = as(callers.EMPLOYEE);
	const answer = await stranger.get(`${path}${path.includes('?') ? '&' : '?'}limit=0`);
	expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/query/limit' }] } });
	expectDeclared(operation, answer);
});

const withId = guarded
	.flatMap((operation) =>
		[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ ...operation, name })),
	)
	// Any text can be the id of a request that has stored nothing.
	.filter(({ name }) => name !== 'requestId');
/** Ids that no record can have. One of them is tried where a record could be. */
const NO_IDS = ['no-uuid', "'", '%00'];
const unknown = withId.map((operation, index) => ({
	...operation,
	noId: NO_IDS[index % NO_IDS.length] ?? '',
}));
test.each(unknown)('$operationId answers 404 to a $name that is unknown, or none', async (operation) => {
	const caller = as(widestCaller(operation.operationId));
	for (const id of [newId(now()), operation.noId]) {
		const { path, body, headers } = requestOf(operation, { ...own, [operation.name]: id });
		const answer = await caller.send(operation.method, path, body, headers);
		expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
		expectDeclared(operation, answer);
	}
});

test('a field too many or too few would be noticed', async () => {
	const answer = await as(callers.COMPANY_ADMIN).get('/auth/me');
	const { language: _, ...tooFew } = answer.body;
	for (const body of [tooFew, { ...answer.body, nickname: 'Ada' }]) {
		expect(() => expectDeclared(operationOf('readMe'), { ...answer, body })).toThrow();
	}
});

test('a content type that is not declared would be noticed', async () => {
	const answer = await as(callers.COMPANY_ADMIN).get('/auth/me');
	for (const type of ['text/html', 'application/problem+json', 'application/json; charset=utf-8']) {
		const headers = new Headers({ 'Content-Type': type });
		expect(() => expectDeclared(operationOf('readMe'), { ...answer, headers })).toThrow();
	}
});
