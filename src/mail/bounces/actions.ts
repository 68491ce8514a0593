import type { Instant } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import { batch, type Db } from '../../db/database.ts';
import { mailOfCarrier, saveBounces } from '../store.ts';
import { bounceFromCloudflare, bounceFromResend, mayBecomeKnown } from './rules.ts';

/** Records the mails that Cloudflare's Email Service reports as returned. */
export async function noteBounces(db: Db, messages: readonly unknown[]): Promise<void> {
	const bounces = messages.map(bounceFromCloudflare).filter((bounce) => bounce !== null);
	if (bounces.length > 0) await batch(db, [saveBounces(db, bounces)]);
}

/**
 * Records a returned mail. An event that arrives before its mail is known is refused, so that Resend sends
 * it again. Later it is ignored, because the mail is not ours.
 */
export async function noteBounce(db: Db, event: unknown, now: Instant): Promise<void> {
	const bounce = bounceFromResend(event);
	if (bounce === null) return;
	const [, known] = await batch(db, [saveBounces(db, [bounce]), mailOfCarrier(db, bounce.carrierId)]);
	if (known.length === 0 && mayBecomeKnown(bounce.date, now)) {
		throw new Refusal('not_found', 'No mail with this id is known yet. Send the event again later.');
	}
}
