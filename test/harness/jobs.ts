import { vi } from 'vitest';
import type { CompanyMessage } from '../../src/foundation/core/jobs.ts';

/** Replaces Cloudflare's queue, and keeps what it gets. `taken` says how many messages of a call it takes before it fails. */
export function jobsQueue(taken = Number.POSITIVE_INFINITY) {
	const sent: CompanyMessage[] = [];
	const sendBatch = async (messages: Iterable<{ body: CompanyMessage }>) => {
		const bodies = [...messages].map(({ body }) => body);
		sent.push(...bodies.slice(0, taken));
		if (bodies.length > taken) throw new Error('The queue is down');
	};
	const send = (body: CompanyMessage) => sendBatch([{ body }]);
	return { sent, JOBS_QUEUE: { send, sendBatch } as unknown as Queue<CompanyMessage> };
}

/** A message as the queue delivers it, for the first time unless `attempts` says otherwise. */
export const messageOf = (body: CompanyMessage, attempts = 1) => ({
	id: crypto.randomUUID(),
	timestamp: new Date(0),
	metadata: {},
	body,
	attempts,
	ack: vi.fn(),
	retry: vi.fn(),
});
