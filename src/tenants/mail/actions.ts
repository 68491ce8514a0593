import type { Instant } from '../../foundation/core/instant.ts';
import { authorize } from '../../foundation/core/policy.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { Db } from '../../foundation/db/database.ts';
import { clearInSteps } from '../../foundation/db/steps.ts';
import { companyIdInScope, loadInCompany } from '../companies/store.ts';
import { expectedDay, keptSince, type MailState, MOST_PLACES } from './rules.ts';
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
 * Counts a company's held mails, up to 10,000. Also returns the day on which the last of them will probably be sent. That day is unknown
 * when there may be more mails.
 */
export async function countHeldMails(call: Call, companyId: string) {
	const scope = authorize(call.actor, 'listMails');
	const ownerId = companyIdInScope(call.db, scope, companyId);
	const [queue] = await loadInCompany(call, scope, companyId, [shares(call.db, ownerId, call.now)]);
	const count = queue.find(({ isOwn }) => isOwn)?.waiting ?? 0;
	const isKnown = count > 0 && count < MOST_PLACES;
	return { count, dateExpected: isKnown ? expectedDay(count, queue, call.now) : null };
}

const CLEAR_LIMIT = 1000;

export const clearOldMails = (db: Db, now: Instant): Promise<number> =>
	clearInSteps(db, CLEAR_LIMIT, (limit) => [
		removeOldMails(db, keptSince(now), limit),
		removeOldCounts(db, now),
	]);
