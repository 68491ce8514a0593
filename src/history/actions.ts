import { authorize } from '../core/policy.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { type EventFilter, eventsPage, type StoredEvent, toEvent } from './store.ts';

export async function listEvents(
	call: Call,
	filter: EventFilter,
	after: number,
	limit: number,
): Promise<StoredEvent[]> {
	const scope = authorize(call.actor, 'listEvents');
	const [rows] = await batch(call.db, [eventsPage(call.db, scope, filter, after, limit)]);
	return rows.map(toEvent);
}
