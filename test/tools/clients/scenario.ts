/** Checks of the client for every runtime. They use nothing that a runtime may lack. */
import { verifyWebhook, WebhookError, Zubrot, ZubrotError, type ZubrotOptions } from 'zubrot';
import type { Delivery, Given } from './deliveries.ts';

type Sent = (request: Request) => Promise<Response>;

const AUTH = { email: 'admin@demo.example', password: 'zubrot-demo-2026' };

/** Returns the checks that failed. */
export async function failedChecks(given: Given): Promise<string[]> {
	const failed: string[] = [];
	const checks = Object.entries({
		...checksOfCalls(given),
		...checksOfRetries(given),
		...checksOfWebhooks(given.delivery),
	});
	for (const [name, check] of checks) {
		await check().catch((error: unknown) =>
			failed.push(`${name}: ${error instanceof Error ? error.stack : error}`),
		);
	}
	return [...failed, ...(checks.length < 15 ? ['Checks are missing.'] : [])];
}

function equal(found: unknown, expected: unknown): void {
	const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
	if (one !== other) throw new Error(`${one} is not ${other}`);
}

async function refusalOf(call: Promise<unknown>): Promise<ZubrotError> {
	const error = await call.then(
		() => new Error('Nothing was refused.'),
		(refused: unknown) => refused,
	);
	if (error instanceof ZubrotError) return error;
	throw error;
}

/** A client whose requests are recorded, and may be changed or answered before they are sent. */
function newClient(
	{ url, headers, apiKey }: Given,
	options: Partial<ZubrotOptions> = {},
	between?: (request: Request, send: Sent) => Promise<Response>,
) {
	const sent: string[] = [];
	const send: Sent = (request) => fetch(request);
	const zubrot = new Zubrot({
		url,
		auth: { apiKey },
		...options,
		fetch: async (request) => {
			sent.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v2', '')}`);
			for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
			return between === undefined ? send(request) : between(request, send);
		},
	});
	return { zubrot, sent };
}

const newEmail = (): string => `client-${crypto.randomUUID()}@demo.example`;

