import { authorize } from '../core/policy.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { type Event, type EventFilter, eventsPage } from './store.ts';

export async function listEvents(
	call: Call,
	filter: EventFilter,
	after: number,
	limit: number,
): Promise<Event[]> {
	const scope = authorize(call.actor, 'listEvents');
	const [rows] = await batch(call.db, [eventsPage(call.db, scope, filter, after, limit)]);
	return rows;
}
