import { doubtTills } from '../../../foundation/cells/tills.ts';
import { aboutUser, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { invalidField, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { stale } from '../../../foundation/db/commit.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { certificatesIn, MAX_TILLS } from './rules.ts';
import {
	countTills,
	deleteTill,
	type Imported,
	insertTills,
	type KnownTill,
	tillById,
	tillsPage,
	tillsWith,
} from './store.ts';
import { tellTill } from './table.ts';

/**
 * Imports certificates of tills, all or none. Signatures are not checked, because the operator is responsible for them. A certificate that
 * was imported before stays unchanged.
 */
export async function importKnownTills(
	call: Call,
	{ certificates: text, name }: { certificates: string; name: string | null },
): Promise<Outcome<Imported[]>> {
	const { db, now, actor } = call;
	authorizeForAll(actor, 'importKnownTills');
	const certificates = certificatesIn(text);
	const fingerprints = certificates.flatMap((one) => one?.fingerprint ?? []);
	const [stored, [counted]] = await load(call, [tillsWith(db, fingerprints), countTills(db)]);
	const known = new Map(stored.map((one) => [one.fingerprint, one]));
	const tills: KnownTill[] = [];
	const after = certificates.map((certificate): Imported => {
		if (certificate === null) return { result: 'AUTHORITY', till: null };
		const earlier = known.get(certificate.fingerprint);
		if (earlier !== undefined) return { result: 'ALREADY_KNOWN', till: earlier };
		const { subject, ...values } = certificate;
		const till = {
			id: newId(now),
			dateCreated: now,
			authorId: actor.userId,
			name: name ?? subject,
			...values,
		};
		known.set(till.fingerprint, till);
		tills.push(till);
		return { result: 'IMPORTED', till };
	});
	if ((counted?.count ?? 0) + tills.length > MAX_TILLS) throw tooMany();
	return {
		before: null,
		after,
		changes: changesOf(call, tills, 'known_till.imported'),
		statements: tills.length === 0 ? [] : [...insertTills(db, tills), doubtTills(db, now)],
		violations: { 'known_tills.fingerprint': stale },
	};
}

const tooMany = () =>
	invalidField(
		'certificates',
		'too_many_tills',
		`At most ${MAX_TILLS} certificates can be known. Remove those that are no longer needed.`,
	);

export async function listKnownTills(call: Call, after: string, limit: number): Promise<KnownTill[]> {
	authorizeForAll(call.actor, 'listKnownTills');
	const [tills] = await load(call, [tillsPage(call.db, after, limit)]);
	return tills;
}

/** Removes a certificate. After that, waiting receipts of its till are checked without it. */
export async function removeKnownTill(call: Call, id: string): Promise<Outcome<null>> {
	const { db, now } = call;
	authorizeForAll(call.actor, 'removeKnownTill');
	const [[found]] = await load(call, [tillById(db, id)]);
	const till = requireFound(found, 'known till');
	return {
		before: null,
		after: null,
		changes: changesOf(call, [till], 'known_till.removed'),
		statements: [deleteTill(db, till.id), doubtTills(db, now)],
	};
}

/**
 * Returns the changes for the history. An event about a till is about the operator, because tills belong to no company. The next run of the
 * cron copies the list to cells.
 */
const changesOf = (
	{ actor }: Call,
	tills: readonly KnownTill[],
	type: 'known_till.imported' | 'known_till.removed',
) =>
	tills.map((till) =>
		creation(type, { ...aboutUser(actor.userId, null), recordId: till.id }, tellTill(till)),
	);
