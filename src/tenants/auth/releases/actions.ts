import { personBehind } from '../../../foundation/core/actor.ts';
import { aboutCompany, aboutUser, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { realTime, toIso } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, concern } from '../../../foundation/db/call.ts';
import type { Statement } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { loadInCompany } from '../../companies/store.ts';
import { insertMailsToAdmins } from '../../mail/store.ts';
import { ASKED_MS } from '../../users/identity/rules.ts';
import { requireOwnUser } from '../../users/rules.ts';
import { userById } from '../../users/store.ts';
import { type AskedKind, changeOpen, factsOf, type ReleaseKind } from '../identity-changes/rules.ts';
import { hasNobody, insertChange, mayRelease, type StoredChange } from '../identity-changes/store.ts';
import { secondFactorOf } from '../second-factor/store.ts';
import { requireAskable } from './rules.ts';
import type { Release } from './store.ts';

/** Asks a second person, or the operator if there is none, to release something. The request replaces an earlier one about it. */
export const askForRelease = (
	call: Call,
	companyId: string,
	release: Release,
): Pick<Outcome<null>, 'statements' | 'changes'> =>
	asking(call, newChange(call, companyId, release, null), null);

const newChange = (
	{ db, actor, now: at }: Call,
	companyId: string,
	{ kind, aboutId, about }: Release,
	userId: string | null,
) => {
	const now = realTime(db, at);
	return {
		id: newId(at),
		dateCreated: now,
		dateModified: now,
		companyId,
		kind,
		aboutId,
		about,
		userId,
		askerId: personBehind(actor).userId,
		state: 'OPEN' as const,
		dateExpires: now + ASKED_MS,
	};
};

/** Stores a request. `person` is the address of the person that it is about. */
function asking(call: Call, change: ReturnType<typeof newChange>, person: string | null) {
	const { db, now } = call;
	const { id, companyId, userId, kind, about, dateExpires } = change;
	const subject =
		userId === null ? aboutCompany(companyId, id) : { ...aboutUser(userId, companyId), recordId: id };
	return {
		statements: [
			...insertChange(db, change, realTime(db, now)),
			...toldOfRequest(call, { id, companyId, kind, about: person ?? about }),
		],
		changes: [
			creation('release.asked', subject, {
				kind,
				...(about !== null && { name: about }),
				dateExpires: toIso(dateExpires),
			}),
		],
	};
}

/**
 * Asks a second person to release a printed code for somebody who has registered before, or to end the rest of resets by mail. Like every
 * request, the operator may release it.
 */
export async function askForIdentityChange(
	call: Call,
	companyId: string,
	{ kind, userId }: { kind: AskedKind; userId: string },
): Promise<Outcome<StoredChange>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'askForIdentityChange');
	const wanted = [userById(db, scope, userId), secondFactorOf(db, userId)] as const;
	const [[found], [factor]] = await loadInCompany(call, scope, companyId, wanted);
	const isThere = found?.employerId === companyId || found?.companyIds.includes(companyId);
	const user = requireFound(isThere ? found : undefined, 'user');
	concern(call, userId);
	if (!scope.all) requireOwnUser(user);
	requireAskable(kind, { ...user, hasSecondFactor: factor?.dateConfirmed != null }, realTime(db, now));
	const change = newChange(call, companyId, { kind, aboutId: userId, about: null }, userId);
	const none = { email: null, formerEmail: null, dateConfirmed: null, dateDone: null };
	const undecided = { consent: null, consenterId: null, dateConsented: null };
	return {
		before: null,
		after: {
			...change,
			...none,
			...undecided,
		},
		...asking(call, change, user.email),
		violations: { 'identity_changes.kind': changeOpen },
	};
}

export const NOTHING_ASKED = { statements: [], changes: [] };

interface Asked {
	id: string;
	companyId: string | null;
	kind: ReleaseKind;
	about: string | null;
}

/** Returns the mails to the second persons of a request, or to the operator if there are none. */
export function toldOfRequest({ db, now }: Call, { id, companyId, kind, about }: Asked): Statement[] {
	const told = { kind: 'release_asked' as const, data: factsOf(kind, about) };
	return [
		insertMailsToAdmins(db, { ...told, companyId }, now, mayRelease(id)),
		insertMailsToAdmins(db, { ...told, companyId: null }, now, hasNobody(id)),
	];
}
