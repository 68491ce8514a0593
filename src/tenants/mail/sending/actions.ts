import type { TargetSettings } from '../../../foundation/core/addresses.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import {
	isMailCarried,
	mailPerDay,
	type PostSettings,
	senderOf,
} from '../../../foundation/core/mail-settings.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { isPushed, type PushSettings } from '../../../foundation/core/push-settings.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { sealedForMail, sha256, type Vault } from '../../../foundation/core/vault.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { type Outbox, sendDue } from '../../../foundation/db/outbox.ts';
import type { MayGoOn } from '../../../foundation/db/steps.ts';
import { notASandbox } from '../../companies/rules.ts';
import { companyIdInScope, loadCompany } from '../../companies/store.ts';
import { forgetCarrierIds, keepCarrierIds, keptCarrierIds } from '../bounces/store.ts';
import { sendDuePushes } from '../push/actions.ts';
import { anyDuePush, makeDue } from '../push/store.ts';
import { HELD_BACK_MS, isNotice, nextAttempt } from '../rules.ts';
import { carrierOf } from './remote.ts';
import { type Carrier, type Delivery, type Message, write } from './rules.ts';
import {
	askForGrant,
	type ClaimedMail,
	claimDue,
	claimed,
	type Ending,
	type Grant,
	keptMail,
	limitedDue,
	saveEndings,
} from './store.ts';

export interface Office {
	db: Db;
	/** D1, which has the daily limit of mails for all databases together. */
	directory: Db;
	vault: Vault;
	settings: PostSettings & PushSettings & TargetSettings;
	/** Schedules another run before the next hourly cron. */
	wake: (mailId: string, delayMs: number) => Promise<void>;
	/** Counts attempts by their results. Never fails. */
	count: (states: readonly string[], now: Instant) => Promise<void>;
}

/** How many mails one attempt handles. It takes two round trips. */
const STEP_SIZE = 60;
/** A Worker may open six connections at the same time. */
const AT_ONCE = 6;
/** The most mails of a run, because a Worker may only make a limited number of requests. */
const MAX_PER_RUN = 600;
/** Sends due mails and returns their number; another run sends the rest. A cell that cannot reach D1 sends only security mails. */
export async function sendDueMails(office: Office, now: Instant, mayGoOn: MayGoOn): Promise<number> {
	let begun = 0;
	let isPushDue = false;
	let failure: unknown;
	const elsewhere = async <T>(work: Promise<T>): Promise<T | undefined> =>
		work.catch((error) => {
			failure = error;
			return undefined;
		});
	const outbox: Outbox<ClaimedMail, Ending> = {
		stepSize: STEP_SIZE,
		connections: AT_ONCE,
		claim: async (attempt, size) => {
			const grant = (await elsewhere(grantOf(office, now, size))) ?? { perDay: null };
			const { mails, pushes } = await begin(office, grant, attempt, now, size);
			isPushDue ||= pushes.length > 0;
			return mails;
		},
		deliver: (mail) => ending(office, mail, now),
		save: async (attempt, endings, first) => {
			await finish(office, attempt, endings, now);
			await elsewhere(tellCarrierIds(office, now));
			begun += endings.length;
			if (begun >= MAX_PER_RUN) await office.wake(first.id, 0);
		},
	};
	await elsewhere(tellCarrierIds(office, now));
	const sent = await sendDue(outbox, now, () => begun < MAX_PER_RUN && mayGoOn());
	if (isPushDue) await elsewhere(sendDuePushes(office, now, mayGoOn));
	if (failure !== undefined) throw failure;
	return sent;
}

/** Returns how many limited mails may start. D1 uses the daily limit itself. A cell with due limited mails asks D1. */
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

async function begin({ db, settings }: Office, grant: Grant, attempt: string, now: Instant, limit: number) {
	const results = await commit(db, [
		...claimDue(db, { ...grant, attempt, now, limit }),
		...(isPushed(settings) ? [makeDue(db, attempt, now)] : []),
		anyDuePush(db, now),
		claimed(db, attempt, now),
	]);
	const [pushes, mails] = results.slice(-2) as [unknown[], ClaimedMail[]];
	return { mails, pushes };
}

const MAX_TOLD = 1000;

