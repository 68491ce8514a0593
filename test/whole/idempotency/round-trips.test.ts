import { expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { as, at } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { requestOf } from '../contract/calls.ts';
import { successOf } from '../contract/rights.ts';
import { newWorld, type World } from '../contract/world.ts';
import { newCallerOf, writes } from '../contract/writes.ts';

/** Operations whose second read depends on the first one, or that store a step of their own first. */
const LONGER: Record<string, number> = {
	correctTransaction: 3,
	addReceipt: 3,
	addStandingProof: 3,
	addReceiptDraft: 3,
	proposeChange: 3,
	releaseProposal: 3,
	closePayrollRun: 4,
	repairCells: 3,
};

/** Operations that read again after their answer. A move reads how far it is, and continues. */
const AFTERWARDS: Record<string, number> = { moveCompany: 1, restoreCompany: 1 };

let world: World;

eachTestFinds(async () => {
	at('2023-03-07T12:00:00.000Z');
	world = await newWorld();
});

test.each(writes)('$operationId under a key takes two round trips, and its replay one', async (operation) => {
	const { operationId, method } = operation;
	const caller = await newCallerOf(operationId, world);
	const { path, body, headers } = requestOf(operation, world);
	const tripsOf = async (user: typeof caller) => {
		await as(user).get('/auth/me');
		const { counted, bindings } = counting();
		const answer = await as(user, bindings).send(method, path, body, { ...headers, 'Idempotency-Key': 'k' });
		expect(answer.status).toBe(successOf(operationId));
		return counted.trips - (AFTERWARDS[operationId] ?? 0);
	};
	expect(await tripsOf(caller)).toBe(LONGER[operationId] ?? 2);
	if (operationId !== 'logout') expect(await tripsOf(caller)).toBe(1);
});
