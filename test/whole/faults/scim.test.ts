import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { callOf, type Route, type Somebody, writingRoutes } from '../../entrances/scim/calls.ts';
import { type Fault, failing, faultsOf, nameOf } from '../../harness/failing.ts';
import { isTried } from '../../harness/sampling.ts';
import { type Client, newClient } from '../../harness/scim.ts';
import { as, at, now } from '../../harness/service.ts';
import { readState, snapshot } from '../../harness/snapshot.ts';
import { comparable, idsOf } from './comparable.ts';

let client: Client;
let member: Somebody;
let known: Set<string>;
let restore: () => Promise<void>;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	client = await newClient();
	member = await client.newMember('sales');
	known = idsOf(await readState());
	restore = await snapshot();
});
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

/** The state without the count of used addresses, because a repetition of its own creation counts too. */
async function stateNow() {
	const { login_attempts: _, ...state } = await readState();
	return comparable(state, null, known, [now()]).state;
}

/** Sends a call over a fault, and again if that fails, as an identity provider does. Returns the result of both. */
async function performed({ method, path, body }: ReturnType<typeof callOf>, fault: Fault | null) {
	await restore();
	const admin = client.company.admin;
	await as(admin).get('/auth/me');
	const { bindings, calls } = failing(fault);
	const { status } = await as(admin, bindings).send(method, path, body);
	const statuses = [status];
	const afterOnce = await stateNow();
	if (status >= 500) statuses.push((await as(admin).send(method, path, body)).status);
	return { calls, statuses, afterOnce, end: await stateNow() };
}

/** The answer to the second attempt if the first one has created or deleted something after all. */
const AGAIN: Partial<Record<Route, number>> = {
	'POST /Users': 409,
	'POST /Groups': 409,
	'DELETE /Users/:id': 404,
	'DELETE /Groups/:id': 404,
};

test.each(writingRoutes.map((route: Route, place) => ({ route, place })))(
	'$route takes place as a whole or not at all, whatever fails, and can be repeated',
	{ timeout: 60_000 },
	async ({ route, place }) => {
		const call = callOf(route, member);
		await restore();
		const before = await stateNow();
		const faultless = await performed(call, null);
		expect(faultless.statuses).toEqual([call.status]);
		expect(faultless.calls).toHaveLength(2);

		for (const [index, fault] of faultsOf(faultless.calls.length).entries()) {
			// Each route tries other faults.
			if (!isTried(index + place, 3)) continue;
			const { statuses, afterOnce, end } = await performed(call, fault);
			const told = `${nameOf(fault, faultless.calls)}: ${statuses}`;
			expect.soft({ told, end }).toEqual({ told, end: faultless.end });
			const isStored = JSON.stringify(afterOnce) === JSON.stringify(faultless.end);
			if (!isStored) expect.soft({ told, afterOnce }).toEqual({ told, afterOnce: before });
			const second = isStored ? (AGAIN[route] ?? call.status) : call.status;
			expect.soft({ told, last: statuses.at(-1) }).toEqual({
				told,
				last: statuses.length === 1 ? call.status : second,
			});
			if (fault.kind === 'lost') expect.soft(told).toBe(`${nameOf(fault, faultless.calls)}: ${call.status}`);
		}
	},
);
