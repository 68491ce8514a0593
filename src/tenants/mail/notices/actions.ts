import { aboutUser, alteration } from '../../../foundation/core/history.ts';
import { type Patch, patched } from '../../../foundation/core/patch.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { stale } from '../../../foundation/db/commit.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { type Choices, choicesOf, type MailKind, NOTICES, type Notice } from '../rules.ts';
import { mutedBy, requireMuted, saveMuted } from './store.ts';

export async function readNotices(call: Call): Promise<Choices> {
	authorize(call.actor, 'readNotices');
	return choicesOf(await loadMuted(call));
}

/** Turns notices of the caller on and off. Omitted ones stay unchanged. */
export async function updateNotices(call: Call, patch: Patch<Choices>): Promise<Outcome<Choices>> {
	const { db, actor } = call;
	authorize(actor, 'updateNotices');
	const muted = await loadMuted(call);
	const before = choicesOf(muted);
	const after = patched<Choices>(before, patch);
	const changes = alteration('notices.updated', aboutUser(actor.userId, null), before, after);
	if (changes.length === 0) return { before, after: before, statements: [], changes };
	const off = (Object.keys(NOTICES) as Notice[]).filter((name) => !after[name]).map((name) => NOTICES[name]);
	return {
		before,
		after,
		statements: [requireMuted(db, actor.userId, muted), ...saveMuted(db, actor.userId, off)],
		changes,
		violations: { 'muted_notices.changed': stale },
	};
}

async function loadMuted(call: Call): Promise<MailKind[]> {
	const [muted] = await load(call, [mutedBy(call.db, call.actor.userId)]);
	return muted.map(({ kind }) => kind);
}
