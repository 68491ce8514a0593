import { personBehind } from '../../../foundation/core/actor.ts';
import { aboutCompany, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { realTime, toIso } from '../../../foundation/core/instant.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Statement } from '../../../foundation/db/database.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { insertMailsToAdmins } from '../../mail/store.ts';
import { ASKED_MS } from '../../users/identity/rules.ts';
import { factsOf, type ReleaseKind } from '../identity-changes/rules.ts';
import { hasNobody, insertChange, mayRelease } from '../identity-changes/store.ts';
import type { Release } from './store.ts';

/** Asks a second person, or the operator if there is none, to release something. The request replaces an earlier one about it. */
export function askForRelease(
	call: Call,
	companyId: string,
	{ kind, aboutId, about }: Release,
): Pick<Outcome<null>, 'statements' | 'changes'> {
	const { db, actor, now: at } = call;
	const now = realTime(db, at);
	const change = {
		id: newId(at),
		dateCreated: now,
		dateModified: now,
		companyId,
		kind,
		aboutId,
		about,
		askerId: personBehind(actor).userId,
		state: 'OPEN' as const,
		dateExpires: now + ASKED_MS,
	};
	return {
		statements: [...insertChange(db, change, now), ...toldOfRequest(call, change)],
		changes: [
			creation('release.asked', aboutCompany(companyId, change.id), {
				kind,
				name: about,
				dateExpires: toIso(change.dateExpires),
			}),
		],
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
