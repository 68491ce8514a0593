import { isTarget, type TargetSettings, targetsOf } from '../../../foundation/core/addresses.ts';
import { aboutUser, alteration } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { type Instant, realTime } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { isPushed, type PushSettings } from '../../../foundation/core/push-settings.ts';
import { invalidField, notFound, requireFound } from '../../../foundation/core/refusals.ts';
import { sha256, type Vault } from '../../../foundation/core/vault.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { sendDue } from '../../../foundation/db/outbox.ts';
import type { MayGoOn } from '../../../foundation/db/steps.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { push } from './remote.ts';
import { type Device, MAX_DEVICES, nextAttempt, sealedForPush } from './rules.ts';
import {
	type ClaimedPush,
	claimDuePushes,
	claimedPushes,
	insertSubscription,
	type PushEnding,
	removeSubscription,
	type Subscription,
	savePushEndings,
	subscriptionOf,
	subscriptionsPage,
} from './store.ts';

export async function listSubscriptions(call: Call, after: string, limit: number): Promise<Subscription[]> {
	authorize(call.actor, 'listPushSubscriptions');
	const [rows] = await load(call, [subscriptionsPage(call.db, call.actor.userId, after, limit)]);
	return rows;
}

export async function readSubscription(call: Call, id: string): Promise<Subscription> {
	const { db, actor } = call;
	authorize(actor, 'readPushSubscription');
	const [[found]] = await load(call, [subscriptionOf(db, actor.userId, id)]);
	return requireFound(found, 'push subscription');
}

/** Adds a browser of the caller. This requires a key for push services. */
export async function addSubscription(
	call: Call,
	settings: PushSettings & TargetSettings,
	{ insteadOfMail, ...device }: Device & { insteadOfMail: boolean },
): Promise<Outcome<Subscription>> {
	const { db, actor, client, vault } = call;
	const now = realTime(db, call.now);
	authorize(actor, 'addPushSubscription');
	if (!isPushed(settings)) throw notFound('push service');
	await requireDevice(device, settings);
	const [known] = await load(call, [subscriptionsPage(db, actor.userId, '', MAX_DEVICES)]);
	const id = newId(now);
	const added = { id, dateCreated: now, device: client.device, insteadOfMail };
	const row = {
		...added,
		userId: actor.userId,
		sessionId: actor.sessionId,
		endpointHash: sha256(device.endpoint),
		sealed: await vault.seal(JSON.stringify(device), sealedForPush(id)),
	};
	return {
		before: null,
		after: added,
		statements: insertSubscription(db, row),
		changes: changeOf(
			actor.userId,
			known.map(({ device }) => device),
			[...known.map(({ device }) => device), added.device],
		),
	};
}

export async function removeOwnSubscription(call: Call, id: string): Promise<Outcome<null>> {
	const { db, actor } = call;
	authorize(actor, 'removePushSubscription');
	const queries = [
		subscriptionOf(db, actor.userId, id),
		subscriptionsPage(db, actor.userId, '', MAX_DEVICES),
	] as const;
	const [[found], known] = await load(call, queries);
	requireFound(found, 'push subscription');
	return {
		before: null,
		after: null,
		statements: [removeSubscription(db, id)],
		changes: changeOf(
			actor.userId,
			known.map(({ device }) => device),
			known.filter((one) => one.id !== id).map(({ device }) => device),
		),
	};
}

/** Devices count as part of a user's notices in the history. It names their kinds, such as a browser on a system. */
const changeOf = (userId: string, before: readonly string[], after: readonly string[]) =>
	alteration('notices.updated', aboutUser(userId, null), { pushDevices: before }, { pushDevices: after });

/** Refuses an address that is not on a public server, and keys that cannot be used for encryption. */
async function requireDevice({ endpoint, keys }: Device, settings: TargetSettings): Promise<void> {
	if (!isTarget(endpoint, targetsOf(settings)))
		throw invalidField(
			'endpoint',
			'invalid_target',
			'Must be the https address of a push service, as the browser has it.',
		);
	const point = Buffer.from(keys.p256dh, 'base64url');
	await crypto.subtle.importKey('raw', point, { name: 'ECDH', namedCurve: 'P-256' }, false, []).catch(() => {
		throw invalidField(
			'keys/p256dh',
			'invalid_key',
			'Must be a point of the curve P-256, as the browser has it.',
		);
	});
}

/** Each push message takes a connection, and a Worker may open six at the same time. */
const AT_ONCE = 6;
const STEP_SIZE = 60;

interface PushOffice {
	db: Db;
	vault: Vault;
	settings: PushSettings & TargetSettings;
	/** Schedules another run before the next hourly cron. */
	wake: (id: string, delayMs: number) => Promise<void>;
}

/** Sends the due push messages. They do not count against the limit of mails in the same run. */
export async function sendDuePushes(
	{ db, vault, settings, wake }: PushOffice,
	now: Instant,
	mayGoOn: MayGoOn,
): Promise<void> {
	if (!isPushed(settings)) return;
	await sendDue<ClaimedPush, PushEnding>(
		{
			stepSize: STEP_SIZE,
			connections: AT_ONCE,
			claim: async (attempt, size) =>
				(await commit(db, [claimDuePushes(db, attempt, now, size), claimedPushes(db, attempt, now)])).at(
					-1,
				) as ClaimedPush[],
			deliver: async ({ id, sealed, attempts }) => {
				const device = await vault.open(sealed, sealedForPush(id)).catch(() => null);
				const result = device === null ? 'failed' : await push(JSON.parse(device), settings, now);
				const dateDue = result === 'failed' ? nextAttempt(attempts, now) : null;
				return { id, isGone: result === 'gone', dateDue, isGivenUp: result === 'failed' && dateDue === null };
			},
			save: async (attempt, endings) => {
				await commit(db, savePushEndings(db, attempt, endings));
				const waiting = endings.filter(({ dateDue }) => dateDue !== null);
				const next = waiting.sort((a, b) => Number(a.dateDue) - Number(b.dateDue))[0];
				if (next !== undefined) await wake(next.id, Number(next.dateDue) - now);
			},
		},
		now,
		mayGoOn,
	);
}
