import { type CellBindings, databaseOf } from '../cells/places.ts';
import { companyIdInScope, loadInCompany } from '../companies/store.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import { isMailCarried, mailPerDay, type PostSettings, senderOf } from '../core/mail-settings.ts';
import { authorize } from '../core/policy.ts';
import { Refusal } from '../core/refusals.ts';
import { sealedForMail, sha256, type Vault } from '../core/vault.ts';
import type { Call } from '../db/call.ts';
import { commit } from '../db/commit.ts';
import { batch, type Db } from '../db/database.ts';
import { clearInSteps, inSteps, type MayGoOn } from '../db/steps.ts';
import { type Bounce, bounceFromCloudflare, bounceFromResend, mayBecomeKnown } from './bounces/rules.ts';
import {
	cellsOfCarriers,
	forgetCarrierIds,
	keepCarrierIds,
	keptCarrierIds,
	mailsOfCarriers,
	saveBounces,
} from './bounces/store.ts';
import { expectedDay, HELD_BACK_MS, keptSince, type MailState, MOST_PLACES, nextAttempt } from './rules.ts';
import { carrierOf } from './sending/remote.ts';
import type { Carrier, Delivery } from './sending/rules.ts';
import { write } from './sending/rules.ts';
import {
	askForGrant,
	type ClaimedMail,
	claimDue,
	claimed,
	type Ending,
	type Grant,
	limitedDue,
	saveEndings,
} from './sending/store.ts';
import { type MailsPage, mailsPage, removeOldCounts, removeOldMails, shares } from './store.ts';

export async function listMails(
	call: Call,
	companyId: string,
	state: MailState | undefined,
	page: MailsPage,
) {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listMails');
	const ownerId = companyIdInScope(db, scope, companyId);
	const [mails, queue] = await loadInCompany(call, scope, companyId, [
		mailsPage(db, ownerId, state, page, now),
		shares(db, ownerId, now),
	]);
	return mails.map(({ place, ...mail }) => ({
		...mail,
		dateExpected: place === null || mail.state !== 'held' ? null : expectedDay(place, queue, now),
	}));
}

export type ShownMail = Awaited<ReturnType<typeof listMails>>[number];

/**
 * Counts the held mails of a company, up to 10,000, and says on which day the last of them will probably leave. The day is
 * unknown when there may be more.
 */
export async function countHeldMails(call: Call, companyId: string) {
	const scope = authorize(call.actor, 'listMails');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [queue] = await loadInCompany(call, scope, companyId, [shares(call.db, ownerId, call.now)]);
	const count = queue.find(({ isOwn }) => isOwn)?.waiting ?? 0;
	const isKnown = count > 0 && count < MOST_PLACES;
	return { count, dateExpected: isKnown ? expectedDay(count, queue, call.now) : null };
}

export interface Office {
	db: Db;
	/** D1, where the limit of mails per day holds for all databases together. */
	directory: Db;
	vault: Vault;
	settings: PostSettings;
	/** Asks for another run before the hourly cron. */
	wake: (mailId: string, delayMs: number) => Promise<void>;
}

/** Each attempt at this many mails takes two round trips. */
const STEP_SIZE = 60;
/** A Worker may open six connections at once. */
const AT_ONCE = 6;
/** Keeps a run below the number of requests that a Worker may make. */
const MAX_PER_RUN = 600;
const CLEAR_LIMIT = 1000;

/**
 * Sends due mails and returns their number. Another run sends the rest. While a cell cannot ask D1, it sends mails about security,
 * and then fails.
 */
