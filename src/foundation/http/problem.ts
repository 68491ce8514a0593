import { z } from '@hono/zod-openapi';
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { matchedRoutes } from 'hono/route';
import { METHOD_NAME_ALL } from 'hono/router';
import { requireSchema } from '../cells/schema.ts';
import { REFUSALS, Refusal, type RefusalCode } from '../core/refusals.ts';
import { notJson } from './body.ts';
import type { AppEnv, Bindings } from './env.ts';
import { integer } from './fields.ts';
import { logError, logInfo } from './log.ts';
import {
	GROWING,
	records,
	wireId,
	wireInstant,
	wireMoney,
	wireSum,
	wireText,
	wireYearMonth,
} from './wire.ts';

const MAX_POINTER_LENGTH = 140_000;
const MAX_SENTENCE_LENGTH = 1000;

const word = (example: string) => z.string().openapi({ pattern: '^[A-Za-z_]+$', maxLength: 50, example });
const sentence = (example: string) => wireText(example, MAX_SENTENCE_LENGTH);

export const faultSchema = z
	.strictObject({
		pointer: z.string().openapi({
			description: 'JSON pointer into the body, or `#/query/…`, `#/path/…`, `#/header/…`',
			pattern: '^#',
			maxLength: MAX_POINTER_LENGTH,
			example: '#/budget/value',
		}),
		code: word('too_small'),
		detail: sentence('Must be at least 0'),
	})
	.openapi('Fault');

/** The RFC 9457 problem document, with our stable `code`. `errors` lists each fault of the request. */
export const problemSchema = z
	.strictObject({
		type: z.literal('about:blank'),
		title: wireText('The request is not valid').openapi({
			description: 'The same for all problems of a `code`',
		}),
		status: integer(400, 599),
		code: z
			.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]])
			.openapi({ ...GROWING, description: 'Stable, for programs to act on. Later versions may add values' }),
		detail: sentence('The request has 1 fault.').openapi({ description: 'For people' }),
		instance: z.string().openapi({
			description: '`urn:request:` and the `X-Request-Id` of the response',
			format: 'uri',
			maxLength: 267,
		}),
		errors: records(faultSchema)
			.optional()
			.openapi({ description: 'Each fault of the request, or each line that cannot be exported' }),
		field: word('startDate')
			.optional()
			.openapi({ description: 'The name of the refused date field, with `date_out_of_window`' }),
		earliestAllowed: wireInstant('2026-02-01T00:00:00.000Z').optional().openapi({
			description:
				'The earliest allowed date, with `date_out_of_window`, `erasure_not_due`, `resets_rest` and `link_too_early`',
		}),
		months: records(wireYearMonth('2026-03'))
			.optional()
			.openapi({ description: 'The months that would be closed, with `early_closing`' }),
		fault: word('no_purchase')
			.optional()
			.openapi({ description: 'What is wrong with the code of a receipt, with `code_unusable`' }),
		facts: z
			.strictObject({
				date: z.iso.date().openapi({ format: 'date', maxLength: 10, example: '2026-03-01' }),
				amount: wireMoney,
				isCorrection: z.boolean().openapi({ example: false }),
			})
			.optional()
			.openapi({
				description:
					'The day and the amount on the receipt, and whether it corrects an earlier invoice, with `facts_differ`',
			}),
		draftId: wireId()
			.optional()
			.openapi({ description: 'The draft with the same file, with `draft_waiting`' }),
		month: wireYearMonth('2026-03').optional().openapi({
			description:
				'The month that prevents the expense, with `budget_exceeded`. `limit`, `used` and `left` are its own. It may be a later month that has spent the carried amount, or an overdrawn one',
		}),
		challenge: wireText('Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1jaGFsbGVuZ2U').optional().openapi({
			description: 'The challenge for `POST /auth/second-factor`, with `second_factor_required`',
		}),
		limit: wireSum
			.optional()
			.openapi({ description: 'The limit of a rule, in minor units or days, or the company’s quota' }),
		used: wireSum.optional().openapi({ description: 'The used part of `limit`' }),
		left: wireSum.optional().openapi({ description: 'The remaining part of `limit`' }),
	})
	.openapi('Problem', { description: 'RFC 9457 problem document' });

type Problem = z.infer<typeof problemSchema>;

/** Responds with a refusal as `application/problem+json`, with the headers that its status requires. */
function problemResponse(c: Context<AppEnv>, error: Refusal): Response {
	const { retryAfter, allow } = error.extras;
	const problem = problemOf(error, c.var.requestId);
	const { status } = REFUSALS[error.code];
	if (status === 401) c.header('WWW-Authenticate', 'Bearer');
	if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
	if (allow !== undefined) c.header('Allow', allow.join(', '));
	return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' });
}

/** Returns the problem document of a refusal. If it is about one of several records, `place` is put before the pointers of its faults. */
export function problemOf(error: Refusal, requestId: string, place = '#'): Problem {
	const { retryAfter: _, allow: __, errors, ...members } = error.extras;
	return {
		type: 'about:blank',
		title: REFUSALS[error.code].title,
		status: REFUSALS[error.code].status,
		code: error.code,
		detail: error.message,
		instance: `urn:request:${requestId}`,
		...members,
		...(errors && {
			errors: errors.map(({ limit: ___, ...one }) => ({ ...one, pointer: place + one.pointer.slice(1) })),
		}),
	};
}

