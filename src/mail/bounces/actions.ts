import type { Instant } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import { batch, type Db } from '../../db/database.ts';
import { mailOfCarrier, saveBounces } from '../store.ts';
import { bounceFromCloudflare, bounceFromResend, mayBecomeKnown } from './rules.ts';

/** Notes which mails came back, of what the queue holds from Cloudflare's Email Service. */
export async function noteBounces(db: Db, messages: readonly unknown[]): Promise<void> {
	const bounces = messages.map(bounceFromCloudflare).filter((bounce) => bounce !== null);
	if (bounces.length > 0) await batch(db, [saveBounces(db, bounces)]);
}

/**
 * Notes that a mail came back, of what Resend tells. The same event again changes nothing. One that comes before the name of
 * its mail is stored is refused, and so sent again; one of somebody else's mail is passed over later.
 */
export async function noteBounce(db: Db, event: unknown, now: Instant): Promise<void> {
	const bounce = bounceFromResend(event);
	if (bounce === null) return;
	const [, known] = await batch(db, [saveBounces(db, [bounce]), mailOfCarrier(db, bounce.carrierId)]);
	if (known.length === 0 && mayBecomeKnown(bounce.date, now)) {
		throw new Refusal('not_found', 'No mail with this id is known yet. Send the event again later.');
	}
}
