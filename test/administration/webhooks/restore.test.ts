import { expect, test } from 'vitest';
import { cellOfCompany, databaseOfCompany } from '../../harness/moving.ts';
import { backUp, restored } from '../../harness/restoring.ts';
import { newCompany, newEmployee, newUser } from '../../harness/service.ts';
import { dispatch, newEndpoint, newReceiver } from '../../harness/webhooks.ts';

test('a restored company sends no delivery of the backup again, and its endpoints are paused', async () => {
	const company = await newCompany();
	const receiver = await newReceiver();
	await newEndpoint(company, receiver.url, { eventTypes: ['employee.created', 'company.restored'] });
	await newEmployee(company);
	const date = await backUp(company.id, null);
	expect(await dispatch()).toBe(1);
	const platform = await newUser(['PLATFORM_ADMIN']);
	const { body } = await restored(platform, company.id, date);
	expect(body).toMatchObject({ step: 'OPENED', reason: null });
	expect(await dispatch()).toBe(0);
	expect(await dispatch(undefined, (await cellOfCompany(company.id)) ?? '')).toBe(0);
	expect(await receiver.received()).toHaveLength(1);
	const db = await databaseOfCompany(company.id);
	const endpoints = await db.prepare('SELECT state, reason FROM webhook_endpoints').all();
	expect(endpoints.results).toEqual([{ state: 'PAUSED', reason: 'RESTORED' }]);
	const waiting = await db
		.prepare(`SELECT count(*) AS n FROM webhook_deliveries WHERE state = 'WAITING'`)
		.first();
	expect(waiting).toEqual({ n: 0 });
});
