import { z } from '@hono/zod-openapi';
import { EVENT_TYPES } from '../../../foundation/core/history.ts';
import { toIsoOrNull } from '../../../foundation/core/instant.ts';
import { changedAnswer, createdAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { utcDateTime } from '../../../foundation/http/dates.ts';
import { inOrder, integer } from '../../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { GROWING, wireBy, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import { DELIVERY_STATES, FAILURES, MAX_ATTEMPTS, MAX_REDELIVERED, PING } from '../rules.ts';
import { MAX_RESPONSE_BYTES } from '../sending/rules.ts';
import type { Delivery } from './store.ts';

const state = z.enum(DELIVERY_STATES).openapi('WebhookDeliveryState', {
	description:
		'`WAITING`: for its first or next attempt. `DELIVERED`: the endpoint has answered with a 2xx status. `FAILED`: after the last attempt, or because the endpoint was disabled',
	example: 'DELIVERED',
});

export const deliverySchema = z
	.strictObject({
		id: wireId(),
		endpointId: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		eventId: wireId()
			.nullable()
			.openapi({ description: 'The event, which is also the `webhook-id`; null for a ping' }),
		type: z.enum([...EVENT_TYPES, PING]).openapi({ ...GROWING, example: 'employee.terminated' }),
		state,
		attempts: integer(0, MAX_ATTEMPTS).openapi({ example: 1 }),
		dateDue: wireInstant('2026-03-07T09:30:00.000Z')
			.nullable()
			.openapi({ description: 'The time of the next attempt, while it is `WAITING`' }),
		dateAttempted: wireInstant('2026-03-07T09:30:01.000Z').nullable(),
		dateDelivered: wireInstant('2026-03-07T09:30:01.000Z').nullable(),
		failure: z
			.enum(FAILURES)
			.nullable()
			.openapi({
				...GROWING,
				description:
					'How the last attempt failed; null after a success. `TIMEOUT`: no whole response within 10 seconds. `CONNECTION_FAILED`: the server could not be reached, or broke off. `STATUS`: not 2xx. `REDIRECT`: redirects are not followed. `TARGET_REFUSED`: the service does not send to this address. `EVENT_MISSING`: the event is no longer stored. `ENDPOINT_DISABLED`: the endpoint was disabled or deleted before it was sent. Later versions may add values',
				example: null,
			}),
		responseStatus: integer(100, 999)
			.nullable()
			.openapi({ description: 'Of the last response', example: 204 }),
		responseBody: wireText('ok', MAX_RESPONSE_BYTES)
			.nullable()
			.openapi({ description: 'The first 1,024 bytes of the last response' }),
	})
	.openapi('WebhookDelivery');

export const deliveryWriters = {
	type: ({ type }: Delivery) => type ?? PING,
	dateDue: ({ state: now, dateDue }: Delivery) => toIsoOrNull(now === 'WAITING' ? dateDue : null),
};

export const deliveryToWire = wireBy(deliverySchema, deliveryWriters);

const { list, read, write } = operations(['Webhooks', 'Extension']);
const ENDPOINT = '/companies/{companyId}/webhook-endpoints/{endpointId}';

export const pingRoute = write.post('pingWebhookEndpoint', `${ENDPOINT}/ping`, {
	summary: 'Ping a webhook endpoint',
	description: `Sends a delivery of the type \`${PING}\`, signed and repeated like any other. It has no event, so its \`webhook-id\` is its own
id. Read the delivery to see how it went. To a paused endpoint it is sent when the endpoint is resumed.`,
	responses: { 201: createdAnswer(deliverySchema, 'The delivery') },
	refusals: ['endpoint_disabled'],
});

export const listDeliveriesRoute = list('listWebhookDeliveries', `${ENDPOINT}/deliveries`, {
	summary: 'List the deliveries of a webhook endpoint',
	description: 'Deliveries in order of creation, with their last response. They are kept for 30 days.',
	query: pageQuery.extend({
		state: state.optional().openapi({ description: 'Only deliveries with this status' }),
	}),
	responses: { 200: listAnswer(deliverySchema, 'The deliveries') },
});

export const readDeliveryRoute = read('readWebhookDelivery', `${ENDPOINT}/deliveries/{deliveryId}`, {
	summary: 'Read a delivery',
	responses: recordAnswers(deliverySchema, 'The delivery'),
});

export const redeliverRoute = write.post(
	'redeliverWebhook',
	`${ENDPOINT}/deliveries/{deliveryId}/redeliver`,
	{
		summary: 'Send a delivery again',
		description: 'It starts again with its first attempt. A delivery that is still `WAITING` keeps its time.',
		responses: { 200: changedAnswer(deliverySchema, 'The delivery') },
		refusals: ['endpoint_disabled'],
	},
);

export const redeliverManyRoute = write.post('redeliverWebhooks', `${ENDPOINT}/redeliver`, {
	summary: 'Send failed deliveries, or all of a time span, again',
	description: `Deliveries that are still \`WAITING\` keep their time. At most 5,000 are sent again at once. Repeat the request with
\`dateNext\` as \`since\` while \`hasMore\` is true.`,
	body: z
		.strictObject({
			state: z.literal('FAILED').optional().openapi({ description: 'Only failed deliveries' }),
			since: utcDateTime('2026-03-01T00:00:00.000Z')
				.optional()
				.openapi({ description: 'Only deliveries that were created at or after this time' }),
			until: utcDateTime('2026-03-07T00:00:00.000Z')
				.optional()
				.openapi({ description: 'Only deliveries that were created before this time' }),
		})
		.refine(...inOrder('since', 'until'))
		.openapi('WebhookRedelivery'),
	responses: {
		200: changedAnswer(
			z
				.strictObject({
					redelivered: integer(0, MAX_REDELIVERED).openapi({
						description: 'How many are sent again',
						example: 12,
					}),
					hasMore: z.boolean().openapi({ example: false }),
					dateNext: wireInstant('2026-03-02T08:00:00.000Z').nullable().openapi({
						description: 'The `since` of the next request; null if there are no more',
						example: null,
					}),
				})
				.openapi('WebhookRedeliveries'),
			'The number of deliveries',
		),
	},
	refusals: ['endpoint_disabled'],
});
