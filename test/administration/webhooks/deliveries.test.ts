import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { MAX_COUNTED } from '../../../src/administration/webhooks/rules.ts';
import { endpointsPage } from '../../../src/administration/webhooks/store.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { counting } from '../../harness/counting.ts';
import { newApiKey } from '../../harness/keys.ts';
import { cellOfCompany, moveOver } from '../../harness/moving.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	now,
	runCronOver,
	uniqueEmail,
} from '../../harness/service.ts';
import { deliveriesOf, dispatch, dispatchOffice, newEndpoint, newReceiver } from '../../harness/webhooks.ts';

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	// Deliveries of other tests are not sent again.
	await env.DB.exec(`UPDATE webhook_endpoints SET state = 'PAUSED'`);
});

const EMPLOYEES = { eventTypes: ['employee.created', 'employee.updated'] };

test('the list of endpoints says how many deliveries wait for each, in the round trip that reads them', async () => {
	const company = await newCompany();
	const receiver = await newReceiver();
	const list = `/companies/${company.id}/webhook-endpoints`;
	const { path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	await newEndpoint(company, 'https://hr.example/none', { eventTypes: ['month.cut_off'] });
	const counts = async () =>
		(await as(company.admin).get(list)).body.map((one: { waitingCount: number }) => one.waitingCount);
	await newEmployee(company);
	await dispatch();
	await as(company.admin).put(path, { state: 'PAUSED' });
	expect(await counts()).toEqual([0, 0]);
	await newEmployee(company);
	await newEmployee(company);
	expect(await counts()).toEqual([2, 0]);
	expect((await as(company.admin).get(path)).body).not.toHaveProperty('waitingCount');
	const { counted, bindings } = counting();
	await as(company.admin, bindings).get(list);
	expect(counted.trips).toBe(1);
});

test('no more than 10,000 waiting deliveries are counted, and without reading the table', async () => {
	const company = await newCompany();
	const { path } = await newEndpoint(company, 'https://hr.example/hooks', EMPLOYEES);
	await as(company.admin).put(path, { state: 'PAUSED' });
	await newEmployee(company);
	const [delivery] = await deliveriesOf(company, path);
	const columns = 'date_created, company_id, endpoint_id, event_id, state, date_due, attempts';
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO webhook_deliveries (id, ${columns})
		SELECT substr(id, 1, 24) || printf('%012x', i), ${columns} FROM webhook_deliveries, n WHERE id = ?`,
	)
		.bind(MAX_COUNTED + 1, delivery.id)
		.run();
	const list = endpointsPage(connect(env.DB), company.id, '', 20).toSQL();
	const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${list.sql}`)
		.bind(...(list.params as string[]))
		.all<{ detail: string }>();
	expect(plan.results.map(({ detail }) => detail)).toContainEqual(
		expect.stringMatching(/^SEARCH d USING COVERING INDEX webhook_deliveries_unsent/),
	);
	const { body } = await as(company.admin).get(`/companies/${company.id}/webhook-endpoints`);
	expect(body).toMatchObject([{ waitingCount: MAX_COUNTED }]);
	const { body: page } = await browse(await visitOf(company.admin)).get('/integrations/webhooks', {
		'Accept-Language': 'de',
	});
	expect(page).toContain('10.000+ Zustellungen warten');
	await env.DB.exec(`DELETE FROM webhook_deliveries`);
});

test('one delivery, all failed ones or all of a time span are sent again, also by an API key', async () => {
	const company = await newCompany();
	const receiver = await newReceiver('410', '204');
	const { path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	await newEmployee(company);
	await dispatch();
	const [failed] = await deliveriesOf(company, path, '?state=FAILED');
	const admin = as(company.admin);
	expect(await admin.post(`${path}/redeliver`, {})).toMatchObject({
		status: 409,
		body: { code: 'endpoint_disabled' },
	});
	await admin.put(path, { state: 'ACTIVE' });
	const { woken, bindings } = dispatchOffice();
	const { key } = await newApiKey(company, ['redeliverWebhooks']);
	const headers = { Authorization: `Bearer ${key}` };
	const again = await call('POST', `${path}/redeliver`, { state: 'FAILED' }, headers, bindings);
	expect(again).toMatchObject({ status: 200, body: { redelivered: 1, hasMore: false, dateNext: null } });
	expect(woken).toHaveLength(1);
	await dispatch();
	expect(await deliveriesOf(company, path, '?state=DELIVERED')).toMatchObject([
		{ id: failed.id, attempts: 1 },
	]);
	const one = await admin.post(`${path}/deliveries/${failed.id}/redeliver`);
	expect(one.body).toMatchObject({ state: 'WAITING', attempts: 0 });
	await dispatch();
	const span = (since: string, until: string) => admin.post(`${path}/redeliver`, { since, until });
	expect((await span('2023-03-07T12:00:00.001Z', '2023-03-08T00:00:00.000Z')).body.redelivered).toBe(0);
	expect((await span('2023-03-07T12:00:00.000Z', '2023-03-07T12:00:00.001Z')).body.redelivered).toBe(1);
	await dispatch();
	const ids = (await receiver.received()).map(({ headers: got }) => got['webhook-id']);
	expect(ids).toEqual(Array(4).fill(failed.eventId));
});

test('the cron has the sender woken for what is due within the hour, and deletes deliveries after 30 days', async () => {
	const company = await newCompany();
	const receiver = await newReceiver('500');
	const { path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	await newEmployee(company);
	await dispatch();
	const { woken, bindings } = dispatchOffice();
	const [delivery] = await deliveriesOf(company, path);
	await runCronOver(bindings, '2023-03-07T12:00:00.000Z');
	expect(woken.map(({ due }) => due)).toEqual([Date.parse(delivery.dateDue)]);
	await runCronOver(bindings, '2023-04-06T12:00:00.000Z');
	expect(await deliveriesOf(company, path)).toHaveLength(1);
	await runCronOver(bindings, '2023-04-06T12:00:00.001Z');
	expect(await deliveriesOf(company, path)).toEqual([]);
});

test('a company in a cell has its deliveries there, and takes waiting ones along when it moves', async () => {
	const company = await newCompanyInCell();
	const receiver = await newReceiver('204', '500', '204');
	await newEndpoint(company, receiver.url, EMPLOYEES);
	const { woken, bindings } = dispatchOffice();
	await as(company.admin, bindings).post('/employees', { email: uniqueEmail(), companyId: company.id });
	expect(woken).toEqual([{ webhooksOf: company.cell, due: now(), delaySeconds: 0 }]);
	expect(await dispatch(bindings, company.cell)).toBe(1);
	await as(company.admin, bindings).post('/employees', { email: uniqueEmail(), companyId: company.id });
	expect(await dispatch(bindings, company.cell)).toBe(1);
	await moveOver(env, company.id);
	at(new Date(now() + 6000).toISOString());
	// The message names the old cell, which leads to the new one.
	expect(await dispatch(bindings, company.cell)).toBe(1);
	expect(await receiver.received()).toHaveLength(3);
	expect(await cellOfCompany(company.id)).not.toBe(company.cell);
});

test('a company that leaves D1 takes its deliveries along, and each is sent once', async () => {
	const company = await newCompany();
	const receiver = await newReceiver();
	await newEndpoint(company, receiver.url, EMPLOYEES);
	await newEmployee(company);
	await moveOver(env, company.id);
	expect(await dispatch()).toBe(0);
	expect(await dispatch(undefined, (await cellOfCompany(company.id)) ?? '')).toBe(1);
	expect(await receiver.received()).toHaveLength(1);
});
