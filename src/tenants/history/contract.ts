import { z } from '@hono/zod-openapi';
import { EVENT_TYPES, type StoredEvent, SUBJECT_TYPES } from '../../foundation/core/history.ts';
import { toIso } from '../../foundation/core/instant.ts';
import { dateTime } from '../../foundation/http/dates.ts';
import { integer, role, text } from '../../foundation/http/fields.ts';
import { MAX_SET_SIZE } from '../../foundation/http/limits.ts';
import { cursorOf, followedAnswer, pageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import { GROWING, wireId, wireInstant, wireText } from '../../foundation/http/wire.ts';

const COMPANY_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

/** Stands for any JSON object, because Hono's response types cannot express JSON of unknown depth. */
type Told = Record<string, never>;

const fields = z
	.record(z.string(), z.custom<never>())
	.openapi({ type: 'object', additionalProperties: true });

export const eventSchema = z
	.strictObject({
		id: wireId(),
		sequence: integer(1, Number.MAX_SAFE_INTEGER).openapi({
			description: `Orders the events of a company: a later event has a larger number, and numbers may be missing between them. It
never changes, also when the company moves to another database. Events of different companies may have the same number`,
			example: 4711,
		}),
		date: wireInstant('2026-03-07T09:30:00.000Z'),
		actor: z
			.strictObject({
				type: z.enum(['USER', 'API_KEY', 'CRON', 'COMMAND_LINE']).openapi({ example: 'USER' }),
				userId: wireId().nullable(),
				sessionId: wireId().nullable(),
				roles: z.array(role).max(MAX_SET_SIZE),
			})
			.openapi({
				description:
					'The author of the change, with the roles at that time. CRON and COMMAND_LINE have no user. For an API_KEY, `sessionId` is the key’s id',
			}),
		requestId: wireText('01890a5d-ac96-774b-bcce-b302099a8059').nullable().openapi({
			description: 'The `X-Request-Id` of the request that made the change; null for CRON and COMMAND_LINE',
		}),
		companyId: wireId(COMPANY_ID).nullable(),
		subject: z.strictObject({
			type: z.enum(SUBJECT_TYPES).openapi({ example: 'EMPLOYEE' }),
			id: wireId(),
		}),
		recordId: wireId().openapi({
			description: 'The changed record: the subject itself, or a record that belongs to it',
		}),
		type: z.enum(EVENT_TYPES).openapi({ ...GROWING, example: 'employee.terminated' }),
		changedFields: z.array(wireText('dateTerminated')).max(MAX_SET_SIZE),
		before: fields.nullable().openapi({
			type: ['object', 'null'],
			description: 'The changed fields before the change, with the names of responses; null for a new record',
			example: { dateTerminated: null },
		}),
		after: fields.openapi({
			description: `The changed fields after the change, or all fields of a new record. Some fields appear in no response. \`logo\` is the SHA-256 of a company’s logo. \`refusal\` is the code of the refusal, for which a month of a standing expense was not submitted. \`proofState\` is what became of its proof. \`commitment\` is the SHA-256 of a seed, which draws
receipts for a sample, and \`dateRevealed\` says when it was published. \`anchor\` is the start for counting a plan’s dates, and \`by\` how
an invitation is sent. \`closesUntil\` is the last time whose lines a run includes, and \`csvLayout\`
the version of its CSV columns. \`dateStored\` and \`dateDiscarded\` are the times when a receipt’s file
was stored and removed. \`runId\` is the run of a file, and \`returnerId\` who returned an expense.
\`awaitsMealValue\` says that a line waits for the official value of meals.
\`userName\` and \`externalId\` are what the company’s directory calls a person or group, and
\`dateDeprovisioned\` is when it deleted the person. \`dateExpired\` is when budget could no longer be spent.
\`authorType\` says whether a user or an API key proposed a change, and \`authorName\` is the key’s name.
\`pushDevices\` are a person’s devices for push messages. \`dateRestored\` is the time to which a company or D1 was restored`,
			example: { dateTerminated: '2026-12-31T23:59:59.999Z' },
		}),
	})
	.openapi('Event');

export const toWire = (event: StoredEvent): z.infer<typeof eventSchema> => ({
	id: event.id,
	sequence: event.position,
	date: toIso(event.date),
	actor: { ...event.author, roles: [...event.author.roles] },
	requestId: event.requestId,
	companyId: event.companyId,
	subject: { type: event.subjectType, id: event.subjectId },
	recordId: event.recordId,
	type: event.type,
	changedFields: Object.keys(event.after),
	before: event.before as Told | null,
	after: event.after as Told,
});

const followedAt = z.union([z.int(), z.tuple([z.int(), z.int(), z.int()])]);

export const listEventsRoute = operations(['History', 'Extension']).list('listEvents', '/events', {
	summary: 'List changes',
	description: `Lists the changes in the companies that the requesting user manages, in the order in which they were
stored. All filters must match. To follow new changes, request pages: the \`Link\` header of the last
page (\`rel="monitor"\`) also has a cursor. New events appear after it, never before it. If your companies are in
several databases, you get the events of those with a database of their own in the order in which the service learned of
them, up to two seconds after the change. The events of each company are always in the order of their changes.
A company that you are given later shows its events from the place of your cursor on. Its earlier events are in
\`?companyId=\`.`,
	query: pageQuery.extend({
		cursor: cursorOf(followedAt, 0),
		companyId: text(COMPANY_ID).toLowerCase().optional(),
		subject: text('01890a5d-ac96-774b-bcce-b302099a8057').optional().openapi({
			description:
				'The id of an employee, a user or a company: only changes of it and of records that belong to it',
		}),
		actor: text('01890a5d-ac96-774b-bcce-b302099a8056').optional().openapi({
			description: 'The id of a user, or of the user of an API key: only changes by that user',
		}),
		type: z.enum(EVENT_TYPES, { error: 'Must be a type of event, such as employee.created' }).optional(),
		since: dateTime('2026-03-01T00:00:00.000Z').optional(),
		until: dateTime('2026-04-01T00:00:00.000Z').optional().openapi({
			description: 'Only changes before this instant',
		}),
	}),
	responses: { 200: followedAnswer(eventSchema, 'The events') },
	refusals: ['history_too_wide', 'archive_damaged'],
});
