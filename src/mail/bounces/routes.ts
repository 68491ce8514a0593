import { notFound, Refusal } from '../../core/refusals.ts';
import { limitBody } from '../../http/body.ts';
import { createRouter } from '../../http/router.ts';
import { noteBounce } from './actions.ts';
import { requireSigned } from './rules.ts';

/** Where Resend tells what became of mails. There is nothing at this address while the secret is not set. */
export const bounceRoutes = createRouter().post('/mail/resend', limitBody, async (c) => {
	const { db, now } = c.var;
	const secret = c.env.RESEND_WEBHOOK_SECRET;
	if (!secret) throw notFound('webhook');
	const header = (name: string): string => c.req.header(`svix-${name}`) ?? '';
	const signature = { id: header('id'), timestamp: header('timestamp'), signatures: header('signature') };
	const body = await c.req.text();
	await requireSigned(secret, signature, body, now);
	const event = await c.req.json().catch(() => {
		throw new Refusal('malformed_json', 'The body is not well-formed JSON.');
	});
	await noteBounce(db, event, now);
	return c.json({ success: true });
});
