import { postAt } from '../../foundation/core/mail-settings.ts';
import { notFound, Refusal } from '../../foundation/core/refusals.ts';
import { limitBody } from '../../foundation/http/body.ts';
import { inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { answerList } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerDone, answerRecord } from '../../foundation/http/write.ts';
import { listMails } from './actions.ts';
import { noteBounce } from './bounces/actions.ts';
import { requireSigned } from './bounces/rules.ts';
import { listMailsRoute, readMailRoute, textToWire, toWire } from './contract.ts';
import { readNotices, updateNotices } from './notices/actions.ts';
import { noticesToWire, readNoticesRoute, updateNoticesRoute } from './notices/contract.ts';
import {
	addSubscription,
	listSubscriptions,
	readSubscription,
	removeOwnSubscription,
} from './push/actions.ts';
import {
	addPushSubscriptionRoute,
	listPushSubscriptionsRoute,
	readPushSubscriptionRoute,
	removePushSubscriptionRoute,
	subscriptionToWire,
} from './push/contract.ts';
import { readMail } from './sending/actions.ts';

export const mailRoutes = createRouter()
	.openapi(listMailsRoute, (c) => {
		const [{ companyId }, { state, ...page }] = [c.req.valid('param'), c.req.valid('query')];
		const pages = inOrderOfCreation((after, limit) =>
			listMails(c.var.call, companyId, state, { after, limit }),
		);
		return answerList(c, page, pages, toWire);
	})
	.openapi(readMailRoute, async (c) => {
		const { companyId, mailId } = c.req.valid('param');
		return answerRecord(
			c,
			textToWire(await readMail(c.var.call, companyId, mailId, postAt(c.env, c.req.url))),
		);
	})
	.openapi(readNoticesRoute, async (c) => answerRecord(c, noticesToWire(await readNotices(c.var.call))))
	.openapi(updateNoticesRoute, (c) => {
		const patch = c.req.valid('json');
		return answerChanged(c, (call) => updateNotices(call, patch), noticesToWire);
	})
	.openapi(listPushSubscriptionsRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listSubscriptions(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, subscriptionToWire);
	})
	.openapi(addPushSubscriptionRoute, (c) => {
		const device = c.req.valid('json');
		return answerCreated(
			c,
			(call) => addSubscription(call, c.env, device),
			subscriptionToWire,
			({ id }) => `/auth/me/push-subscriptions/${id}`,
		);
	})
	.openapi(readPushSubscriptionRoute, async (c) => {
		const { subscriptionId } = c.req.valid('param');
		return answerRecord(c, subscriptionToWire(await readSubscription(c.var.call, subscriptionId)));
	})
	.openapi(removePushSubscriptionRoute, (c) => {
		const { subscriptionId } = c.req.valid('param');
		return answerDone(c, (call) => removeOwnSubscription(call, subscriptionId));
	});

/** Resend reports returned mails here. Without the secret, this address does not exist. */
export const bounceRoutes = createRouter().post('/mail/resend', limitBody, async (c) => {
	const { now } = c.var;
	const secret = c.env.RESEND_WEBHOOK_SECRET;
	if (!secret) throw notFound('webhook');
	const header = (name: string): string => c.req.header(`svix-${name}`) ?? '';
	const signature = { id: header('id'), timestamp: header('timestamp'), signatures: header('signature') };
	const body = await c.req.text();
	requireSigned(secret, signature, body, now);
	const event = await c.req.json().catch(() => {
		throw new Refusal('malformed_json', 'The body is not well-formed JSON.');
	});
	await noteBounce(c.env, event, now);
	return c.json({ success: true });
});