/** Sends the carriers' ids of a cell's sent mails to the directory, as far as it does not have them yet. */
async function tellCarrierIds({ db, directory }: Office, now: Instant): Promise<void> {
	const { cell } = db;
	if (cell === undefined) return;
	const [kept] = await batch(db, [keptCarrierIds(db, MAX_TOLD)]);
	if (kept.length === 0) return;
	const ids = kept.map(({ value }) => value);
	await batch(directory, [keepCarrierIds(directory, cell, ids, now)]);
	await batch(db, [forgetCarrierIds(db, ids)]);
}

/** Makes one attempt at a mail. It never throws, because one mail must not stop the others. */
async function ending(office: Office, mail: ClaimedMail, now: Instant): Promise<Ending> {
	const done = { id: mail.id, dateDue: now, carrierId: null, counts: true };
	const { settings } = office;
	const isTold = mail.isByPushAlone && isNotice(mail.kind) && isPushed(settings);
	if (isTold) return { ...done, state: 'sent', reason: BY_PUSH };
	const carrier = isMailCarried(settings) ? carrierOf(settings) : null;
	if (carrier === null) return { ...done, state: 'no_carrier', reason: NO_CARRIER };
	if (!mail.isReachable) return { ...done, state: 'failed', reason: 'The user no longer exists.' };
	const token = await tokenIn(office, mail);
	// The old address is informed of a change even when the link in the mail has ended.
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

const BY_PUSH = 'The person gets push messages instead of mails.';
const NO_CARRIER = 'No way to send mails is configured.';
const OLD_LINK = 'The link in this mail is no longer valid.';
const UNWRITTEN: Delivery = { state: 'failed', reason: 'The mail could not be created.' };

/** Returns the token of a mail's link; null if the mail has no link. Undefined while the key that encrypted it is missing. */
const tokenIn = async ({ vault }: Office, { id, sealed }: ClaimedMail): Promise<string | null | undefined> =>
	sealed === null ? null : vault.open(sealed, sealedForMail(id)).catch(() => undefined);

const deliver = async (
	{ settings }: Office,
	carrier: Carrier,
	mail: ClaimedMail,
	token: string | null,
): Promise<Delivery> => carrier(written(mail, token, settings));

function written(
	mail: ClaimedMail,
	token: string | null,
	{ MAIL_FROM = '', PUBLIC_URL = '' }: PostSettings,
): Message {
	const languages = [mail.language, mail.companyLanguage];
	return write({ ...mail, token, languages }, senderOf(MAIL_FROM), PUBLIC_URL);
}

/** Returns the text of a mail that a sandbox has kept. Mails of real companies cannot be read. */
export async function readMail(
	call: Call,
	companyId: string,
	mailId: string,
	{ MAIL_FROM = NO_SENDER, PUBLIC_URL = '' }: PostSettings,
): Promise<Message> {
	const { db, vault } = call;
	const scope = authorize(call.actor, 'readMail');
	const queries = [keptMail(db, companyIdInScope(db, scope, companyId), mailId)] as const;
	const [company, [mail]] = await loadCompany(call, scope, companyId, queries);
	const found = requireFound(mail, 'mail');
	if (!company.sandbox) throw notASandbox();
	const token = found.kept === null ? null : await vault.open(found.kept, sealedForMail(found.id));
	return written(found, token, { MAIL_FROM, PUBLIC_URL });
}

/** The sender of mails in a sandbox, if no sender is configured. */
const NO_SENDER = 'Zubrot <zubrot@sandbox.example>';

/** Stores the results, and schedules the next attempt at mails that must wait. */
async function finish(
	{ db, wake, count }: Office,
	attempt: string,
	endings: readonly Ending[],
	now: Instant,
) {
	const ids = endings.flatMap(({ carrierId }) => carrierId ?? []);
	await commit(db, [
		saveEndings(db, attempt, endings, now),
		...(db.cell === undefined || ids.length === 0 ? [] : [keepCarrierIds(db, db.cell, ids, now)]),
	]);
	await count(
		endings.map(({ state }) => state),
		now,
	);
	const waiting = Map.groupBy(
		endings.filter(({ state }) => state === 'waiting'),
		({ dateDue }) => dateDue,
	);
	for (const [at, [first]] of waiting) if (first) await wake(first.id, at - now);
}
