import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../../src/foundation/core/actor.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { inTurns, isTried } from '../../harness/sampling.ts';
import { as, at, call, newUser, now, type TestUser } from '../../harness/service.ts';
import { testsFind } from '../../harness/snapshot.ts';
import { noting } from '../../harness/writing.ts';
import { expectDeclared } from '../../whole/contract/answers.ts';
import { requestOf } from '../../whole/contract/calls.ts';
import { operationOf, operations } from '../../whole/contract/document.ts';
import { cases, OF_ONESELF } from '../../whole/contract/rights.ts';
import { isPrepared, newWorld, prepare, type World } from '../../whole/contract/world.ts';

const changes = operations.filter(({ responses }) => 412 in responses);

/** The operation that reads what a change is about. */
const READ_OF: Record<string, string> = {
	updateCompany: 'readCompany',
	setSingleSignOn: 'readSingleSignOn',
	updateMe: 'readMe',
	updateUser: 'readUser',
	closeUser: 'readUser',
	openUser: 'readUser',
	updateNotices: 'readNotices',
	updateEmployee: 'readEmployee',
	setAccess: 'readAccess',
	revokeAccess: 'readAccess',
	approveExpense: 'readExpense',
	rejectExpense: 'readExpense',
	returnExpense: 'readExpense',
	reopenExpense: 'readExpense',
	mendExpense: 'readExpense',
	withdrawExpense: 'readExpense',
	endStandingExpense: 'readStandingExpense',
	approveStandingExpense: 'readStandingExpense',
	rejectStandingExpense: 'readStandingExpense',
	updateWebhookEndpoint: 'readWebhookEndpoint',
	updatePayrollSettings: 'readPayrollSettings',
	setMonthlyBudget: 'listPlannedVouchers',
	revokePlannedVouchers: 'listPlannedVouchers',
	revokePlannedVoucher: 'listPlannedVouchers',
	setDefaultAccess: 'listDefaultAccess',
};

const strangers = cases.filter(({ reach }) => reach === 'no');

/** Changing a decided expense is refused with that reason, whatever the tag. */
const refusalOfSecond = (id: string) => (id.endsWith('Expense') ? 409 : 412);

let platform: TestUser;
let world: World;
const users = {} as Record<Role, TestUser>;

const { bindings, written } = noting();

const touch = testsFind(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	world = await newWorld();
	for (const role of ROLES) users[role] = await newUser([role]);
});

/** Sends a change as it would succeed, with more headers. */
async function change(id: string, headers: Record<string, string> = {}) {
	const operation = operationOf(id);
	const { path, body } = requestOf(operation, world);
	const answer = await as(platform, bindings).send(operation.method, path, body, headers);
	expectDeclared(operation, answer);
	return answer;
}

/** The tag of what a change is about, as it is read before the change. */
async function tagOf(id: string): Promise<string> {
	if (isPrepared(id)) touch();
	await prepare(id, platform.userId, world);
	return readTag(id);
}

/** The tag of what a change is about, as it is read at present. */
async function readTag(id: string): Promise<string> {
	const { path } = requestOf(operationOf(READ_OF[id] ?? ''), world);
	const { status, headers } = await as(platform).get(path.replace(/\?.*/, ''));
	expect(status).toBe(200);
	return headers.get('ETag') ?? '';
}

test('every change that may be refused with 412 is known, with what it is about', () => {
	expect(Object.keys(READ_OF).sort()).toEqual(changes.map(({ operationId }) => operationId).sort());
});