function checksOfCalls(given: Given): Record<string, () => Promise<void>> {
	return {
		'logs in once, shares one refresh, and logs in again when the session has ended': async () => {
			let refusals = 0;
			const { zubrot, sent } = newClient(given, { auth: AUTH }, (request, send) => {
				if (request.url.endsWith('/auth/me') && refusals-- > 0)
					request.headers.set('Authorization', 'Bearer an.old.token');
				return send(request);
			});
			const callEightTimes = async () => {
				sent.length = 0;
				const answers = await Promise.all(Array.from({ length: 8 }, () => zubrot.GET('/api/v2/auth/me')));
				equal(
					answers.map(({ data }) => data.email),
					Array(8).fill(AUTH.email),
				);
				return sent.filter((one) => one.startsWith('POST'));
			};
			equal(await callEightTimes(), ['POST /auth']);
			refusals = 8;
			equal(await callEightTimes(), ['POST /auth/refresh']);
			await zubrot.POST('/api/v2/auth/logout');
			equal(await callEightTimes(), ['POST /auth/refresh', 'POST /auth']);
		},
		'says that a password is wrong, and tries again at the next call': async () => {
			const { zubrot, sent } = newClient(given, { auth: { ...AUTH, email: 'nobody@demo.example' } });
			for (let time = 0; time < 2; time++) {
				const { status, code } = await refusalOf(zubrot.GET('/api/v2/auth/me'));
				equal([status, code], [401, 'invalid_credentials']);
			}
			equal(sent, ['POST /auth', 'POST /auth']);
		},
		'calls with an API key, and throws what it may not do': async () => {
			const { zubrot, sent } = newClient(given);
			const { data } = await zubrot.GET('/api/v2/employees', { params: { query: { limit: 1 } } });
			equal([data.length, sent], [1, ['GET /employees']]);
			equal((await refusalOf(zubrot.GET('/api/v2/users'))).code, 'forbidden');
			const { zubrot: wrong } = newClient(given, { auth: { apiKey: `${given.apiKey}x` } });
			equal((await refusalOf(wrong.GET('/api/v2/employees'))).status, 401);
		},
		'returns the preview of a dry run': async () => {
			const { zubrot } = newClient(given);
			const email = newEmail();
			const query = { dryRun: 'true' } as const;
			const { data } = await zubrot.POST('/api/v2/employees', {
				params: { query },
				body: { companyId: given.companyId, email },
			});
			equal([data.email, data.pauses], [email, []]);
			equal((await zubrot.GET('/api/v2/employees', { params: { query: { email } } })).data, []);
		},
		'names each fault of a request': async () => {
			const { zubrot } = newClient(given);
			const call = zubrot.POST('/api/v2/employees', {
				body: { companyId: given.companyId, email: 'no address' },
			});
			const error = await refusalOf(call);
			equal([error.name, error.status, error.code], ['ZubrotError', 400, 'validation_failed']);
			equal(
				error.errors.map(({ pointer }) => pointer),
				['#/email'],
			);
			equal([error.message.includes('#/email'), error.requestId !== undefined], [true, true]);
		},
		'reads lists page by page': async () => {
			const { zubrot, sent } = newClient(given);
			const { data: whole } = await zubrot.GET('/api/v2/employees');
			const read: string[] = [];
			const query = { limit: Math.ceil(whole.length / 3) };
			for await (const { employeeId } of zubrot.list('/api/v2/employees', { params: { query } }))
				read.push(employeeId);
			// Other runtimes add employees meanwhile.
			equal(
				read.slice(0, whole.length),
				whole.map(({ employeeId }) => employeeId),
			);
			equal(sent.filter((one) => one === 'GET /employees').length > 3, true);
		},
		'follows a list from the cursor of its last page': async () => {
			const { zubrot } = newClient(given);
			let cursor: string | undefined;
			for await (const page of zubrot.pages('/api/v2/events')) cursor = page.cursor;
			const body = { companyId: given.companyId, email: newEmail() };
			const { data: created } = await zubrot.POST('/api/v2/employees', { body });
			const subjects: string[] = [];
			const query = cursor === undefined ? {} : { cursor };
			for await (const event of zubrot.list('/api/v2/events', { params: { query } }))
				subjects.push(event.subject.id);
			equal(subjects.includes(created.employeeId), true);
		},
		'sends and receives files': async () => {
			const { zubrot } = newClient(given);
			const params = { path: { companyId: given.companyId } };
			const imported = await zubrot.POST('/api/v2/companies/{companyId}/employees/import', {
				params,
				headers: { 'Content-Type': 'text/csv' },
				body: `email;firstName\n${newEmail()};Jürgen`,
			});
			equal(imported.response.status, 200);
			const template = await zubrot.GET('/api/v2/companies/{companyId}/employees/import/template', {
				params,
				parseAs: 'blob',
			});
			equal(/e-?mail/i.test(await template.data.text()), true);
		},
	};
}

