import { expect, test } from 'vitest';
import { advance, newSandbox } from '../../harness/sandboxes.ts';
import { as, at, newEmployee } from '../../harness/service.ts';
import { deliveriesOf, dispatch, newEndpoint, newReceiver } from '../../harness/webhooks.ts';

const A_MINUTE_MS = 60_000;
const A_DAY_MS = 86_400_000;

test('the webhooks of a sandbox say that it is one, and keep real time', async () => {
	// The database itself looks at the real clock, so this test lives in the present.
	const begin = Date.now() + A_MINUTE_MS;
	const iso = (after = 0) => new Date(begin + after).toISOString();
	at(iso());
	const sandbox = await newSandbox();
	await advance(sandbox, iso(40 * A_DAY_MS));
	const receiver = await newReceiver();
	const { path } = await newEndpoint(sandbox, receiver.url, { eventTypes: ['employee.created'] });
	await newEmployee(sandbox);
	await as(sandbox.admin).post(`${path}/ping`);
	expect(await dispatch(undefined, sandbox.cell)).toBe(2);
	const bodies = (await receiver.received()).map(({ type, timestamp, data }) => [
		type,
		timestamp,
		data.sandbox,
	]);
	expect(bodies.sort()).toEqual([
		['employee.created', iso(40 * A_DAY_MS), true],
		['webhook.ping', iso(), true],
	]);
	for (const { dateCreated, state } of await deliveriesOf(sandbox, path)) {
		expect(state).toBe('DELIVERED');
		expect(Date.parse(dateCreated)).toBeLessThanOrEqual(begin);
	}
	const again = await as(sandbox.admin).post(`${path}/redeliver`, {});
	expect(again.body, JSON.stringify(again.body)).toMatchObject({ redelivered: 2 });
	expect(await dispatch(undefined, sandbox.cell)).toBe(2);
	// For a day of the real time, both secrets sign.
	const { dateRotated } = (await as(sandbox.admin).post(`${path}/rotate-secret`, {})).body;
	expect(dateRotated).toBe(iso());
	const signaturesAt = async (time: string) => {
		at(time);
		await as(sandbox.admin).post(`${path}/ping`);
		await dispatch(undefined, sandbox.cell);
		return (await receiver.received()).at(-1)?.headers['webhook-signature']?.split(' ').length;
	};
	expect(await signaturesAt(iso(A_DAY_MS - 1))).toBe(2);
	expect(await signaturesAt(iso(A_DAY_MS))).toBe(1);
});
