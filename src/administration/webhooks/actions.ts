import type { Targets } from '../../foundation/core/addresses.ts';
import { aboutCompany, alteration, creation, type EventType } from '../../foundation/core/history.ts';
import { newId } from '../../foundation/core/id.ts';
import { realTime, toIso } from '../../foundation/core/instant.ts';
import { authorize, type Operation } from '../../foundation/core/policy.ts';
import { requireFound } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { Statement } from '../../foundation/db/database.ts';
import type { Outcome } from '../../foundation/db/write.ts';
import { advanceCompany, loadCompany, loadInCompany } from '../../tenants/companies/store.ts';
import { requireTarget, sealedForWebhook, secretOf } from './rules.ts';
import {
	endpointById,
	endpointsPage,
	endpointViolations,
	failWaiting,
	insertEndpoint,
	rotateSecret,
	type StoredEndpoint,
	saveEndpoint,
} from './store.ts';
import { tellEndpoint } from './table.ts';

export type Path = readonly [companyId: string, endpointId: string];

/** `secret` is known only when it was just created; null otherwise. */
export interface Endpoint extends StoredEndpoint {
	secret: string | null;
}

export type ListedEndpoint = Endpoint & { waitingCount: number };

interface EndpointFields {
	url: string;
	description: string | null;
	eventTypes: EventType[] | null;
}

export async function listEndpoints(
	call: Call,
	companyId: string,
	after: string,
	limit: number,
): Promise<ListedEndpoint[]> {
	const scope = authorize(call.actor, 'listWebhookEndpoints');
	const [endpoints] = await loadInCompany(call, scope, companyId, [
		endpointsPage(call.db, companyId, after, limit),
	]);
	return endpoints.map((endpoint) => ({ ...endpoint, secret: null }));
}

export async function readEndpoint(call: Call, path: Path): Promise<Endpoint> {
	const [endpoint] = await loadAbout(call, 'readWebhookEndpoint', path);
	return { ...endpoint, secret: null };
}

/** Creates an endpoint. Without a given secret, it gets a new one. */
export async function createEndpoint(
	call: Call,
	targets: Targets,
	companyId: string,
	{ secret: given, ...fields }: EndpointFields & { secret: string | null },
): Promise<Outcome<Endpoint>> {
	const { db, now } = call;
	const [company] = await loadCompany(call, authorize(call.actor, 'createWebhookEndpoint'), companyId, []);
	requireTarget(fields.url, targets);
	const [id, secret] = [newId(now), secretOf(given)];
	const endpoint: StoredEndpoint = {
		id,
		dateCreated: now,
		dateModified: now,
		companyId,
		...fields,
		state: 'ACTIVE',
		reason: null,
		dateFailing: null,
		dateRotated: null,
	};
	return {
		before: null,
		after: { ...endpoint, secret },
		statements: [
			advanceCompany(db, company),
			insertEndpoint(db, { ...endpoint, secret: await call.vault.seal(secret, sealedForWebhook(id)) }),
		],
		changes: [creation('webhook_endpoint.created', aboutCompany(companyId, id), tellEndpoint(endpoint))],
		violations: endpointViolations,
	};
}

/** Changes an endpoint. When it is activated again, its failures are forgotten. */
export async function updateEndpoint(
	call: Call,
	targets: Targets,
	[companyId, endpointId]: Path,
	patch: { [K in keyof EndpointFields]?: EndpointFields[K] | undefined } & {
		state?: 'ACTIVE' | 'PAUSED' | undefined;
	},
): Promise<Outcome<Endpoint>> {
	const { db, now } = call;
	const [company, before] = await loadEndpoint(call, 'updateWebhookEndpoint', companyId, endpointId);
	const { url = before.url, description = before.description, eventTypes = before.eventTypes } = patch;
	const { state = before.state } = patch;
	if (url !== before.url) requireTarget(url, targets);
	// An unchanged status is not written, because the service may just have disabled the endpoint.
	const switched = state === before.state ? {} : { state, reason: null, dateFailing: null };
	const values = { url, description, eventTypes, ...switched };
	const changes = alteration(
		'webhook_endpoint.updated',
		aboutCompany(companyId, endpointId),
		tellEndpoint(before),
		tellEndpoint({ ...before, ...values }),
	);
	const earlier = { ...before, secret: null };
	if (changes.length === 0) return { before: earlier, after: earlier, statements: [], changes };
	const saved = { ...values, dateModified: now };
	return {
		before: earlier,
		after: { ...earlier, ...saved },
		statements: [advanceCompany(db, company), saveEndpoint(db, endpointId, saved)],
		changes,
	};
}

/** Deletes an endpoint with its secrets. The cron deletes its deliveries. */
export async function deleteEndpoint(call: Call, [companyId, endpointId]: Path): Promise<Outcome<null>> {
	const { db, now } = call;
	const [company, before] = await loadEndpoint(call, 'deleteWebhookEndpoint', companyId, endpointId);
	const told = tellEndpoint(before);
	const gone = { secret: null, previousSecret: null, dateDeleted: now };
	return {
		before: null,
		after: null,
		statements: [
			advanceCompany(db, company),
			failWaiting(db, endpointId),
			saveEndpoint(db, endpointId, { ...gone, dateModified: now }),
		],
		changes: alteration(
			'webhook_endpoint.removed',
			aboutCompany(companyId, endpointId),
			told,
			Object.fromEntries(Object.keys(told).map((name) => [name, null])),
		),
	};
}

/** Gives an endpoint another secret. Deliveries are signed with both for a day. */
export async function rotateEndpoint(
	call: Call,
	[companyId, endpointId]: Path,
	{ secret: given }: { secret: string | null },
): Promise<Outcome<Endpoint>> {
	const { db, now, vault } = call;
	const [company, before] = await loadEndpoint(call, 'rotateWebhookSecret', companyId, endpointId);
	const secret = secretOf(given);
	const sealed = await vault.seal(secret, sealedForWebhook(endpointId));
	// Deliveries are signed in real time.
	const dateRotated = realTime(db, now);
	const rotated = { dateRotated, dateModified: now };
	return {
		before: null,
		after: { ...before, ...rotated, secret },
		statements: [advanceCompany(db, company), rotateSecret(db, endpointId, { secret: sealed, ...rotated })],
		changes: [
			creation('webhook_endpoint.secret_rotated', aboutCompany(companyId, endpointId), {
				id: endpointId,
				url: before.url,
				dateRotated: toIso(dateRotated),
			}),
		],
	};
}

export async function loadAbout<Q extends Statement[]>(
	call: Call,
	operation: Operation,
	[companyId, endpointId]: Path,
	...queries: Q
) {
	const scope = authorize(call.actor, operation);
	const [[endpoint], ...results] = await loadInCompany(call, scope, companyId, [
		endpointById(call.db, companyId, endpointId),
		...queries,
	]);
	return [requireFound(endpoint, 'webhook endpoint'), ...results] as const;
}

async function loadEndpoint(call: Call, operation: Operation, companyId: string, endpointId: string) {
	const [company, [found]] = await loadCompany(call, authorize(call.actor, operation), companyId, [
		endpointById(call.db, companyId, endpointId),
	]);
	return [company, requireFound(found, 'webhook endpoint')] as const;
}
