import { createRoute, z } from '@hono/zod-openapi';
import { EVENT_TYPES, type StoredEvent, SUBJECT_TYPES } from '../core/history.ts';
import { toIso } from '../core/instant.ts';
import { dateTime } from '../http/dates.ts';
import { role, text } from '../http/fields.ts';
import { MAX_SET_SIZE } from '../http/limits.ts';
import { followedAnswer, pageQuery } from '../http/list-contract.ts';
import { guarded } from '../http/problem.ts';
import { wireId, wireInstant, wireText } from '../http/wire.ts';

const COMPANY_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

/** Any JSON. Hono's type of a response cannot express JSON of unknown depth. */
type Told = Record<string, never>;

const fields = z
	.record(z.string(), z.custom<never>())
	.openapi({ type: 'object', additionalProperties: true });

const eventSchema = z
	.strictObject({
		id: wireId(),
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
					'Who made the change, with the roles of that moment; CRON and COMMAND_LINE have no user. Of an API_KEY, `sessionId` is its id',
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
			description: 'The record that changed: the subject itself, or something that belongs to it',
		}),
		type: z.enum(EVENT_TYPES).openapi({ example: 'employee.terminated' }),
		changedFields: z.array(wireText('dateTerminated')).max(MAX_SET_SIZE),
		before: fields.nullable().openapi({
			type: ['object', 'null'],
			description:
				'The changed fields as they were, by the names that answers give them; null for a new record',
			example: { dateTerminated: null },
		}),
		after: fields.openapi({
			description: `The changed fields with their new values; all fields of a new record. Some stand in no answer: \`anchor\`, from
which the occurrences of a plan are counted; \`by\`, how an invitation goes out; \`closesUntil\`, the last instant of which a run takes
the lines; \`csvLayout\`, the version of the columns of its CSV file; \`dateStored\` and \`dateDiscarded\`, when the file of a
receipt was stored and removed; \`runId\`, the run that a file is of`,
			example: { dateTerminated: '2026-12-31T23:59:59.999Z' },
		}),
	})
	.openapi('Event');

export const toWire = (event: StoredEvent): z.infer<typeof eventSchema> => ({
	id: event.id,
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

export const listEventsRoute = createRoute({
	method: 'get',
	path: '/events',
	operationId: 'listEvents',
	tags: ['History', 'Extension'],
	summary: 'List changes',
	description: `Lists the changes in the companies that the requesting user manages, in the order in which
they were stored. All filters must match. To follow new changes, ask for pages: the \`Link\` header of the last
page (\`rel="monitor"\`) has a cursor too, behind which everything that is new appears. None is ever inserted
before it.`,
	request: {
		query: pageQuery.extend({
			companyId: text(COMPANY_ID).toLowerCase().optional(),
			subject: text('01890a5d-ac96-774b-bcce-b302099a8057').optional().openapi({
				description:
					'The id of an employee, a user or a company: only changes of it and of what belongs to it',
			}),
			actor: text('01890a5d-ac96-774b-bcce-b302099a8056').optional().openapi({
				description: 'The id of a user, or of the user of an API key: only changes that it made',
			}),
			type: z.enum(EVENT_TYPES, { error: 'Must be a type of event, such as employee.created' }).optional(),
			since: dateTime('2026-03-01T00:00:00.000Z').optional(),
			until: dateTime('2026-04-01T00:00:00.000Z').optional().openapi({
				description: 'Only changes before this instant',
			}),
		}),
	},
	responses: {
		200: followedAnswer(eventSchema, 'The events'),
		...guarded('validation_failed', 'history_too_wide', 'archive_damaged'),
	},
});
