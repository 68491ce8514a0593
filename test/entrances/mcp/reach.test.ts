import { expect, test } from 'vitest';
import { COMPANY_KEY_OPERATIONS } from '../../../src/foundation/core/policy.ts';
import { MAX_SET_SIZE } from '../../../src/foundation/http/limits.ts';
import { ask } from '../../harness/assistants.ts';
import { newApiKey } from '../../harness/keys.ts';
import { isTried } from '../../harness/sampling.ts';
import { as, newCompany, newEmployee, served, type TestCompany } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { requestOf } from '../../whole/contract/calls.ts';
import { isPublic, type Operation, operations } from '../../whole/contract/document.ts';
import { OF_SANDBOXES } from '../../whole/contract/rights.ts';
import { newWorld, prepare, type World } from '../../whole/contract/world.ts';

const ALWAYS = ['mcp', 'proposeChange'];
const OTHERS = COMPANY_KEY_OPERATIONS.filter((operation) => !ALWAYS.includes(operation));

let company: TestCompany;
let own: World;
let foreign: World;
/** Keys that together have every operation that a key may have. */
let keys: { operations: string[]; key: string }[];

eachTestFinds(async () => {
	company = await newCompany();
	[own, foreign] = [await newWorld(company), await newWorld()];
	keys = [];
	for (let at = 0; at < OTHERS.length; at += MAX_SET_SIZE - ALWAYS.length) {
		const operations = [...ALWAYS, ...OTHERS.slice(at, at + MAX_SET_SIZE - ALWAYS.length)];
		keys.push({ operations, key: (await newApiKey(company, operations)).key });
	}
});

const keyFor = (operationId: string): string =>
	(keys.find(({ operations }) => operations.includes(operationId)) ?? keys[0])?.key ?? '';

const isPermitted = ({ operationId }: Operation): boolean =>
	(COMPANY_KEY_OPERATIONS as readonly string[]).includes(operationId);

const isRead = ({ method }: Operation): boolean => method === 'GET';

/** Asks for an operation with the ids of a world, by the tool that fits its method. */
function tried(operation: Operation, world: World, tool = isRead(operation) ? 'read' : 'propose') {
	const { operationId } = operation;
	const { path, body } = requestOf(operation, world);
	const [address = '', search = ''] = path.split('?');
	const parts = address.split('/');
	const parameters = Object.fromEntries(
		operation.path
			.split('/')
			.flatMap((name, at) => (name.startsWith('{') ? [[name.slice(1, -1), parts[at]]] : [])),
	);
	const query = Object.fromEntries(new URLSearchParams(search));
	const proposed = { body: typeof body === 'object' ? body : null, reason: 'It is right' };
	return ask(keyFor(operationId), tool, {
		operationId,
		parameters,
		query,
		...(tool === 'propose' && proposed),
	});
}

const idsOf = (world: World): string[] =>
	[world, world.colleague].flatMap((some) =>
		Object.values(some).flatMap((one) =>
			typeof one === 'string' && /^[0-9a-f-]{36}$/.test(one) && one !== world.platformKeyId ? [one] : [],
		),
	);

test('keys with every operation read and propose nothing of another company', async () => {
	const ids = idsOf(foreign);
	expect(ids.length).toBeGreaterThan(15);
	for (const operation of operations.filter(isPermitted)) {
		const { isError, text } = await tried(operation, foreign);
		if (!isRead(operation)) expect(isError, `${operation.operationId} ${text}`).toBe(true);
		if (!isError) expect(ids.filter((id) => text.includes(id))).toEqual([]);
	}
	const { status, body } = await as(company.admin).get(`/companies/${company.id}/proposals?state=OPEN`);
	expect([status, body.length]).toEqual([200, 1]);
});

test('they propose changes of their own company', async () => {
	const proposed: string[] = [];
	for (const operation of operations.filter((one) => !isRead(one) && isPermitted(one))) {
		const { isError } = await tried(operation, own);
		if (!isError) proposed.push(operation.operationId);
	}
	const some = ['updateEmployee', 'setAccess', 'submitExpense', 'correctTransaction'];
	expect(proposed).toEqual(expect.arrayContaining(some));
});

test('they read all JSON of their own company, and neither secrets nor files', async () => {
	const read: string[] = [];
	for (const operation of operations.filter((one) => isRead(one) && isPermitted(one))) {
		const isJson = operation.responses[200]?.content?.['application/json'] !== undefined;
		await prepare(operation.operationId, company.admin.userId, own);
		const { isError, text, body } = await tried(operation, own);
		if (OF_SANDBOXES.includes(operation.operationId)) continue;
		expect(isError, `${operation.operationId} ${text}`).toBe(!isJson);
		if (!isJson) expect(body.errors).toMatchObject([{ code: 'not_permitted' }]);
		expect(text).not.toMatch(/zub_live_|whsec_|idToken|refreshToken/);
		read.push(operation.operationId);
	}
	expect(read).toEqual(expect.arrayContaining(['readMe', 'listEmployees', 'readReceipt', 'readBalance']));
});

test('operations that no key may have can neither be read nor proposed', async () => {
	const others = operations.filter((one) => !isPermitted(one));
	expect(others.some(isPublic)).toBe(true);
	for (const [place, operation] of others.entries()) {
		// `npm test` tries the tools by turns.
		for (const tool of ['read', 'propose'].filter((_, index) => isTried(place + index, 2))) {
			const { body } = await tried(operation, own, tool);
			expect(body.errors, operation.operationId).toMatchObject([{ code: 'not_permitted' }]);
		}
	}
});

test('parameters cannot lead out of an operation', async () => {
	const foreignId = await newEmployee(await newCompany());
	for (const id of [
		'..',
		'.',
		'../../companies',
		'%2e%2e',
		`${foreignId}?x=`,
		'../../../console',
		'a#b',
		'\\..\\',
	]) {
		const { isError, body } = await ask(keyFor('readEmployee'), 'read', {
			operationId: 'readEmployee',
			parameters: { id },
		});
		expect([isError, body.code], id).toEqual([true, 'not_found']);
	}
	const parameters = { companyId: company.id, runId: 'open' };
	const { key: limited } = await newApiKey(company, ['mcp', 'readPayrollRun']);
	const run = await ask(limited, 'read', { operationId: 'readPayrollRun', parameters });
	expect([run.isError, run.body.code]).toEqual([true, 'forbidden']);
});

test('no other entrance takes such a key', async () => {
	const key = keyFor('readMe');
	const statusOf = async (path: string, method = 'GET') => {
		const headers = { Authorization: `Bearer ${key}`, Cookie: `zubrot=${key}` };
		const { status } = await served(new Request(`https://zubrot.example${path}`, { method, headers }));
		return status;
	};
	const paths = [
		'/api/v2/auth/me',
		`/api/v2/companies/${company.id}`,
		`/api/v2/flex/expenses/${own.expenseId}/receipts/${own.receiptId}`,
		'/scim/v2/Users',
		'/scim/v2/ServiceProviderConfig',
	];
	for (const path of paths) expect(await statusOf(path), path).toBe(403);
	expect(await statusOf(`/api/v2/companies/${company.id}/employees/invitations`, 'POST')).toBe(403);
	expect(await statusOf('/console/company')).toBe(303);
});
