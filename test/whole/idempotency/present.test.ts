import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { isTried } from '../../harness/sampling.ts';
import { as, at, newUser, restart, type TestUser } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { noting } from '../../harness/writing.ts';
import { requestOf } from '../contract/calls.ts';
import { operationOf } from '../contract/document.ts';
import { cases, OF_ONESELF, successOf } from '../contract/rights.ts';
import { leftLongAgo, newWorld, prepare, type World } from '../contract/world.ts';
import { isOfEmployee, newCallerOf, writes } from '../contract/writes.ts';

let world: World;
const { bindings, written } = noting();

eachTestFinds(async () => {
	at('2023-03-07T12:00:00.000Z');
	world = await newWorld();
	// With a second platform administrator, the first one can lose the role.
	await newUser(['PLATFORM_ADMIN']);
});

/** A request of the operation, to be sent any number of times under one key. */
function keyed(id: string, of: World = world) {
	const { path, body, headers } = requestOf(operationOf(id), of);
	const sent = { ...headers, 'Idempotency-Key': 'k' };
	return (user: TestUser) => as(user, bindings).send(operationOf(id).method, path, body, sent);
}

const isReplay = ({ headers }: { headers: Headers }) => headers.has('Idempotency-Replayed');

/** The service reads permissions again after 10 seconds. A restart saves the test the wait. */
async function changeRights(sql: string, ...values: string[]): Promise<void> {
	await env.DB.prepare(sql)
		.bind(...values)
		.run();
	restart();
}
const setRole = (userId: string, role: Role) =>
	changeRights('UPDATE users SET roles = ? WHERE id = ?', JSON.stringify([role]), userId);

const storedKeys = async () =>
	(await env.DB.prepare('SELECT status, headers, body FROM idempotency_keys').all()).results;

const managed = cases.filter(
	({ id, role, reach }) =>
		reach === 'own' && role !== 'TECHNICAL_USER' && writes.some(({ operationId }) => operationId === id),
);

/** Writes that an EMPLOYEE may only make for oneself. */
const FOR_ONESELF = [
	'submitExpense',
	'mendExpense',
	'withdrawExpense',
	'addReceipt',
	'removeReceipt',
	'submitStandingExpense',
	'endStandingExpense',
	'addStandingProof',
];

async function expectNoAnswerWithoutRole(id: string, user: TestUser, send: ReturnType<typeof keyed>) {
	await setRole(user.userId, isOfEmployee(id) ? 'TECHNICAL_USER' : 'EMPLOYEE');
	const answer = await send(user);
	expect([answer.status, isReplay(answer)]).toEqual([FOR_ONESELF.includes(id) ? 404 : 403, false]);
}

/** `npm test` tries one of so many writes. */
const WRITES_PER_TRY = 3;
const sampled = <T>(all: readonly T[]): T[] => all.filter((_, index) => isTried(index, WRITES_PER_TRY));

test.each(sampled(managed))(
	'$id is not answered again to a $role without the role or the company',
	async ({ id, role }) => {
		const user = await newUser([role], [world.companyId]);
		await prepare(id, user.userId, world);
		const send = keyed(id);
		expect((await send(user)).status).toBe(successOf(id));
		expect(isReplay(await send(user))).toBe(true);

		await expectNoAnswerWithoutRole(id, user, send);
		await setRole(user.userId, role);
		await changeRights('DELETE FROM user_companies WHERE user_id = ?', user.userId);
		written.length = 0;
		const answer = await send(user);
		// Unmanaged records get the same answer as missing ones, and in a body a code of their own.
		const isInBody = ['createEmployee', 'createUser', 'createTaxRuleTemplate'].includes(id);
		expect([answer.status, answer.body.code]).toEqual(
			isInBody ? [400, 'unknown_company'] : [404, 'not_found'],
		);
		expect(written).toEqual([]);
	},
);

const ofPlatform = writes.filter(
	({ operationId }) => !OF_ONESELF.includes(operationId) && managed.every(({ id }) => id !== operationId),
);

test.each(sampled(ofPlatform))(
	'$operationId is not answered again to who has lost the role',
	async ({ operationId }) => {
		const caller = await newCallerOf(operationId, world);
		const send = keyed(operationId);
		expect((await send(caller)).status).toBe(successOf(operationId));
		await expectNoAnswerWithoutRole(operationId, caller, send);
	},
);

/** The writes whose answers are about the employee of the world, or about its user. */
const personal = writes.filter(
	({ operationId, path }) =>
		!operationId.startsWith('erase') &&
		/\{(employeeId|id|userId|expenseId|transactionId|plannedVoucherId)\}/.test(path),
);

async function erase(employeeId: string): Promise<void> {
	await leftLongAgo({ ...world, employeeId });
	const platform = await newUser(['PLATFORM_ADMIN']);
	expect((await as(platform).post(`/employees/${employeeId}/erasure`)).status).toBe(200);
}

test.each(sampled(personal))(
	'the answer of $operationId goes with the erasure of the employee',
	async (operation) => {
		const { operationId } = operation;
		const query = 'SELECT user_id FROM employees WHERE id = ?';
		const userId = await env.DB.prepare(query).bind(world.employeeId).first<string>('user_id');
		const caller = await newCallerOf(operationId, world);
		const send = keyed(operationId, { ...world, userId: userId ?? '' });
		expect((await send(caller)).status).toBe(successOf(operationId));
		expect(await storedKeys()).toMatchObject([{ body: expect.any(String) }]);

		await erase(world.employeeId);
		expect(await storedKeys()).toEqual([{ status: successOf(operationId), headers: null, body: null }]);
		written.length = 0;
		expect(await send(caller)).toMatchObject({ status: 404, body: { code: 'not_found' } });
		expect(written).toEqual([]);
	},
);

test('an employee created under a key is not created again after the erasure', async () => {
	const [platform, send] = [await newUser(['PLATFORM_ADMIN']), keyed('createEmployee')];
	await erase((await send(platform)).body.employeeId);
	expect(await storedKeys()).toMatchObject([{ body: null }]);
	written.length = 0;
	expect(await send(platform)).toMatchObject({ status: 404 });
	expect(written).toEqual([]);
});

test('a change that changed nothing is answered again until the erasure as well', async () => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	await keyed('updateEmployee')(platform);
	const path = `/employees/${world.employeeId}`;
	const send = () => as(platform).send('PUT', path, { costCentre: '4711' }, { 'Idempotency-Key': 'again' });
	await send();
	expect(isReplay(await send())).toBe(true);
	await erase(world.employeeId);
	expect((await send()).status).toBe(404);
});

test('answers about others stay', async () => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	const path = `/employees/${world.colleague.employeeId}`;
	const send = () => as(platform).send('PUT', path, { costCentre: '1' }, { 'Idempotency-Key': 'k' });
	const first = await send();
	await erase(world.employeeId);
	expect((await send()).body).toEqual(first.body);
});