export async function sendDueMails(office: Office, now: Instant, mayGoOn: MayGoOn): Promise<number> {
	let begun = 0;
	let failure: unknown;
	const elsewhere = async <T>(work: Promise<T>): Promise<T | undefined> =>
		work.catch((error) => {
			failure = error;
			return undefined;
		});
	const step = async (size: number) => {
		const attempt = newId(now);
		const grant = (await elsewhere(grantOf(office, now, size))) ?? { perDay: null };
		const mails = await begin(office, grant, attempt, now, size);
		const [first] = mails;
		if (first === undefined) return 0;
		const endings = await inTurns(mails, (mail) => ending(office, mail, now));
		await finish(office, attempt, endings, now);
		await elsewhere(tellCarrierIds(office, now));
		begun += mails.length;
		if (begun >= MAX_PER_RUN) await office.wake(first.id, 0);
		return mails.length;
	};
	await elsewhere(tellCarrierIds(office, now));
	const sent = await inSteps(() => begun < MAX_PER_RUN && mayGoOn(), STEP_SIZE, step);
	if (failure !== undefined) throw failure;
	return sent;
}

/** D1 has the limit of the day for itself. A cell asks D1 for turns if limited mails are due. */
async function grantOf({ db, directory, settings }: Office, now: Instant, limit: number): Promise<Grant> {
	const perDay = mailPerDay(settings.MAIL_PER_DAY);
	if (db.cell === undefined) return { perDay };
	const [[counted]] = await batch(db, [limitedDue(db, now, MAX_PER_RUN)]);
	if (counted === undefined || counted.due === 0) return { perDay: null };
	const wanted = counted.begun + counted.due;
	const [, , , [place]] = await batch(
		directory,
		askForGrant(directory, db.cell, { now, wanted, limit, perDay }),
	);
	const granted = place?.granted ?? 0;
	return { perDay: granted, isAll: granted >= wanted };
}

async function begin({ db }: Office, grant: Grant, attempt: string, now: Instant, limit: number) {
	const results = await commit(db, [
		...claimDue(db, { ...grant, attempt, now, limit }),
		claimed(db, attempt, now),
	]);
	return results.at(-1) as ClaimedMail[];
}

const MAX_TOLD = 1000;

/** Tells the directory the carriers' ids of mails that a cell has sent, since the last time that it was reached. */
async function tellCarrierIds({ db, directory }: Office, now: Instant): Promise<void> {
	const { cell } = db;
	if (cell === undefined) return;
	const [kept] = await batch(db, [keptCarrierIds(db, MAX_TOLD)]);
	if (kept.length === 0) return;
	const ids = kept.map(({ value }) => value);
	await batch(directory, [keepCarrierIds(directory, cell, ids, now)]);
	await batch(db, [forgetCarrierIds(db, ids)]);
}

/** Never throws, because one mail must not stop the others. */
async function ending(office: Office, mail: ClaimedMail, now: Instant): Promise<Ending> {
	const done = { id: mail.id, dateDue: now, carrierId: null, counts: true };
	const { settings } = office;
	const carrier = isMailCarried(settings) ? carrierOf(settings) : null;
	if (carrier === null) return { ...done, state: 'no_carrier', reason: NO_CARRIER };
	if (!mail.isReachable) return { ...done, state: 'failed', reason: 'The user no longer exists.' };
	const token = await tokenIn(office, mail);
	// The old address learns of a change even when the link in its mail has ended.
	const isEnded = token && sha256(token) !== mail.linkKey && mail.kind !== 'address_changed';
	if (isEnded) return { ...done, state: 'failed', reason: OLD_LINK };
	const delivery =
		token === undefined ? UNWRITTEN : await deliver(office, carrier, mail, token).catch(() => UNWRITTEN);
	if (delivery.state === 'sent') return { ...done, ...delivery, reason: null };
	const { state, reason } = delivery;
	if (state === 'bounced') return { ...done, state, reason };
	if (state === 'held_back') {
		return { ...done, state: 'waiting', dateDue: now + HELD_BACK_MS, reason, counts: false };
	}
	const dateDue = nextAttempt(mail.attempts, now);
	return { ...done, state: dateDue === null ? 'failed' : 'waiting', dateDue: dateDue ?? now, reason };
}

const NO_CARRIER = 'No way to send mails is configured.';
const OLD_LINK = 'The link in this mail is no longer valid.';
const UNWRITTEN: Delivery = { state: 'failed', reason: 'The mail could not be created.' };