function checksOfRetries(given: Given): Record<string, () => Promise<void>> {
	const busy = (headers: Record<string, string> = {}, status = 503) =>
		new Response('busy', { status, headers });
	return {
		'performs a write once, although its response is lost': async () => {
			const keys: (string | null)[] = [];
			const { zubrot } = newClient(given, {}, async (request, send) => {
				const isWrite = request.url.endsWith('/employees') && request.method === 'POST';
				if (isWrite) keys.push(request.headers.get('Idempotency-Key'));
				const response = await send(request);
				if (isWrite && keys.length === 1) throw new TypeError('The response is lost.');
				return response;
			});
			const email = newEmail();
			const { response } = await zubrot.POST('/api/v2/employees', {
				body: { companyId: given.companyId, email },
			});
			equal(
				[keys.length, keys[0] === keys[1], response.headers.get('Idempotency-Replayed')],
				[2, true, 'true'],
			);
			equal((await zubrot.GET('/api/v2/employees', { params: { query: { email } } })).data.length, 1);
		},
		'waits as long as Retry-After says': async () => {
			let attempts = 0;
			const { zubrot } = newClient(given, {}, async (request, send) =>
				request.url.endsWith('/auth/me') && ++attempts === 1 ? busy({ 'Retry-After': '1' }) : send(request),
			);
			const began = Date.now();
			await zubrot.GET('/api/v2/auth/me');
			equal([attempts, Date.now() - began >= 1000], [2, true]);
		},
		'gives up after some repetitions, or if the wait is too long': async () => {
			for (const [headers, times] of [
				[{ 'Retry-After': '0' }, 3],
				[{ 'Retry-After': '60' }, 1],
			] as const) {
				const { zubrot, sent } = newClient(given, { retries: 2 }, async () => busy(headers));
				const error = await refusalOf(zubrot.GET('/api/v2/auth/me'));
				equal([error.status, error.code, error.message], [503, 'unexpected_response', 'HTTP 503: busy']);
				equal(sent.length, times);
			}
		},
		'repeats neither refusals nor calls that have no key': async () => {
			const { zubrot, sent } = newClient(given, {}, async (request, send) =>
				request.url.endsWith('/password-reset') ? busy({ 'Retry-After': '0' }) : send(request),
			);
			const reset = zubrot.POST('/api/v2/auth/password-reset', { body: { email: 'ada@demo.example' } });
			equal((await refusalOf(reset)).status, 503);
			const path = { id: crypto.randomUUID() };
			equal((await refusalOf(zubrot.GET('/api/v2/employees/{id}', { params: { path } }))).status, 404);
			equal(sent, ['POST /auth/password-reset', `GET /employees/${path.id}`]);
		},
		'stops waiting when the caller gives up': async () => {
			const stop = new AbortController();
			const { zubrot, sent } = newClient(given, {}, async () => {
				setTimeout(() => stop.abort(new Error('given up')), 10);
				return busy({ 'Retry-After': '20' });
			});
			const call = zubrot.GET('/api/v2/auth/me', { signal: stop.signal });
			equal(
				await call.then(
					() => '',
					({ message }: Error) => message,
				),
				'given up',
			);
			equal(sent.length, 1);
		},
	};
}

function checksOfWebhooks({
	secret,
	nextSecret,
	headers,
	body,
	at,
}: Delivery): Record<string, () => Promise<void>> {
	const now = { now: at };
	const reasonOf = async (...given: Parameters<typeof verifyWebhook>) => {
		const error = await verifyWebhook(...given).then(
			() => undefined,
			(refused: unknown) => refused,
		);
		return error instanceof WebhookError ? error.message : error;
	};
	const with_ = (changed: Record<string, string>) => ({ ...headers, ...changed });
	return {
		'verifies deliveries': async () => {
			equal(await verifyWebhook(secret, headers, body, now), JSON.parse(body));
			equal(
				await verifyWebhook(nextSecret, new Headers(headers), new TextEncoder().encode(body), now),
				JSON.parse(body),
			);
		},
		'refuses forged, late and incomplete deliveries': async () => {
			const WRONG = 'No signature of the delivery is right.';
			const LATE = 'The timestamp of the delivery is too old or too new.';
			equal(await reasonOf(secret, headers, body.replace('employee', 'employée'), now), WRONG);
			equal(await reasonOf(secret, with_({ 'webhook-id': 'msg_other' }), body, now), WRONG);
			equal(
				await reasonOf(secret, with_({ 'webhook-signature': 'v1,%%% v2,AAAA v1a,AAAA v1' }), body, now),
				WRONG,
			);
			equal(await reasonOf(`whsec_${btoa('another secret')}`, headers, body, now), WRONG);
			equal(await reasonOf(secret, headers, body, { now: at + 299_000 }), undefined);
			equal(await reasonOf(secret, headers, body, { now: at + 302_000 }), LATE);
			equal(await reasonOf(secret, headers, body, { now: at - 302_000 }), LATE);
			equal(await reasonOf(secret, with_({ 'webhook-timestamp': 'today' }), body, now), LATE);
			equal(
				await reasonOf(secret, with_({ 'webhook-signature': '' }), body, now),
				'The header webhook-signature is missing.',
			);
			equal(String(await reasonOf('secret', headers, body, now)).slice(0, 9), 'TypeError');
		},
	};
}
