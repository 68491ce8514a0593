import { type TargetSettings, targetsOf } from '../../../foundation/core/addresses.ts';
import { aboutCompany, alteration, CRON, type StoredEvent } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { isRefusal } from '../../../foundation/core/refusals.ts';
import type { Vault } from '../../../foundation/core/vault.ts';
import { withClock } from '../../../foundation/db/clock.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { toEvent } from '../../../foundation/db/events.ts';
import { inTurns, type Outbox, sendDue } from '../../../foundation/db/outbox.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { MOVING } from '../../../foundation/db/retry.ts';
import type { MayGoOn } from '../../../foundation/db/steps.ts';
import { insertMailsToAdmins } from '../../../tenants/mail/store.ts';
import {
	type EndpointReason,
	FAILING_MS,
	nextAttempt,
	payloadOf,
	pingOf,
	ROTATION_MS,
	sealedForWebhook,
	signed,
} from '../rules.ts';
import { failWaiting } from '../store.ts';
import { post } from './remote.ts';
import { BEGIN_WITHIN_MS, GONE, SWEEP_AHEAD_MS, TIMEOUT_MS } from './rules.ts';
import {
	type Claimed,
	claim,
	disable,
	dueEndpoints,
	type Ending,
	earliestDue,
	holds,
	noteNext,
	release,
	saveEndings,
} from './store.ts';

/** The real time, also for companies with a clock of their own. */
export interface RealTime {
	clock: () => Instant;
	/** Returns a signal that aborts after this time. */
	expiry: (ms: number) => AbortSignal;
}

export interface Dispatch {
	db: Db;
	vault: Vault;
	settings: TargetSettings;
	time: RealTime;
	/** Schedules another run for a given time. */
	wake: (due: Instant) => Promise<void>;
	wakeForMails: () => Promise<void>;
	/** Counts attempts by their results. It never fails. */
	count: (states: readonly string[], now: Instant) => Promise<void>;
}

/** An endpoint gets at most two requests at the same time, because a Worker may open six connections. */
const CONNECTIONS = 2;
const ENDPOINTS_AT_ONCE = 3;
const MAX_ENDPOINTS_READ = 100;
const STEP_SIZE = 60;

/**
 * Sends due deliveries and returns their number. Each endpoint has its own lease, so that a slow one delays no others. If more endpoints are
 * waiting than this run can serve, another run serves them at the same time.
 */
export async function sendDueWebhooks(dispatch: Dispatch, mayGoOn: MayGoOn): Promise<number> {
	const { db, time, wake } = dispatch;
	const began = time.clock();
	const [found] = await batch(db, [dueEndpoints(db, began, MAX_ENDPOINTS_READ)]);
	const free = found.filter(({ leaseUntil }) => leaseUntil <= began);
	const leases = found.flatMap(({ leaseUntil }) => (leaseUntil > began ? [leaseUntil] : []));
	// If the run of a lease was interrupted, its deliveries are due when the lease ends.
	if (leases.length > 0) await wake(Math.min(...leases));
	if (free.length > ENDPOINTS_AT_ONCE) await wake(began);
	let failure: unknown;
	const sent = await inTurns(free, ENDPOINTS_AT_ONCE, ({ id }) =>
		sendDue(outboxOf(dispatch, id), began, mayGoOn).catch((error: unknown) => {
			// If a company has just closed for its move, its new database sends the deliveries.
			if (!isRefusal(error, MOVING)) failure = error;
			return 0;
		}),
	);
	if (!mayGoOn()) await wake(time.clock());
	if (failure !== undefined) throw failure;
	return sent.reduce((sum, count) => sum + count, 0);
}

/** Schedules the sender for deliveries that are due within the next hour. */
export async function sweepWebhooks(
	{ db, wake }: Pick<Dispatch, 'db' | 'wake'>,
	now: Instant,
): Promise<void> {
	const [[first]] = await batch(db, [earliestDue(db)]);
	const due = first?.due ?? null;
	if (due !== null && due <= now + SWEEP_AHEAD_MS) await wake(due);
}

type Due = Claimed & { event: StoredEvent | undefined; secrets: readonly string[]; claimedAt: Instant };

function outboxOf(dispatch: Dispatch, endpointId: string): Outbox<Due, Ending | null> {
	const { db, time } = dispatch;
	return {
		stepSize: STEP_SIZE,
		connections: CONNECTIONS,
		claim: async (attempt, size) => {
			const claimedAt = time.clock();
			const [, due, rows] = await commitClaim(db, endpointId, attempt, claimedAt, size);
			const [first] = due;
			if (first === undefined) return [];
			const secrets = await secretsOf(dispatch, first, claimedAt);
			const events = new Map(rows.map((row) => [row.id, row]));
			return due.map((one) => {
				const row = events.get(one.eventId ?? '');
				return { ...one, event: row && toEvent(row), secrets, claimedAt };
			});
		},
		// When the lease is about to end, the rest of the step stays due.
		deliver: async (due) =>
			time.clock() - due.claimedAt > BEGIN_WITHIN_MS ? null : attemptAt(dispatch, due),
		save: (attempt, endings, served) =>
			save(
				dispatch,
				served,
				attempt,
				endings.filter((ending) => ending !== null),
			),
	};
}

