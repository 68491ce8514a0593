import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { MAX_ATTEMPTS, MAX_DEVICES } from '../../../../src/tenants/mail/push/rules.ts';
import { NOTICES, type NoticeKind } from '../../../../src/tenants/mail/rules.ts';
import { eventsFor } from '../../../harness/events.ts';
import { deliver, mailRow, newMail, postOffice, register } from '../../../harness/mail.ts';
import { newDevice } from '../../../harness/push.ts';
import { as, at, newCompany, newUser, now, openSession, type TestUser } from '../../../harness/service.ts';

const PATH = '/auth/me/push-subscriptions';

let user: TestUser;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails; DELETE FROM push_subscriptions');
	user = await newUser(['EMPLOYEE']);
	await register(user.userId);
});

const add = async (device: Awaited<ReturnType<typeof newDevice>>, fields: object = {}, by = user) =>
	as(by).post(PATH, { ...device.subscription, ...fields });
const kept = async () => (await as(user).get(PATH)).body as { id: string; insteadOfMail: boolean }[];
const notice = (kind: NoticeKind = 'voucher_issued') =>
	newMail(user.userId, { kind, data: { value: '50', currency: 'EUR_CENT' } });

test('a notice that is due also tells the device, which decrypts nothing but that something has changed', async () => {
	const device = await newDevice();
	expect((await add(device)).status).toBe(201);
	await notice();
	const { bindings, sent } = postOffice();
	await deliver(bindings);
	expect(sent).toHaveLength(1);
	const [message, ...others] = await device.received();
	expect(others).toEqual([]);
	const body = Buffer.from(message?.body ?? '', 'base64');
	expect(await device.read(body)).toBe('changed');
	expect(message?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
	// The length is the same for every message.
	expect(body.length).toBe(4096);
});

test('the token for the push service verifies with the key that pages give to browsers', async () => {
	const device = await newDevice();
	await add(device);
	await notice();
	await deliver(postOffice().bindings);
	const [message] = await device.received();
	const [, token = '', key = ''] =
		/^vapid t=(\S+), k=(\S+)$/.exec(message?.headers.authorization ?? '') ?? [];
	const [head = '', claims = '', signature = ''] = token.split('.');
	const { x, y } = JSON.parse(env.VAPID_KEY ?? '');
	const point = Buffer.from(key, 'base64url');
	expect(point.subarray(1, 33).toString('base64url')).toBe(x);
	expect(point.subarray(33).toString('base64url')).toBe(y);
	const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
	const verifying = await crypto.subtle.importKey('raw', point, algorithm, false, ['verify']);
	const signed = new TextEncoder().encode(`${head}.${claims}`);
	const bytes = new Uint8Array(Buffer.from(signature, 'base64url'));
	expect(await crypto.subtle.verify(algorithm, verifying, bytes, signed)).toBe(true);
	expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
		aud: env.RECEIVER,
		sub: 'https://zubrot.example',
		exp: Math.floor(now() / 1000) + 43_200,
	});
});

test('every notice tells the device, and no mail about security or an invitation does', async () => {
	const device = await newDevice();
	await add(device);
	for (const kind of ['password_reset', 'new_device', 'invitation'] as const)
		await newMail(user.userId, { kind, token: kind === 'password_reset' ? 'token' : null });
	await deliver(postOffice().bindings);
	expect(await device.received()).toEqual([]);
	for (const [told, kind] of Object.values(NOTICES).entries()) {
		await notice(kind);
		await deliver(postOffice().bindings);
		expect(await device.received()).toHaveLength(told + 1);
	}
});

test('a person who wants push messages instead of mails gets no notice by mail while the device is reached', async () => {
	const device = await newDevice();
	await add(device, { insteadOfMail: true });
	const id = await notice();
	const { bindings, sent } = postOffice();
	await deliver(bindings);
	expect(sent).toEqual([]);
	expect(await device.received()).toHaveLength(1);
	expect(await mailRow(id)).toMatchObject({ state: 'sent', carrier_id: null });
	await newMail(user.userId, { token: 'token' });
	await deliver(bindings);
	expect(sent).toHaveLength(1);
});

test.each(['404', '410'])(
	'after %s of the push service the device is gone, and mails tell the person again',
	async (status) => {
		const device = await newDevice();
		await device.answer(status);
		await add(device, { insteadOfMail: true });
		const { bindings, sent } = postOffice();
		await notice();
		await deliver(bindings);
		expect(await kept()).toEqual([]);
		await notice();
		await deliver(bindings);
		expect(sent).toHaveLength(1);
	},
);

test.each(['500', '429', '403', '301', 'reset'])(
	'%s of the push service stops no mail, and is tried again a few times',
	async (word) => {
		const device = await newDevice();
		await device.answer(word);
		await add(device);
		await notice();
		const { bindings, sent, woken } = postOffice();
		await deliver(bindings);
		expect(sent).toHaveLength(1);
		expect(woken.map(({ delaySeconds }) => delaySeconds)).toEqual([60]);
		for (const time of ['12:01', '12:06', '12:36', '14:36', '23:00']) {
			at(`2026-03-07T${time}:00.000Z`);
			await deliver(bindings);
		}
		expect(await device.received()).toHaveLength(MAX_ATTEMPTS);
		expect(sent).toHaveLength(1);
		expect(await kept()).toHaveLength(1);
	},
);