describe.each(changes)('$operationId', (operation) => {
	const { operationId: id, method, path: template } = operation;
	const row = changes.indexOf(operation);

	test('is refused with 412 for any other tag, and nothing is written', async () => {
		const tag = await tagOf(id);
		written.length = 0;
		const others = ['"x"', `"${tag}"`, tag.replaceAll('"', ''), `"*"`, '"a,*,b"', '"x", "y"', '', '*, *'];
		for (const other of inTurns(others, row, 4)) {
			expect(await change(id, { 'If-Match': other })).toMatchObject({
				status: 412,
				body: { code: 'precondition_failed' },
			});
		}
		expect(written).toEqual([]);
	});

	test.runIf(isTried(row, 2))('is performed once for two callers who saw the same', async () => {
		touch();
		const seen = { 'If-Match': await tagOf(id) };
		const answers = await Promise.all([change(id, seen), change(id, seen)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, refusalOfSecond(id)]);
		expect((await change(id, seen)).status).toBe(refusalOfSecond(id));
	});

	test.runIf(isTried(row + 1, 2))(
		'is performed for the tag that was read, and answered again under its key though the tag is old by then',
		async () => {
			touch();
			const key = { 'Idempotency-Key': newId(now()) };
			const headers = { ...key, 'If-Match': await tagOf(id) };
			// A refusal leaves the key free.
			expect((await change(id, { ...key, 'If-Match': '"x"' })).status).toBe(412);
			const first = await change(id, headers);
			expect(first.status).toBe(200);
			if (method !== 'DELETE') expect(first.headers.get('ETag')).toBe(await readTag(id));
			const second = await change(id, headers);
			expect(second).toMatchObject({ status: 200, body: first.body });
			expect(second.headers.get('Idempotency-Replayed')).toBe('true');
			expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'));
		},
	);

	test.runIf(!OF_ONESELF.includes(id))(
		'matches no record that does not exist, whatever the tag',
		async () => {
			const { body } = requestOf(operationOf(id), world);
			const nowhere = template.replace(/\{\w+\}/g, newId(now()));
			for (const tag of ['"x"', '*']) {
				expect(await as(platform).send(method, nowhere, body, { 'If-Match': tag })).toMatchObject({
					status: 412,
					body: { code: 'precondition_failed' },
				});
			}
			expect((await as(platform).send(method, nowhere, body)).status).toBe(404);
		},
	);

	test('is refused for every other reason first', async () => {
		const old = { 'If-Match': '"x"' };
		const { path, body } = requestOf(operationOf(id), world);
		const stranger = as(users[strangers.find((one) => one.id === id)?.role ?? 'EMPLOYEE']);
		expect((await call(method, path, body, old)).status).toBe(401);
		// Own records exist for everybody.
		if (!OF_ONESELF.includes(id)) {
			expect((await stranger.send(method, path, body, old)).status).toBe(403);
		}
		const long = await stranger.send(method, path, body, { 'If-Match': `"${'x'.repeat(4095)}"` });
		expect(long).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/header/If-Match' }] } });
	});
});

describe('the rules come before the tag', () => {
	const old = { 'If-Match': '"x"' };
	const budget = { value: 5000, currency: 'EUR_CENT' };
	const [past, future] = ['2022-01-01T00:00:00.000Z', '2023-08-01T00:00:00.000Z'];

	test.each<[string, string, object]>([
		['PUT', 'flex/access', { budget, accumulateBudget: true }],
		['PUT', 'goodies/budget', { budget }],
		['PUT', 'goodies/default-access', {}],
	])('%s %s', async (method, path, fields) => {
		touch();
		const send = (startDate: string) =>
			as(platform).send(method, `/employees/${world.employeeId}/${path}`, { ...fields, startDate }, old);
		await as(platform).put(`/employees/${world.employeeId}`, { dateTerminated: '2023-07-01T00:00:00.000Z' });
		expect(await send(past)).toMatchObject({ status: 400, body: { code: 'date_out_of_window' } });
		expect(await send(future)).toMatchObject({ status: 409, body: { code: 'employee_terminated' } });
	});
});

test.each<[string, (tag: string) => string]>([
	['a list with it', (tag) => `"x", "a,b" ,${tag}`],
	['the tag as a compressing proxy marks it', (tag) => `W/${tag}`],
	['*', () => ' * '],
])('%s is the tag as well', async (_, wanted) => {
	touch();
	const answer = await change('updateCompany', { 'If-Match': wanted(await tagOf('updateCompany')) });
	expect(answer.status).toBe(200);
});
