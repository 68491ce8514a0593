import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bindings } from '../../src/http/env.ts';
import { as, at } from '../harness.ts';
import { intercepted } from './bytes.ts';
import { expenseOf, newSpender, type Spender } from './spending.ts';

let spender: Spender;
let id: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	id = await spender.submitted();
	at('2023-03-07T13:00:00.000Z');
});

const LOST = new Error('D1_ERROR: Network connection lost.');

/** Bindings that lose the connection of the first batch that writes, before or after it takes effect. */
function losing(moment: 'before' | 'after'): Bindings {
	let isFirst = true;
	const DB = intercepted(/^(insert|update)/m, async (run) => {
		const isLost = isFirst;
		isFirst = false;
		if (isLost && moment === 'before') throw LOST;
		const results = await run();
		if (isLost) throw LOST;
		return results;
	});
	return { ...env, DB };
}

describe.each(['before', 'after'] as const)(
	'a connection lost %s the commit makes no difference to',
	(moment) => {
		test('a submission', async () => {
			const path = `/employees/${spender.employeeId}/flex/expenses`;
			const { status, body } = await as(spender.employee, losing(moment)).post(path, expenseOf());
			expect(status).toBe(201);
			const expenses = (await as(spender.employee).get(path)).body;
			expect(expenses.map((expense: { id: string }) => expense.id)).toEqual([id, body.id]);
		});

		test.each([
			['an approval', () => spender.verifier, 'approval', undefined, 'APPROVED', 1],
			['a rejection', () => spender.verifier, 'rejection', { reason: 'x' }, 'REJECTED', 0],
			['a withdrawal', () => spender.employee, 'withdrawal', undefined, 'WITHDRAWN', 0],
		])('%s', async (_, user, verb, given, state, transactions) => {
			const answer = await as(user(), losing(moment)).post(`/flex/expenses/${id}/${verb}`, given);
			expect(answer).toMatchObject({ status: 200, body: { state } });
			expect((await as(spender.employee).get(`/flex/expenses/${id}`)).body).toEqual(answer.body);
			expect(await spender.transactions()).toHaveLength(transactions);
		});

		test('an early close', async () => {
			await spender.approve(id);
			const answer = await spender.close('2023-02', spender.admin, losing(moment));
			expect(answer).toMatchObject({ status: 201, body: { state: 'CLOSED', lineCount: 1 } });
			expect(await spender.runs()).toEqual([answer.body]);
		});
	},
);
