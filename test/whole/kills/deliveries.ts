import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { type Received, startReceiver } from '../../harness/outside/receiver.ts';
import type { MortalService } from './runtime.ts';
import { type Employer, send, type TestEvent } from './writers.ts';

/** The queue gathers messages for a second, after the start of the runtime. */
const SENDING_MS = 4000;
/** A killed run keeps its lease for 30 seconds, and the jobs of D1 take 15. */
const ARRIVED_MS = 120_000;

/** The endpoints of companies at a receiver, which outlives the kills. */
export class Subscribers {
	readonly #secrets = new Map<string, string>();
	#employers: readonly Employer[] = [];
	#receiver = '';

	/** Sends every event of the companies to the receiver from now on, beginning with the creation of the endpoint. */
	async subscribe(service: MortalService, employers: readonly Employer[]): Promise<void> {
		this.#receiver = await startReceiver();
		this.#employers = employers;
		for (const { companyId, authorization } of employers) {
			const script = `${this.#receiver}/script/${companyId}`;
			await fetch(script, { method: 'PUT', body: JSON.stringify(['slow']) });
			const path = `/companies/${companyId}/webhook-endpoints`;
			const body = { url: `${this.#receiver}/${companyId}` };
			const created = await send<{ secret: string }>(service, authorization, 'POST', path, body, () => {});
			this.#secrets.set(companyId, created.secret);
		}
	}

	/** Waits until a delivery is on its way, for a few seconds. */
	async untilSending(): Promise<void> {
		const count = async () => {
			const all = await Promise.all([...this.#secrets.keys()].map((companyId) => this.#received(companyId)));
			return all.flat().length;
		};
		const [before, end] = [await count(), Date.now() + SENDING_MS];
		while (Date.now() < end && (await count()) === before) await pause(10);
	}

	async #received(companyId: string): Promise<Received[]> {
		const answer = await fetch(`${this.#receiver}/received/${companyId}`);
		return ((await answer.json()) as { all: Received[] }).all;
	}

	/** Waits until each event has arrived, and requires that nothing else has. Returns the numbers of events and deliveries. */
	async requireAll(
		service: MortalService,
		events: readonly TestEvent[],
	): Promise<{ events: number; deliveries: number }> {
		// The messages of the queue are lost with the runtime. The hourly jobs notice that.
		await service.runJobs(this.#employers.flatMap(({ cell }) => cell ?? []));
		const total = { events: 0, deliveries: 0 };
		for (const [companyId, secret] of this.#secrets) {
			const own = events.filter((one) => one.companyId === companyId);
			const due = new Map(own.map((one) => [one.id, one]));
			const missing = async () => {
				const arrived = new Set((await this.#received(companyId)).map(idOf));
				return [...due.values()].filter(({ id }) => !arrived.has(id));
			};
			await expect.poll(missing, { timeout: ARRIVED_MS, interval: 500 }).toEqual([]);
			const all = await this.#received(companyId);
			for (const one of all) requireGenuine(one, secret, due);
			total.events += due.size;
			total.deliveries += all.length;
		}
		return total;
	}
}

const idOf = ({ headers }: Received): string => headers['webhook-id'] ?? '';

/** Requires that a delivery is signed and is about an event of the company. */
function requireGenuine(one: Received, secret: string, due: ReadonlyMap<string, TestEvent>): void {
	const [id, { type, data }] = [idOf(one), JSON.parse(one.body)];
	// The library's own check refuses what is five minutes old.
	const at = new Date(1000 * Number(one.headers['webhook-timestamp']));
	expect(one.headers['webhook-signature']).toBe(new Webhook(secret).sign(id, at, one.body));
	const event = due.get(id);
	expect({ type, id: data.eventId, sequence: data.sequence }).toEqual({
		type: event?.type,
		id: event?.id,
		sequence: event?.sequence,
	});
}
