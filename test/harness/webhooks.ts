import { env } from 'cloudflare:workers';
import { takeWebhooks } from '../../src/entrances/jobs/webhooks.ts';
import { newId } from '../../src/foundation/core/id.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import type { WebhookMessage } from '../../src/foundation/http/webhooks.ts';
import type { Received } from './outside/receiver.ts';
import { type Answer, as, now, type TestCompany } from './service.ts';

interface Woken extends WebhookMessage {
	delaySeconds: number;
}

/** Bindings with a queue that keeps its messages, and these messages. `more` replaces other bindings. */
export function dispatchOffice(more: Partial<Bindings> = {}) {
	const woken: Woken[] = [];
	const WEBHOOK_QUEUE = {
		send: async (message: WebhookMessage, { delaySeconds }: { delaySeconds: number }) => {
			woken.push({ ...message, delaySeconds });
		},
	} as unknown as Queue<WebhookMessage>;
	const bindings: Bindings = { ...env, ...more, WEBHOOK_QUEUE };
	return { woken, bindings };
}

/** Sends all due deliveries of a database, as the queue does. Returns how many were claimed. */
export const dispatch = (
	bindings: Bindings = dispatchOffice().bindings,
	cell?: string,
	expiry = (ms: number) => AbortSignal.timeout(ms),
): Promise<number> =>
	takeWebhooks([{ webhooksOf: cell ?? null, due: 0 }], bindings, { clock: now, expiry }, () => true);

/** A receiver that answers by these words (see `startReceiver`). */
export async function newReceiver(...script: string[]) {
	const name = newId(now());
	const change = (...words: string[]) =>
		fetch(`${env.RECEIVER}/script/${name}`, { method: 'PUT', body: JSON.stringify(words) }).then((answer) =>
			answer.text(),
		);
	if (script.length > 0) await change(...script);
	const read = () =>
		fetch(`${env.RECEIVER}/received/${name}`).then((answer) =>
			answer.json<{ all: Received[]; most: number }>(),
		);
	return {
		url: `${env.RECEIVER}/${name}`,
		change,
		/** The requests that it got, with their bodies. */
		received: async () =>
			(await read()).all.map(({ headers, body }) => ({ headers, body, ...JSON.parse(body) })),
		/** The most requests that were open at once. */
		most: async () => (await read()).most,
	};
}

/** Creates an endpoint and returns its record, with its secret, and its path. */
export async function newEndpoint(company: TestCompany, url: string, fields: object = {}) {
	const path = `/companies/${company.id}/webhook-endpoints`;
	const { status, body } = await as(company.admin).post(path, { url, ...fields });
	if (status !== 201) throw new Error(JSON.stringify(body));
	return { ...body, path: `${path}/${body.id}` } as { id: string; secret: string; path: string };
}

/** The deliveries of an endpoint. */
export async function deliveriesOf(
	company: TestCompany,
	path: string,
	query = '',
): Promise<Answer['body'][]> {
	const { status, body } = await as(company.admin).get(`${path}/deliveries${query}`);
	if (status !== 200) throw new Error(JSON.stringify(body));
	return body;
}
