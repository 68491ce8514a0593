import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { as, at, newCompany, newEmployee, now, uniqueEmail } from '../../harness/service.ts';
import { deliveriesOf, dispatch, dispatchOffice, newEndpoint, newReceiver } from '../../harness/webhooks.ts';

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	// Deliveries of other tests are not sent again.
	await env.DB.exec(`UPDATE webhook_endpoints SET state = 'PAUSED'`);
});

const EMPLOYEES = { eventTypes: ['employee.created', 'employee.updated'] };

test('a company has 20 endpoints, also when many are created at once, and room again after a deletion', async () => {
	const company = await newCompany();
	const path = `/companies/${company.id}/webhook-endpoints`;
	const create = () => as(company.admin).post(path, { url: 'https://hr.example/hooks' });
	const first = await create();
	for (let count = 0; count < 17; count++) await create();
	const answers = await Promise.all(Array.from({ length: 5 }, create));
	expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
	expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many_webhook_endpoints' } });
	await as(company.admin).delete(`${path}/${first.body.id}`);
	expect((await create()).status).toBe(201);
	expect((await as(company.admin).get(path)).body).toHaveLength(20);
});

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

test.each([secretOf(23), secretOf(65), 'whsec_', 'secret', `whsec_${'ä'.repeat(40)}`, 'whsec_AAA'])(
	'the secret %s is refused',
	async (secret) => {
		const company = await newCompany();
		const path = `/companies/${company.id}/webhook-endpoints`;
		const { status, body } = await as(company.admin).post(path, { url: 'https://hr.example/', secret });
		expect(status).toBe(400);
		expect(body.errors).toMatchObject([{ pointer: '#/secret', code: 'invalid_secret' }]);
	},
);

test.each([24, 64])('a secret of %i bytes is taken', async (bytes) => {
	const company = await newCompany();
	const secret = secretOf(bytes);
	expect((await newEndpoint(company, 'https://hr.example/', { secret })).secret).toBe(secret);
});

test.each([
	'http://hr.example/hooks',
	'https://localhost/hooks',
	'https://10.0.0.1/hooks',
	'https://[::1]/hooks',
	'https://2130706433/',
	'https://metadata.internal/',
	'https://user:pass@hr.example/',
	'https://hr.example/#part',
	'https://zubrot.example/hooks',
	'https://zubrot.example:8443/hooks',
	'https://zubrot.example./hooks',
	'ftp://hr.example/',
	'hooks',
])('an endpoint at %s is refused', async (url) => {
	const company = await newCompany();
	const path = `/companies/${company.id}/webhook-endpoints`;
	const bindings = { ...env, WEBHOOKS_ALLOW_LOCAL: '0' };
	const { status, body } = await as(company.admin, bindings).post(path, { url });
	expect(status).toBe(400);
	expect(body.errors).toMatchObject([{ pointer: '#/url', code: 'invalid_target' }]);
});

test('an address that is no longer permitted gets no request', async () => {
	const company = await newCompany();
	const receiver = await newReceiver();
	const { path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	await newEmployee(company);
	await dispatch(dispatchOffice({ WEBHOOKS_ALLOW_LOCAL: '0' }).bindings);
	expect(await deliveriesOf(company, path)).toMatchObject([{ state: 'WAITING', failure: 'TARGET_REFUSED' }]);
	expect(await receiver.received()).toEqual([]);
});

test('a secret is stored encrypted, and no later answer and no event shows it', async () => {
	const company = await newCompany();
	const { path, secret } = await newEndpoint(company, 'https://hr.example/hooks');
	const rotated = await as(company.admin).post(`${path}/rotate-secret`, {});
	const read = await as(company.admin).get(path);
	expect(read.body).toMatchObject({ secret: null, dateRotated: '2023-03-07T12:00:00.000Z' });
	const events = await as(company.admin).get(`/events?companyId=${company.id}`);
	const stored = await env.DB.prepare('SELECT * FROM webhook_endpoints').all();
	for (const one of [secret, rotated.body.secret]) {
		const bare = one.slice('whsec_'.length);
		expect(JSON.stringify([stored.results, events.body, read.body])).not.toContain(bare);
	}
});

test('after a rotation, both secrets sign for a day', async () => {
	const company = await newCompany();
	const receiver = await newReceiver();
	const { path, secret: old } = await newEndpoint(company, receiver.url, EMPLOYEES);
	const { secret } = (await as(company.admin).post(`${path}/rotate-secret`, {})).body;
	const signaturesAt = async (time: string) => {
		at(time);
		await as(company.admin).post(`${path}/ping`);
		await dispatch();
		const { headers, body } = (await receiver.received()).at(-1) ?? { headers: {}, body: '' };
		const wanted = [secret, old].map((one) =>
			new Webhook(one).sign(headers['webhook-id'] ?? '', new Date(now()), body),
		);
		return headers['webhook-signature']?.split(' ').map((one: string) => wanted.indexOf(one));
	};
	expect(await signaturesAt('2023-03-08T11:59:59.999Z')).toEqual([0, 1]);
	expect(await signaturesAt('2023-03-08T12:00:00.000Z')).toEqual([0]);
});

test('a paused endpoint keeps its deliveries, and gets them when it is resumed', async () => {
	const company = await newCompany();
	const receiver = await newReceiver();
	const { path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	await as(company.admin).put(path, { state: 'PAUSED' });
	await newEmployee(company);
	expect(await dispatch()).toBe(0);
	const { woken, bindings } = dispatchOffice();
	await as(company.admin, bindings).put(path, { state: 'ACTIVE' });
	expect(woken).toHaveLength(1);
	await dispatch();
	expect(await receiver.received()).toHaveLength(1);
});

test('three endpoints cost a change no round trip', async () => {
	const [plain, watched] = [await newCompany(), await newCompany()];
	for (const path of ['a', 'b', 'c']) await newEndpoint(watched, `https://hr.example/${path}`);
	// Sessions are remembered after their first use.
	await as(plain.admin).get('/auth/me');
	const tripsOf = async ({ id, admin }: typeof plain) => {
		const { counted, bindings } = counting();
		const { woken, bindings: office } = dispatchOffice(bindings);
		const fields = { email: uniqueEmail(), companyId: id };
		expect((await as(admin, office).post('/employees', fields)).status).toBe(201);
		return [counted.trips, woken.length];
	};
	const [without] = await tripsOf(plain);
	expect(await tripsOf(watched)).toEqual([without, 1]);
});
