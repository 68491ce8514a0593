import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { intercepted } from '../../harness/intercepted.ts';
import { as, at, type TestUser, uniqueEmail } from '../../harness/service.ts';
import { cents, newSpender } from '../../harness/spending.ts';

interface Sent {
	by: TestUser;
	path: string;
	body?: object;
}

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

/** Sends a request whose key another attempt takes over, and returns both answers. */
async function overtaken({ by, path, body }: Sent) {
	const send = (bindings = env) =>
		as(by, bindings).send('POST', path, body, { 'Idempotency-Key': 'one request' });
	let second: Awaited<ReturnType<typeof send>> | undefined;
	const DB = intercepted(/insert into "(event_batches|payroll_runs)"/, async (run) => {
		at('2023-03-07T12:00:30.000Z');
		second ??= await send();
		return run();
	});
	const first = await send({ ...env, DB });
	return { first, second, third: await send() };
}

test.each<[string, (email: string) => Promise<Sent>]>([
	[
		'creates an employee',
		async (email) => {
			const { company } = await newSpender();
			return { by: company.admin, path: '/employees', body: { email, companyId: company.id } };
		},
	],
	[
		'approves an expense',
		async () => {
			const spender = await newSpender();
			const expense = await spender.submitted({ amount: cents(100) });
			return { by: spender.verifier, path: `/flex/expenses/${expense}/approval` };
		},
	],
	[
		'closes a month',
		async () => {
			const { company } = await newSpender();
			const path = `/companies/${company.id}/flex/payroll-runs`;
			return { by: company.admin, path, body: { month: '2023-02' } };
		},
	],
])('an attempt that %s is not refused for what its successor did', async (_, requestOf) => {
	const { first, second, third } = await overtaken(await requestOf(uniqueEmail()));
	expect(first).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
	expect(first.headers.get('Retry-After')).toBe('1');
	expect(second?.status).toBeLessThan(300);
	expect(third.headers.get('Idempotency-Replayed')).toBe('true');
	expect(third.body).toEqual(second?.body);
});
