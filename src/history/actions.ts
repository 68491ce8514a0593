import type { StoredEvent } from '../core/history.ts';
import { authorize } from '../core/policy.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { toEvent } from '../db/events.ts';
import { archivesAfter } from './archive/store.ts';
import { archivedEvents, MAX_OPENED } from './files/store.ts';
import type { EventFilter } from './rules.ts';
import { eventsPage } from './store.ts';

export async function listEvents(
	call: Call,
	bucket: R2Bucket,
	filter: EventFilter,
	after: number,
	limit: number,
): Promise<StoredEvent[]> {
	const scope = authorize(call.actor, 'listEvents');
	const [archives, rows] = await batch(call.db, [
		archivesAfter(call.db, scope, filter, after, MAX_OPENED + 1),
		eventsPage(call.db, scope, filter, after, limit),
	]);
	const stored = rows.map(toEvent);
	if (archives.length === 0) return stored;
	const archived = await archivedEvents(bucket, archives, filter, after, limit);
	return [...archived, ...stored].sort((a, b) => a.position - b.position).slice(0, limit);
}
