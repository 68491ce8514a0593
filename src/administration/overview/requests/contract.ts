import { z } from '@hono/zod-openapi';
import type { StoredEvent } from '../../../foundation/core/history.ts';
import { toIsoOrNull } from '../../../foundation/core/instant.ts';
import { recordAnswers } from '../../../foundation/http/contract.ts';
import { text } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { GROWING, wireBy, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import { eventSchema, toWire as eventToWire } from '../../../tenants/history/contract.ts';
import { mailSchema } from '../../../tenants/mail/contract.ts';
import type { MailOfEvents } from '../../../tenants/mail/store.ts';
import { deliverySchema, deliveryWriters } from '../../webhooks/deliveries/contract.ts';
import type { Delivery } from '../../webhooks/deliveries/store.ts';
import { logQueryOf, MOST_SHOWN, REQUEST_ID, tailOf } from './rules.ts';

const EXAMPLE = '01890a5d-ac96-774b-bcce-b302099a8059';

const requestMail = mailSchema.omit({ recipient: true, dateExpected: true }).openapi('RequestMail');
const requestDelivery = deliverySchema.omit({ responseBody: true }).openapi('RequestDelivery');

const requestSchema = z
	.strictObject({
		requestId: wireText(EXAMPLE),
		result: z.enum(['CHANGED', 'NO_STORED_CHANGE']).openapi({
			...GROWING,
			description:
				'`CHANGED`: the request succeeded, and its changes are stored. `NO_STORED_CHANGE`: it was refused, has failed or only read something, or its changes are out of reach. Later versions may add values',
			example: 'CHANGED',
		}),
		date: wireInstant('2026-03-07T09:30:00.000Z')
			.nullable()
			.openapi({ description: 'The time of its first change' }),
		actor: eventSchema.shape.actor.nullable(),
		companyIds: z.array(wireId('01890a5d-ac96-774b-bcce-b302099a8058')).max(MOST_SHOWN),
		events: z.array(eventSchema).max(MOST_SHOWN).openapi({
			description: 'Its changes in the order in which they were stored. Their types say what it has done',
		}),
		mails: z.array(requestMail).max(MOST_SHOWN).openapi({
			description: 'The mails that were created in the same companies at the same instant',
		}),
		deliveries: z.array(requestDelivery).max(MOST_SHOWN).openapi({
			description: 'The deliveries of its changes to webhook endpoints. They are kept for 30 days',
		}),
		hasMore: z.boolean().openapi({
			description: `Whether there are more than ${MOST_SHOWN} events, mails or deliveries`,
			example: false,
		}),
		isComplete: z.boolean().openapi({
			description:
				'False if nothing was found, but not all databases could be asked. Try again, or ask with `companyId`',
			example: true,
		}),
		logQuery: wireText(logQueryOf(EXAMPLE), 300).openapi({
			description: 'The filter for Workers Logs in the dashboard of Cloudflare',
		}),
		logCommand: wireText(tailOf(EXAMPLE), 300).openapi({
			description:
				'Shows the line of the log if the request is sent again with this `X-Request-Id` while the command runs',
		}),
	})
	.openapi('SupportRequest');

const mailToWire = wireBy(requestMail, {
	dateDue: ({ state, dateDue }: MailOfEvents) => toIsoOrNull(state === 'waiting' ? dateDue : null),
});
const deliveryToWire = wireBy(requestDelivery, deliveryWriters);

interface RequestEffects {
	events: readonly StoredEvent[];
	mails: readonly MailOfEvents[];
	deliveries: readonly Delivery[];
	hasMore: boolean;
	isComplete: boolean;
}

export function requestToWire(
	requestId: string,
	{ events: stored, mails, deliveries, hasMore, isComplete }: RequestEffects,
): z.infer<typeof requestSchema> {
	const events = stored.map(eventToWire);
	const [first] = events;
	const companyIds = events.flatMap(({ companyId }) => companyId ?? []);
	return {
		requestId,
		result: first === undefined ? 'NO_STORED_CHANGE' : 'CHANGED',
		date: first?.date ?? null,
		actor: first?.actor ?? null,
		companyIds: [...new Set(companyIds)],
		events,
		mails: mails.map(mailToWire),
		deliveries: deliveries.map(deliveryToWire),
		hasMore,
		isComplete,
		logQuery: logQueryOf(requestId),
		logCommand: tailOf(requestId),
	};
}

export const readRequestRoute = operations(['History', 'Extension']).read(
	'readRequest',
	'/support/requests/{requestId}',
	{
		summary: 'Read what a request has done',
		description: `Finds a request by the \`X-Request-Id\` of its response, which problem documents and error pages show too. Only requests that have
changed something are stored, and those of closed years are in archives that this operation does not read. A repetition under the same
\`Idempotency-Key\` stores nothing under its own id. For all others, \`logQuery\` finds the line of the log, if there is one. D1 is asked
first. If it has nothing, the databases of companies that have their own are asked, up to 900 of them. Several requests can have the same
id, because callers may choose it.`,
		params: z.object({
			requestId: z
				.string()
				.regex(
					REQUEST_ID,
					'Must be a request id: up to 255 letters, digits, hyphens, underscores and equals signs',
				)
				.openapi({ param: { name: 'requestId', in: 'path' }, maxLength: 255, example: EXAMPLE }),
		}),
		query: z.object({
			companyId: text('01890a5d-ac96-774b-bcce-b302099a8058')
				.toLowerCase()
				.optional()
				.openapi({ description: 'Only changes in this company, and only in its database' }),
		}),
		responses: recordAnswers(requestSchema, 'What the request has stored'),
	},
);