const commitClaim = async (db: Db, ...asked: [string, string, Instant, number]) =>
	(await commit(db, claim(db, ...asked))) as [unknown, Claimed[], Parameters<typeof toEvent>[0][]];

/** Returns the secrets for signing: the present one, and for a day after a rotation the previous one. */
async function secretsOf({ vault }: Dispatch, endpoint: Claimed, now: Instant): Promise<string[]> {
	const { endpointId, secret, previousSecret, dateRotated } = endpoint;
	const isRecent = dateRotated !== null && dateRotated + ROTATION_MS > now;
	const sealed = [secret, isRecent ? previousSecret : null].filter((one) => one !== null);
	return Promise.all(sealed.map((one) => vault.open(one, sealedForWebhook(endpointId))));
}

async function attemptAt({ time, settings }: Dispatch, due: Due): Promise<Ending> {
	const { id, eventId, event, url, secrets } = due;
	const attempts = due.attempts + 1;
	const began = time.clock();
	const ended = { id, attempts, dateAttempted: began, dateDue: began, dateDelivered: null };
	if (eventId !== null && event === undefined) {
		return { ...ended, state: 'FAILED', failure: 'EVENT_MISSING', status: null, response: null };
	}
	const body = event === undefined ? pingOf(due) : payloadOf(event, due.isSandbox);
	const headers = {
		'content-type': 'application/json',
		'user-agent': 'Zubrot-Webhooks/1',
		...signed(eventId ?? id, body, secrets, began),
	};
	const result = await post(url, headers, body, targetsOf(settings), time.expiry(TIMEOUT_MS));
	if (result.failure === null)
		return { ...ended, ...result, state: 'DELIVERED', dateDelivered: time.clock() };
	const next = nextAttempt(id, attempts, began);
	return { ...ended, ...result, state: next === null ? 'FAILED' : 'WAITING', dateDue: next ?? began };
}

/** The endpoint of a step, with its data from the beginning of the step. */
type Served = Pick<Claimed, 'endpointId' | 'companyId' | 'url' | 'dateFailing'>;

/** Stores the results, ends the lease, and schedules the next attempt. Disables an endpoint that is gone or has failed for days. */
async function save(dispatch: Dispatch, served: Served, attempt: string, endings: readonly Ending[]) {
	const { db, time, wake, wakeForMails, count } = dispatch;
	const { endpointId } = served;
	const now = time.clock();
	const dateFailing = failingSince(served, endings);
	const reason = reasonToDisable(dateFailing, endings, now);
	// The history of a sandbox uses the sandbox's clock.
	const { ahead = 0 } = reason === null ? {} : await withClock(db);
	const disabling = reason === null ? [] : disablingOf(db, served, attempt, reason, now + ahead);
	const results = await commit(db, [
		saveEndings(db, endpointId, attempt, endings),
		...disabling,
		release(db, endpointId, attempt, dateFailing),
		noteNext(db, endpointId, now),
	]);
	await count(
		endings.map(({ state }) => state),
		now,
	);
	const [next] = results.at(-1) as { due: Instant }[];
	if (next !== undefined) await wake(next.due);
	// Other endpoints of the company may get the event.
	if (reason !== null) await Promise.all([wakeForMails(), wake(now)]);
}

/** Returns since when all attempts have failed: the first attempt after the last success. */
function failingSince({ dateFailing }: Served, endings: readonly Ending[]): Instant | null {
	const lastSuccess = Math.max(...endings.map((one) => (one.failure === null ? one.dateAttempted : 0)), 0);
	const since = lastSuccess > 0 ? null : dateFailing;
	const failures = endings.flatMap((one) =>
		one.failure !== null && one.dateAttempted > lastSuccess ? [one.dateAttempted] : [],
	);
	return since ?? (failures.length === 0 ? null : Math.min(...failures));
}

function reasonToDisable(
	dateFailing: Instant | null,
	endings: readonly Ending[],
	now: Instant,
): EndpointReason | null {
	if (endings.some(({ status }) => status === GONE)) return 'GONE';
	return dateFailing !== null && now - dateFailing >= FAILING_MS ? 'FAILING' : null;
}

/** Returns the statements that disable an endpoint. The event and mails come first, because they need the endpoint's earlier state. */
function disablingOf(
	db: Db,
	{ endpointId, companyId, url }: Served,
	attempt: string,
	reason: EndpointReason,
	now: Instant,
) {
	const isOurs = holds(endpointId, attempt);
	const changes = alteration(
		'webhook_endpoint.disabled',
		aboutCompany(companyId, endpointId),
		{ state: 'ACTIVE', reason: null },
		{ state: 'DISABLED', reason },
		{ url },
	);
	return [
		...recordEvents(db, CRON, now, identified(changes, now), isOurs),
		insertMailsToAdmins(
			db,
			{ kind: 'webhook_disabled', companyId, data: { url, why: reason, endpointId, companyId } },
			now,
			isOurs,
		),
		failWaiting(db, endpointId, isOurs),
		disable(db, endpointId, attempt, reason, now),
	];
}
