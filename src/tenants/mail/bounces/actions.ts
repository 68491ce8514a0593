import { type CellBindings, databaseOf } from '../../../foundation/cells/places.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { batch } from '../../../foundation/db/database.ts';
import { type Bounce, bounceFromCloudflare, bounceFromResend, mayBecomeKnown } from './rules.ts';
import { cellsOfCarriers, mailsOfCarriers, saveBounces } from './store.ts';

/** Records the mails that Cloudflare's Email Service reports as returned. Returns those whose cell cannot record them. */
export async function noteBounces(env: CellBindings, messages: readonly unknown[]): Promise<Unrecorded[]> {
	const bounces = messages.map(bounceFromCloudflare).filter((bounce) => bounce !== null);
	return bounces.length === 0 ? [] : (await recordBounces(env, bounces)).unrecorded;
}

/**
 * Records a returned mail. If the mail is not known yet, the event is refused, so that Resend sends it again. Later it is ignored, because
 * the mail is not ours.
 */
export async function noteBounce(env: CellBindings, event: unknown, now: Instant): Promise<void> {
	const bounce = bounceFromResend(event);
	if (bounce === null) return;
	const { isKnown, unrecorded } = await recordBounces(env, [bounce]);
	// After an error, Resend sends the event again.
	for (const { error } of unrecorded) throw error;
	if (!isKnown && mayBecomeKnown(bounce.date, now)) {
		throw new Refusal('not_found', 'No mail with this id is known yet. Send the event again later.');
	}
}

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
