import { newId } from '../../../foundation/core/id.ts';
import { type Instant, realTime, toIso } from '../../../foundation/core/instant.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { clearInSteps } from '../../../foundation/db/steps.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { loadAbout, type Path } from '../actions.ts';
import { type DeliveryState, MAX_REDELIVERED, requireEnabled } from '../rules.ts';
import {
	type DeliveriesPage,
	type Delivery,
	deliveriesPage,
	deliveryById,
	endedDeliveries,
	insertPing,
	type RedeliveryFilter,
	removeDeletedEndpoints,
	removeOldDeliveries,
	restartDeliveries,
} from './store.ts';

export async function listDeliveries(
	call: Call,
	path: Path,
	state: DeliveryState | undefined,
	page: DeliveriesPage,
): Promise<Delivery[]> {
	const query = deliveriesPage(call.db, path[1], state, page);
	const [, deliveries] = await loadAbout(call, 'listWebhookDeliveries', path, query);
	return deliveries;
}

export async function readDelivery(call: Call, path: Path, deliveryId: string): Promise<Delivery> {
	const query = deliveryById(call.db, path[1], deliveryId);
	const [, [found]] = await loadAbout(call, 'readWebhookDelivery', path, query);
	return requireFound(found, 'delivery');
}

/** Sends a test delivery to an endpoint, in the same way as all others. */
export async function ping(call: Call, [companyId, endpointId]: Path): Promise<Outcome<Delivery>> {
	const { db } = call;
	const now = realTime(db, call.now);
	const [endpoint] = await loadAbout(call, 'pingWebhookEndpoint', [companyId, endpointId]);
	requireEnabled(endpoint.state);
	const row = { id: newId(now), dateCreated: now, companyId, endpointId, dateDue: now };
	const none = { dateAttempted: null, dateDelivered: null, responseStatus: null, responseBody: null };
	return {
		before: null,
		after: { ...row, ...none, eventId: null, type: null, state: 'WAITING', attempts: 0, failure: null },
		statements: [insertPing(db, row)],
		changes: [],
		isSending: true,
	};
}

/** Sends one delivery again. If it is still waiting, its time does not change. */
export async function redeliver(call: Call, path: Path, deliveryId: string): Promise<Outcome<Delivery>> {
	const { db } = call;
	const now = realTime(db, call.now);
	const query = deliveryById(db, path[1], deliveryId);
	const [endpoint, [found]] = await loadAbout(call, 'redeliverWebhook', path, query);
	const before = requireFound(found, 'delivery');
	requireEnabled(endpoint.state);
	const isEnded = before.state !== 'WAITING';
	return {
		before: null,
		after: isEnded ? { ...before, state: 'WAITING', attempts: 0, dateDue: now } : before,
		statements: isEnded ? [restartDeliveries(db, [deliveryId], now)] : [],
		changes: [],
		isSending: true,
	};
}

interface Redelivered {
	redelivered: number;
	hasMore: boolean;
	/** When the first of the remaining deliveries was created. */
	dateNext: string | null;
}

export async function redeliverMany(
	call: Call,
	path: Path,
	wanted: RedeliveryFilter,
): Promise<Outcome<Redelivered>> {
	const { db } = call;
	const now = realTime(db, call.now);
	const query = endedDeliveries(db, path[1], wanted, MAX_REDELIVERED + 1);
	const [endpoint, found] = await loadAbout(call, 'redeliverWebhooks', path, query);
	requireEnabled(endpoint.state);
	const [ids, next] = [found.slice(0, MAX_REDELIVERED).map(({ id }) => id), found[MAX_REDELIVERED]];
	return {
		before: null,
		after: {
			redelivered: ids.length,
			hasMore: next !== undefined,
			dateNext: next === undefined ? null : toIso(next.dateCreated),
		},
		statements: ids.length === 0 ? [] : [restartDeliveries(db, ids, now)],
		changes: [],
		isSending: true,
	};
}

const CLEAR_LIMIT = 1000;

export const clearOldDeliveries = (db: Db, now: Instant): Promise<number> =>
	clearInSteps(db, CLEAR_LIMIT, (limit) => [
		removeOldDeliveries(db, realTime(db, now), limit),
		removeDeletedEndpoints(db, now),
	]);
