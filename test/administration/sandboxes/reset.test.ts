import { expect, test } from 'vitest';
import { advance, newSandbox } from '../../harness/sandboxes.ts';
import { as, at, newEmployee, newUser } from '../../harness/service.ts';

test('a reset keeps administrators, keys and settings, and nothing else', async () => {
	at('2031-03-05T08:30:00.000Z');
	const sandbox = await newSandbox();
	const { id, admin, cell } = sandbox;
	const email = 'gone@rehearsal.example';
	await newEmployee(sandbox, { email });
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [id], undefined, cell);
	await advance(sandbox, '2031-04-15T10:00:00.000Z');
	const reset = await as(admin).post(`/companies/${id}/sandbox/reset`);
	expect([reset.status, reset.body]).toEqual([
		200,
		{ companyId: id, now: '2031-03-05T08:30:00.000Z', aheadSeconds: 0 },
	]);
	expect((await as(admin).get('/employees')).body).toEqual([]);
	expect((await as(verifier).get('/auth/me')).status).toBe(200);
	expect((await as(admin).get(`/events?companyId=${id}`)).body).toEqual([
		expect.objectContaining({ type: 'sandbox.reset', before: { now: '2031-04-15T10:00:00.000Z' } }),
	]);
	// The address is free again.
	await newEmployee(sandbox, { email });
	await advance(sandbox, '2031-04-15T10:00:00.000Z');
});