test('a device that could not be reached at all no longer takes the place of mails', async () => {
	const device = await newDevice();
	await device.answer('500');
	await add(device, { insteadOfMail: true });
	await notice();
	const { bindings, sent } = postOffice();
	for (const time of ['12:00', '12:01', '12:06', '12:36', '14:36']) {
		at(`2026-03-07T${time}:00.000Z`);
		await deliver(bindings);
	}
	expect(await kept()).toMatchObject([{ insteadOfMail: false }]);
	await notice();
	await deliver(bindings);
	expect(sent).toHaveLength(1);
});

test('two runs at the same time tell a device once', async () => {
	const device = await newDevice();
	await add(device);
	await notice();
	await Promise.all([deliver(postOffice().bindings), deliver(postOffice().bindings)]);
	expect(await device.received()).toHaveLength(1);
});

test.each([
	'http://push.example/send',
	'https://localhost/send',
	'https://10.0.0.1/send',
	'https://[::1]/send',
	'https://169.254.169.254/latest',
	'https://metadata.internal/',
	'https://user:pass@push.example/',
	'https://zubrot.example/api',
])('the address %s is refused', async (endpoint) => {
	const { subscription } = await newDevice();
	const bindings = { ...env, WEBHOOKS_ALLOW_LOCAL: '0' };
	const { status, body } = await as(user, bindings).post(PATH, { ...subscription, endpoint });
	expect(status).toBe(400);
	expect(body.errors).toMatchObject([{ pointer: '#/endpoint', code: 'invalid_target' }]);
});

test('an address that is no longer permitted gets no request', async () => {
	const device = await newDevice();
	await add(device);
	await notice();
	await deliver({ ...postOffice().bindings, WEBHOOKS_ALLOW_LOCAL: '0' });
	expect(await device.received()).toEqual([]);
});

test.each([
	['no point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }, '#/keys/p256dh'],
	['a key that is too short', { p256dh: 'BAAA' }, '#/keys/p256dh'],
	['a secret that is too long', { auth: 'A'.repeat(23) }, '#/keys/auth'],
])('%s is refused', async (_, keys, pointer) => {
	const { subscription } = await newDevice();
	const { status, body } = await as(user).post(PATH, {
		...subscription,
		keys: { ...subscription.keys, ...keys },
	});
	expect(status).toBe(400);
	expect(body.errors).toMatchObject([{ pointer }]);
});

test('without a key for push services nothing can be added, and nothing is sent', async () => {
	const device = await newDevice();
	const off = { ...env, VAPID_KEY: '' };
	expect((await as(user, off).post(PATH, device.subscription)).status).toBe(404);
	await add(device, { insteadOfMail: true });
	await notice();
	const { bindings, sent } = postOffice();
	await deliver({ ...bindings, VAPID_KEY: '' });
	expect(await device.received()).toEqual([]);
	expect(sent).toHaveLength(1);
});

test('the oldest of eleven devices gives way', async () => {
	const devices = await Promise.all(Array.from({ length: MAX_DEVICES + 1 }, newDevice));
	const ids: string[] = [];
	for (const device of devices) ids.push((await add(device)).body.id);
	expect((await kept()).map(({ id }) => id)).toEqual(ids.slice(1));
});

test('a browser belongs to the user who added it last', async () => {
	const [device, other] = [await newDevice(), await newUser(['EMPLOYEE'])];
	await add(device);
	expect((await add(device, {}, other)).status).toBe(201);
	expect(await kept()).toEqual([]);
	const [mine] = (await as(other).get(PATH)).body;
	expect((await as(user).delete(`${PATH}/${mine.id}`)).status).toBe(404);
	expect((await as(other).delete(`${PATH}/${mine.id}`)).status).toBe(200);
	expect((await as(other).get(PATH)).body).toEqual([]);
});

test('a device is removed with the sign-out of its session, and stays when another session ends', async () => {
	const [one, other] = [await openSession(user.userId), await openSession(user.userId)];
	await add(await newDevice(), {}, one);
	await as(user).delete(`/auth/sessions/${other.sessionId}`);
	expect(await kept()).toHaveLength(1);
	await as(one).post('/auth/logout');
	expect(await kept()).toEqual([]);
});

test('a closed user has no devices', async () => {
	const company = await newCompany();
	const admin = await newUser(['COMPANY_ADMIN'], [company.id]);
	await add(await newDevice(), {}, admin);
	await as(company.admin).post(`/users/${admin.userId}/closure`);
	const left = env.DB.prepare('SELECT count(*) AS n FROM push_subscriptions WHERE user_id = ?');
	expect(await left.bind(admin.userId).first('n')).toBe(0);
});

test('the database holds no address and no key in plain text, and the history names the devices alone', async () => {
	const device = await newDevice();
	const { body } = await add(device);
	const row = JSON.stringify(await env.DB.prepare('SELECT * FROM push_subscriptions').first());
	for (const secret of [device.subscription.endpoint, ...Object.values(device.subscription.keys)])
		expect(row).not.toContain(secret);
	await as(user).delete(`${PATH}/${body.id}`);
	const admin = await newUser(['PLATFORM_ADMIN']);
	const told = (await eventsFor(admin, 'type=notices.updated')).filter(
		({ subject }) => subject.id === user.userId,
	);
	expect(told.map(({ after }) => after)).toEqual([{ pushDevices: [body.device] }, { pushDevices: [] }]);
});