const EXAMPLE_DETAILS: Partial<Record<RefusalCode, Partial<Problem>>> = {
	validation_failed: {
		detail: 'The request has 1 fault.',
		errors: [{ pointer: '#/budget/value', code: 'too_small', detail: 'Must be at least 0' }],
	},
	date_out_of_window: {
		detail: 'startDate must not be before 2026-02-01T00:00:00.000Z.',
		field: 'startDate',
		earliestAllowed: '2026-02-01T00:00:00.000Z',
	},
};

/** Returns the error responses of one operation for the OpenAPI document: one for each status, with an example for each code. */
export function refusals(...codes: RefusalCode[]) {
	const byStatus: Record<number, ReturnType<typeof errorAnswer>> = {};
	for (const code of new Set([...codes, 'internal_error', 'unavailable', 'company_moving'] as const)) {
		const { status, title } = REFUSALS[code];
		const answer = byStatus[status];
		if (answer === undefined) {
			byStatus[status] = errorAnswer(title, code);
		} else {
			answer.description += `; ${title}`;
			answer.content['application/problem+json'].examples[code] = { value: exampleOf(code) };
		}
	}
	return byStatus;
}

export const BODY_REFUSALS = [
	'malformed_json',
	'incomplete_body',
	'validation_failed',
	'body_too_large',
	'unsupported_media_type',
] as const satisfies RefusalCode[];

export const guarded = (...codes: RefusalCode[]) =>
	refusals('unauthenticated', 'forbidden', 'second_factor_setup_required', ...codes, 'too_many_requests');

export const writing = (...codes: RefusalCode[]) =>
	guarded(
		'validation_failed',
		'incomplete_body',
		'body_too_large',
		...codes,
		'idempotency_conflict',
		'request_in_progress',
	);

export const changing = (...codes: RefusalCode[]) => writing(...codes, 'precondition_failed');

function errorAnswer(description: string, code: RefusalCode) {
	const examples: Record<string, { value: Problem }> = { [code]: { value: exampleOf(code) } };
	const headers = HEADERS_OF[REFUSALS[code].status];
	return {
		description,
		...(headers && { headers }),
		content: { 'application/problem+json': { schema: problemSchema, examples } },
	};
}

const retryAfter = {
	'Retry-After': {
		description: 'Seconds after which the same request may succeed',
		schema: { type: 'integer' as const, format: 'int32', minimum: 1, maximum: 86_400 },
	},
};

const HEADERS_OF: Partial<Record<number, Record<string, { description: string; schema: object }>>> = {
	401: {
		'WWW-Authenticate': {
			description: 'How to authenticate',
			schema: { type: 'string', const: 'Bearer' },
		},
	},
	409: retryAfter,
	429: retryAfter,
	503: retryAfter,
};

function exampleOf(code: RefusalCode): Problem {
	return {
		type: 'about:blank',
		title: REFUSALS[code].title,
		status: REFUSALS[code].status,
		code,
		detail: `${REFUSALS[code].title}.`,
		instance: 'urn:request:01890a5d-ac96-774b-bcce-b302099a8057',
		...EXAMPLE_DETAILS[code],
	};
}

/** Returns the route for the log, because a path may contain ids, addresses and secrets. */
const routeOf = (c: Context<AppEnv>): string =>
	matchedRoutes(c).find(({ method }) => method !== METHOD_NAME_ALL)?.path ?? 'unmatched';

/** Converts any error to a problem document. Unexpected errors are logged, and the response does not describe them. */
export const answerFailure: ErrorHandler<AppEnv> = async (error, c) => {
	const refusal = await requireSchema(c.env, error).then(() => refusalOf(error), refusalOf);
	const request = { requestId: c.var.requestId, method: c.req.method, route: routeOf(c) };
	if (
		refusal.code === 'internal_error' ||
		refusal.code === 'misconfigured' ||
		refusal.code === 'archive_damaged' ||
		refusal.code === 'identity_provider_failed' ||
		refusal.code === 'unavailable'
	) {
		logError(refusal.code, error, request);
	}
	if (refusal.code === 'incomplete_body') logInfo(refusal.code, request);
	c.var.inner?.take?.(refusal);
	return problemResponse(c, refusal);
};

/** Refuses all requests while the database is older than this code. */
export const migrated: MiddlewareHandler<{ Bindings: Bindings }> = async (c, next) => {
	await requireSchema(c.env);
	await next();
};

function refusalOf(error: Error): Refusal {
	if (error instanceof Refusal) return error;
	if (error instanceof HTTPException && error.status === 415) {
		return notJson();
	}
	if (error instanceof HTTPException && error.status === 400) {
		return new Refusal('malformed_json', 'The body is not well-formed JSON.');
	}
	return new Refusal(
		'internal_error',
		'Something went wrong on our side. Quote the request id when you report it.',
	);
}
