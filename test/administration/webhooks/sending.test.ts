import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { browse, visitOf } from '../../harness/console.ts';
import { eventsFor } from '../../harness/events.ts';
import { deliver, postOffice } from '../../harness/mail.ts';
import { as, at, newCompany, newEmployee, now } from '../../harness/service.ts';
import { deliveriesOf, dispatch, dispatchOffice, newEndpoint, newReceiver } from '../../harness/webhooks.ts';

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	// Deliveries of other tests are not sent again.
	await env.DB.exec(`UPDATE webhook_endpoints SET state = 'PAUSED'`);
});

const EMPLOYEES = { eventTypes: ['employee.created', 'employee.updated'] };

test('an event arrives once, signed, without values and names, and with what finds its record', async () => {
	const company = await newCompany();
	const receiver = await newReceiver();
	const { secret, path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	const { woken, bindings } = dispatchOffice();
	const { body } = await as(company.admin, bindings).post('/employees', {
		email: 'juergen@groß.example',
		firstName: 'Jürgen',
		companyId: company.id,
	});
	expect(woken).toEqual([{ webhooksOf: null, due: now(), delaySeconds: 0 }]);
	expect(await dispatch(bindings)).toBe(1);
	expect(await dispatch(bindings)).toBe(0);
	const [got, ...others] = await receiver.received();
	expect(others).toEqual([]);
	const [event] = await eventsFor(company.admin, 'type=employee.created');
	expect(JSON.parse(got?.body ?? '')).toEqual({
		type: 'employee.created',
		timestamp: '2023-03-07T12:00:00.000Z',
		data: {
			companyId: company.id,
			subject: { type: 'EMPLOYEE', id: body.employeeId },
			recordId: body.employeeId,
			eventId: event?.id,
			sequence: event?.sequence,
			changedFields: event?.changedFields,
		},
	});
	expect(got?.body).not.toMatch(/rgen|groß/);
	expect(got?.headers).toMatchObject({
		'webhook-id': event?.id,
		'webhook-timestamp': String(now() / 1000),
		'content-type': 'application/json',
	});
	const signature = new Webhook(secret).sign(event?.id ?? '', new Date(now()), got?.body ?? '');
	expect(got?.headers['webhook-signature']).toBe(signature);
	expect(await deliveriesOf(company, path)).toMatchObject([
		{ eventId: event?.id, type: 'employee.created', state: 'DELIVERED', attempts: 1, responseStatus: 204 },
	]);
});

/** The waits after each attempt, in seconds. */
const WAITS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

test('a delivery that fails is repeated at its times, up to 10 % later, ten times in all', async () => {
	const company = await newCompany();
	const receiver = await newReceiver('500', 'reset', '301', '500', '404', '302', '500', '500', '500', '500');
	const { path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	const { woken, bindings } = dispatchOffice();
	await newEmployee(company);
	for (const [index, wait] of WAITS.entries()) {
		const began = now();
		expect(await dispatch(bindings)).toBe(1);
		const [delivery] = await deliveriesOf(company, path);
		expect(delivery).toMatchObject({ state: 'WAITING', attempts: index + 1 });
		const waited = (Date.parse(delivery?.dateDue) - began) / 1000;
		expect(waited).toBeGreaterThanOrEqual(wait);
		expect(waited).toBeLessThanOrEqual(wait * 1.1);
		// The queue waits for 12 hours at most.
		const last = woken.at(-1);
		expect(last?.due).toBe(Date.parse(delivery?.dateDue));
		expect(last?.delaySeconds).toBe(Math.min(Math.ceil(waited), 43_200));
		at(new Date(Date.parse(delivery?.dateDue) - 1).toISOString());
		expect(await dispatch(bindings)).toBe(0);
		at(delivery?.dateDue);
	}
	await dispatch(bindings);
	expect(await deliveriesOf(company, path)).toMatchObject([
		{ state: 'FAILED', attempts: 10, failure: 'STATUS', responseStatus: 500, responseBody: 'status 500' },
	]);
	const got = await receiver.received();
	expect(got).toHaveLength(10);
	expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
	expect(new Set(got.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
});

test.each([
	['301', { failure: 'REDIRECT', responseStatus: 301, responseBody: 'moved' }],
	['reset', { failure: 'CONNECTION_FAILED', responseStatus: null }],
	['404', { failure: 'STATUS', responseStatus: 404 }],
])('an endpoint that answers with %s has failed', async (word, expected) => {
	const company = await newCompany();
	const receiver = await newReceiver(word);
	const { path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	await newEmployee(company);
	await dispatch();
	expect(await deliveriesOf(company, path)).toMatchObject([{ state: 'WAITING', ...expected }]);
});

test('one kilobyte of an endless response is read and kept', async () => {
	const company = await newCompany();
	const receiver = await newReceiver('endless');
	const { path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	await newEmployee(company);
	await dispatch();
	const [delivery] = await deliveriesOf(company, path);
	expect(delivery).toMatchObject({ state: 'DELIVERED', responseBody: 'ü'.repeat(512) });
});

test('an endpoint that answers 410 is disabled at once, and its administrators get a mail', async () => {
	const company = await newCompany();
	const receiver = await newReceiver('410');
	const { path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	await newEmployee(company);
	await newEmployee(company);
	const [office, { woken, bindings }] = [postOffice(), dispatchOffice()];
	await dispatch({ ...bindings, MAIL_QUEUE: office.bindings.MAIL_QUEUE });
	expect(office.woken).toHaveLength(1);
	// Other endpoints get the event in another run.
	expect(woken.map(({ due }) => due)).toEqual([now()]);
	expect((await as(company.admin).get(path)).body).toMatchObject({ state: 'DISABLED', reason: 'GONE' });
	const all = await deliveriesOf(company, path);
	expect(all.map(({ state, failure }) => [state, failure])).toEqual([
		['FAILED', 'ENDPOINT_DISABLED'],
		['FAILED', 'ENDPOINT_DISABLED'],
	]);
	expect(await eventsFor(company.admin, 'type=webhook_endpoint.disabled')).toMatchObject([
		{
			actor: { type: 'CRON' },
			recordId: path.split('/').at(-1),
			after: { state: 'DISABLED', reason: 'GONE' },
		},
	]);
	await deliver(office.bindings);
	const mail = office.sent.find(({ subject }) => subject === 'A webhook endpoint was disabled');
	const page = `/console/integrations/webhooks/${path.split('/').at(-1)}?company=${company.id}`;
	expect(mail?.text).toMatch(new RegExp(`${page.replace('?', '[?]')}$`, 'm'));
	expect((await browse(await visitOf(company.admin)).get(page.slice('/console'.length))).status).toBe(200);
	await newEmployee(company);
	expect(await deliveriesOf(company, path)).toHaveLength(2);
});

test('an endpoint without a success for five days is disabled, and one with a success is not', async () => {
	const company = await newCompany();
	const failing = await newReceiver('500');
	const mixed = await newReceiver('500', '204', '500');
	const [bad, good] = [
		await newEndpoint(company, failing.url, EMPLOYEES),
		await newEndpoint(company, mixed.url, EMPLOYEES),
	];
	const states = async () =>
		Promise.all([bad, good].map(async ({ path }) => (await as(company.admin).get(path)).body.state));
	await newEmployee(company);
	await dispatch();
	at('2023-03-09T12:00:00.000Z');
	await dispatch();
	at('2023-03-12T11:59:59.000Z');
	await newEmployee(company);
	await dispatch();
	expect(await states()).toEqual(['ACTIVE', 'ACTIVE']);
	at('2023-03-12T12:00:00.000Z');
	await newEmployee(company);
	await dispatch();
	expect(await states()).toEqual(['DISABLED', 'ACTIVE']);
	expect((await as(company.admin).get(bad.path)).body.dateModified).toBe('2023-03-12T12:00:00.000Z');
	await as(company.admin).put(bad.path, { state: 'ACTIVE' });
	expect((await as(company.admin).get(bad.path)).body).toMatchObject({
		state: 'ACTIVE',
		reason: null,
		dateFailing: null,
	});
});

test('an endpoint that hangs takes two connections for ten seconds, and delays neither mails nor other endpoints', async () => {
	const [one, other] = [await newCompany(), await newCompany()];
	const [hanging, quick] = [await newReceiver('hang'), await newReceiver('slow')];
	const { path } = await newEndpoint(one, hanging.url, EMPLOYEES);
	await newEndpoint(other, quick.url, EMPLOYEES);
	for (let count = 0; count < 3; count++) await newEmployee(one);
	for (let count = 0; count < 3; count++) await newEmployee(other);
	let isOver = false;
	const { bindings, woken } = dispatchOffice();
	const patience: [number, AbortController][] = [];
	const expiry = (ms: number) => {
		const one = new AbortController();
		patience.push([ms, one]);
		return one.signal;
	};
	const sending = dispatch(bindings, undefined, expiry).finally(() => {
		isOver = true;
	});
	const arrived = async () => (await quick.received()).length;
	while ((await arrived()) < 3 || (await hanging.received()).length < 2) await scheduler.wait(10);
	await deliver(postOffice().bindings);
	// A second run finds the lease, and comes back when it ends.
	expect(await dispatch(bindings)).toBe(0);
	expect(woken.filter(({ due }) => due === now() + 30_000)).toHaveLength(1);
	expect(isOver).toBe(false);
	expect([await hanging.most(), await quick.most()]).toEqual([2, 2]);
	while (!isOver) {
		for (const [, one] of patience) one.abort();
		await scheduler.wait(10);
	}
	await sending;
	expect(new Set(patience.map(([ms]) => ms))).toEqual(new Set([10_000]));
	for (const delivery of await deliveriesOf(one, path)) {
		expect(delivery).toMatchObject({
			state: 'WAITING',
			attempts: 1,
			failure: 'TIMEOUT',
			responseStatus: null,
		});
	}
	expect(await deliveriesOf(one, path)).toHaveLength(3);
});

test('after a run was broken off, deliveries are sent when its lease ends', async () => {
	const company = await newCompany();
	const receiver = await newReceiver();
	await newEndpoint(company, receiver.url, EMPLOYEES);
	await newEmployee(company);
	const lost = {
		...dispatchOffice().bindings,
		ENCRYPTION_KEY: 'another key that opens none of the secrets here',
	};
	await expect(dispatch(lost)).rejects.toThrow('no longer configured');
	expect(await dispatch()).toBe(0);
	at(new Date(now() + 30_000).toISOString());
	expect(await dispatch()).toBe(1);
	expect(await receiver.received()).toHaveLength(1);
});

test('a message that comes before its time goes back to the queue, without a query', async () => {
	const { woken, bindings } = dispatchOffice({ DB: undefined as unknown as D1Database });
	const { takeWebhooks } = await import('../../../src/entrances/jobs/webhooks.ts');
	const due = now() + 13 * 3_600_000;
	const time = { clock: now, expiry: AbortSignal.timeout };
	await takeWebhooks([{ webhooksOf: null, due }], bindings, time, () => true);
	expect(woken).toEqual([{ webhooksOf: null, due, delaySeconds: 43_200 }]);
});
