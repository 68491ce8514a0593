import { z } from '@hono/zod-openapi';
import { EVENT_TYPES } from '../../foundation/core/history.ts';
import { changedAnswer, createdAnswer, jsonAnswer, recordAnswers } from '../../foundation/http/contract.ts';
import { integer, orNull, orReset, setOf, text } from '../../foundation/http/fields.ts';
import { MAX_SET_SIZE } from '../../foundation/http/limits.ts';
import { listAnswer, pageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import { GROWING, success, wireBy, wireId, wireInstant, wireText } from '../../foundation/http/wire.ts';
import { ENDPOINT_REASONS, ENDPOINT_STATES, MAX_COUNTED, MAX_ENDPOINTS } from './rules.ts';

const MAX_URL_LENGTH = 2000;
const URL_EXAMPLE = 'https://hr.example/hooks/zubrot';

const endpointSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		dateModified: wireInstant('2026-03-07T09:30:00.000Z'),
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058'),
		url: wireText(URL_EXAMPLE, MAX_URL_LENGTH),
		description: wireText('HR synchronisation').nullable(),
		eventTypes: z
			.array(z.enum(EVENT_TYPES).openapi({ ...GROWING, example: 'employee.terminated' }))
			.max(MAX_SET_SIZE)
			.nullable()
			.openapi({
				description: 'The types of events that it gets; null for all',
				example: ['employee.terminated'],
			}),
		state: z.enum(ENDPOINT_STATES).openapi('WebhookEndpointState', {
			description:
				'`ACTIVE`: gets events. `PAUSED`: events wait until it is active again, for at most 30 days. `DISABLED`: gets no events, not even later',
			example: 'ACTIVE',
		}),
		reason: z
			.enum(ENDPOINT_REASONS)
			.nullable()
			.openapi({
				...GROWING,
				description:
					'Why the service changed the state itself. `GONE`: it answered 410. `FAILING`: nothing was delivered for 5 days. `RESTORED`: the company was restored from a backup, and the endpoint is paused until somebody has checked it. Later versions may add values',
				example: null,
			}),
		dateFailing: wireInstant('2026-03-07T09:30:00.000Z').nullable().openapi({
			description: 'The first failed attempt since the last success; null while deliveries succeed',
			example: null,
		}),
		dateRotated: wireInstant('2026-03-08T09:30:00.000Z').nullable().openapi({
			description:
				'The last rotation of the secret. For 24 hours, deliveries are also signed with the secret before it',
			example: null,
		}),
		secret: z.string().nullable().openapi({
			description: 'The signing secret, only in the response that creates or rotates it; otherwise `null`',
			pattern: '^whsec_[A-Za-z0-9+/]+=*$',
			maxLength: 94,
			example: 'whsec_Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgcmVhbCBzZWNyZXQ=',
		}),
	})
	.openapi('WebhookEndpoint');

export const endpointToWire = wireBy(endpointSchema);

/** Only lists have the count. In a record, each delivery would change its `ETag`. */
const listedSchema = z
	.strictObject({
		...endpointSchema.shape,
		waitingCount: integer(0, MAX_COUNTED).openapi({
			description: `The number of deliveries that wait, counted up to ${MAX_COUNTED}`,
			example: 0,
		}),
	})
	.openapi('ListedWebhookEndpoint');

export const listedToWire = wireBy(listedSchema);

export const withoutSecret = (shown: z.infer<typeof endpointSchema>) => ({ ...shown, secret: null });

const url = text(URL_EXAMPLE, MAX_URL_LENGTH).openapi({
	description:
		'An https address with a public name, without credentials and fragment. Addresses of this service and IP addresses are refused',
});
const description = text('HR synchronisation');
const eventTypes = setOf(
	z.enum(EVENT_TYPES, { error: 'Must be a type of event, such as employee.created' }),
	1,
).openapi({
	description: 'Only these types of events. Without it, or with null, all',
	example: ['employee.terminated'],
});
/** The length is checked by a rule, and not by this schema. */
const secret = orNull(z.string().max(200)).openapi({
	description:
		'A secret of your own: `whsec_` and the base64 of 24 to 64 random bytes. Without it, one is generated',
	example: null,
});

const { list, read, write, change } = operations(['Webhooks', 'Extension']);
const PATH = '/companies/{companyId}/webhook-endpoints';
const ENDPOINT = `${PATH}/{endpointId}` as const;

export const listEndpointsRoute = list('listWebhookEndpoints', PATH, {
	summary: 'List webhook endpoints',
	query: pageQuery,
	responses: { 200: listAnswer(listedSchema, 'The endpoints in order of creation') },
});

export const createEndpointRoute = write.post('createWebhookEndpoint', PATH, {
	summary: 'Create a webhook endpoint',
	description: `Every event of the company is sent to the endpoint as a \`POST\` with a JSON body:
\`{"type": "employee.terminated", "timestamp": "2026-03-07T09:30:00.000Z", "data": {"companyId": "…", "subject": {"type": "EMPLOYEE", "id": "…"},
"recordId": "…", "eventId": "…", "sequence": 4711, "changedFields": ["dateTerminated"]}}\`. It has no values and no names. Read the record,
or \`GET /events\`. Requests are signed by the Standard Webhooks scheme in the headers \`webhook-id\` (the event id), \`webhook-timestamp\` and
\`webhook-signature\`. Answer with a 2xx status within 10 seconds. Otherwise it is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h
and 24 h. An event may arrive twice or out of order: compare \`webhook-id\`, and sort by \`sequence\`. Only this response contains the secret. A
company has at most ${MAX_ENDPOINTS} endpoints.`,
	body: z
		.strictObject({ url, description: orNull(description), eventTypes: orNull(eventTypes), secret })
		.openapi('WebhookEndpointCreation'),
	responses: { 201: createdAnswer(endpointSchema, 'The endpoint') },
	refusals: ['too_many_webhook_endpoints'],
});

export const readEndpointRoute = read('readWebhookEndpoint', ENDPOINT, {
	summary: 'Read a webhook endpoint',
	responses: recordAnswers(endpointSchema, 'The endpoint'),
});

export const updateEndpointRoute = change.put('updateWebhookEndpoint', ENDPOINT, {
	summary: 'Change, pause or resume a webhook endpoint',
	description:
		'Fields that are omitted stay. `PAUSED` keeps deliveries until the endpoint is `ACTIVE` again. Set a disabled endpoint to `ACTIVE` once it works, and read the events since then with `GET /events`.',
	body: z
		.strictObject({
			url: url.optional(),
			description: orReset(description, null),
			eventTypes: orReset(eventTypes, null),
			state: z.enum(['ACTIVE', 'PAUSED']).optional().openapi({ example: 'PAUSED' }),
		})
		.openapi('WebhookEndpointChange'),
	responses: { 200: changedAnswer(endpointSchema, 'The endpoint') },
});

export const deleteEndpointRoute = write.delete('deleteWebhookEndpoint', ENDPOINT, {
	summary: 'Delete a webhook endpoint',
	description: 'Its deliveries can no longer be read.',
	responses: { 200: jsonAnswer(success, 'The endpoint is deleted') },
});

export const rotateSecretRoute = write.post('rotateWebhookSecret', `${ENDPOINT}/rotate-secret`, {
	summary: 'Rotate the secret of a webhook endpoint',
	description: `Only this response contains the new secret. For 24 hours, deliveries are signed with both secrets, so that the receiver can
change at any time.`,
	body: z.strictObject({ secret }).openapi('WebhookSecretRotation'),
	responses: { 200: changedAnswer(endpointSchema, 'The endpoint with its new secret') },
});
