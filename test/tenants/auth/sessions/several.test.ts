import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, newUser, openSession, userOf } from '../../../harness/service.ts';

test('an erased user with several open sessions has each of them ended, under its own id', async () => {
	at('2020-01-15T12:00:00.000Z');
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const company = await newCompany();
	const employeeId = await newEmployee(company, { dateTerminated: '2020-02-01T00:00:00.000Z' });
	const { userId } = await userOf(employeeId);
	for (const _ of [1, 2]) await openSession(userId);
	at('2031-01-15T12:00:00.000Z');
	expect((await platform.post(`/employees/${employeeId}/erasure`)).status).toBe(200);

	const { results } = await env.DB.prepare(
		`SELECT id, key FROM access_events WHERE user_id = ? AND type = 'session.ended'`,
	)
		.bind(userId)
		.all<{ id: string; key: string }>();
	expect(results).toHaveLength(3);
	expect(new Set(results.map(({ id }) => id)).size).toBe(3);
	for (const { id, key } of results) {
		expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
		expect(key).not.toContain(userId);
	}
});
