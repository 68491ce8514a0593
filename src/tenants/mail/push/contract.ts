import { z } from '@hono/zod-openapi';
import { createdAnswer, jsonAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { text } from '../../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success, wireBy, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';

const subscriptionSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		device: wireText('Chrome on Android').openapi({
			description: 'A short form of the `User-Agent` that added it',
		}),
		insteadOfMail: z.boolean().openapi({
			description: 'Whether notices come only as push messages while this device is reached',
		}),
	})
	.openapi('PushSubscription');

export const subscriptionToWire = wireBy(subscriptionSchema);

const bytes = (length: number, example: string, description: string) =>
	z
		.string()
		.max(length, { abort: true })
		.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`))
		.openapi({ description, example });

const creation = z
	.strictObject({
		endpoint: text('https://push.example/send/0ExampleOnly', 1000).openapi({
			description: 'The address of the device at its push service. Nobody can read it again',
		}),
		keys: z.strictObject({
			p256dh: bytes(
				87,
				'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
				'The public key of the device: a point of P-256 in base64url',
			),
			auth: bytes(22, 'BTBZMqHH6r4Tts7J_aSIgg', 'The secret of the subscription: 16 bytes in base64url'),
		}),
		insteadOfMail: z.boolean().default(false).openapi({
			description:
				'`true`: notices come as push messages and no longer by mail. Mails about security are always sent',
		}),
	})
	.openapi('PushSubscriptionCreation');

const { list, read, write } = operations(['Mail', 'Extension']);
const path = '/auth/me/push-subscriptions';

export const listPushSubscriptionsRoute = list('listPushSubscriptions', path, {
	summary: 'List your devices for push messages',
	query: pageQuery,
	responses: { 200: listAnswer(subscriptionSchema, 'The devices in order of creation') },
});

export const addPushSubscriptionRoute = write.post('addPushSubscription', path, {
	summary: 'Add a device for push messages',
	description:
		'Whenever a notice for you is due, the device gets a message that says only that something has changed. The body has the form of `PushSubscription.toJSON()` of a browser. The device stays until you sign out of this session, remove it, or its push service forgets it. The eleventh device replaces the oldest one. 404 while this service has no key for push services.',
	body: creation,
	responses: { 201: createdAnswer(subscriptionSchema, 'The added device') },
	refusals: ['not_found'],
});

export const readPushSubscriptionRoute = read('readPushSubscription', `${path}/{subscriptionId}`, {
	summary: 'Read one of your devices for push messages',
	responses: recordAnswers(subscriptionSchema, 'The device'),
});

export const removePushSubscriptionRoute = write.delete(
	'removePushSubscription',
	`${path}/{subscriptionId}`,
	{
		summary: 'Remove a device for push messages',
		responses: { 200: jsonAnswer(success, 'The device gets no further message') },
	},
);