/** Returns the token of the link in a mail, or null if it has none. Undefined while the key that sealed it is missing. */
const tokenIn = async ({ vault }: Office, { id, sealed }: ClaimedMail): Promise<string | null | undefined> =>
	sealed === null ? null : vault.open(sealed, sealedForMail(id)).catch(() => undefined);

async function deliver(
	{ settings }: Office,
	carrier: Carrier,
	mail: ClaimedMail,
	token: string | null,
): Promise<Delivery> {
	const { MAIL_FROM = '', PUBLIC_URL = '' } = settings;
	const draft = { ...mail, token, languages: [mail.language, mail.companyLanguage] };
	return carrier(write(draft, senderOf(MAIL_FROM), PUBLIC_URL));
}

/** Stores the results and schedules the next attempt at mails that have to wait. */
async function finish({ db, wake }: Office, attempt: string, endings: readonly Ending[], now: Instant) {
	const ids = endings.flatMap(({ carrierId }) => carrierId ?? []);
	await commit(db, [
		saveEndings(db, attempt, endings, now),
		...(db.cell === undefined || ids.length === 0 ? [] : [keepCarrierIds(db, db.cell, ids, now)]),
	]);
	const waiting = Map.groupBy(
		endings.filter(({ state }) => state === 'waiting'),
		({ dateDue }) => dateDue,
	);
	for (const [at, [first]] of waiting) if (first) await wake(first.id, at - now);
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	const rest = items.entries();
	const worker = async () => {
		for (const [index, item] of rest) results[index] = await work(item);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	return results;
}

/** Deletes mails after the retention period and returns their number. */
export const clearOldMails = (db: Db, now: Instant): Promise<number> =>
	clearInSteps(db, CLEAR_LIMIT, (limit) => [
		removeOldMails(db, keptSince(now), limit),
		removeOldCounts(db, now),
	]);

/** Records the mails that Cloudflare's Email Service reports as returned. Returns those whose cell cannot record them. */
export async function noteBounces(env: CellBindings, messages: readonly unknown[]): Promise<Unrecorded[]> {
	const bounces = messages.map(bounceFromCloudflare).filter((bounce) => bounce !== null);
	return bounces.length === 0 ? [] : (await recordBounces(env, bounces)).unrecorded;
}

/**
 * Records a returned mail. An event that arrives before its mail is known is refused, so that Resend sends
 * it again. Later it is ignored, because the mail is not ours.
 */
export async function noteBounce(env: CellBindings, event: unknown, now: Instant): Promise<void> {
	const bounce = bounceFromResend(event);
	if (bounce === null) return;
	const { isKnown, unrecorded } = await recordBounces(env, [bounce]);
	// Resend sends the event again.
	for (const { error } of unrecorded) throw error;
	if (!isKnown && mayBecomeKnown(bounce.date, now)) {
		throw new Refusal('not_found', 'No mail with this id is known yet. Send the event again later.');
	}
}

/** Returned mails that a cell could not record. */
interface Unrecorded {
	cell: string;
	carrierIds: string[];
	error: unknown;
}

/** Records returned mails in D1, and in the cells that sent them. A cell that fails does not stop the others. */
async function recordBounces(env: CellBindings, bounces: readonly Bounce[]) {
	const ids = bounces.map(({ carrierId }) => carrierId);
	const db = databaseOf(env, null);
	const [, inD1, inCells] = await batch(db, [
		saveBounces(db, bounces),
		mailsOfCarriers(db, ids),
		cellsOfCarriers(db, ids),
	]);
	const unrecorded: Unrecorded[] = [];
	for (const [cell, sent] of Map.groupBy(inCells, (one) => one.cell)) {
		const own = databaseOf(env, cell);
		const ofCell = bounces.filter(({ carrierId }) => sent.some((one) => one.carrierId === carrierId));
		await batch(own, [saveBounces(own, ofCell)]).catch((error: unknown) => {
			unrecorded.push({ cell, carrierIds: sent.map(({ carrierId }) => carrierId), error });
		});
	}
	return { isKnown: inD1.length + inCells.length > 0, unrecorded };
}
