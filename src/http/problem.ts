import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { DomainError, RefusalCode } from '../core/domain-error.ts';
import type { AppEnv } from './env.ts';
import { CATALOGUE } from './problem-catalogue.ts';

/** RFC 9457 problem document, with our `code`, and `errors` naming each fault of the request. */
export const problemSchema = z
	.strictObject({
		type: z.string(),
		title: z.string(),
		status: z.int(),
		code: z.enum(Object.keys(CATALOGUE) as [RefusalCode, ...RefusalCode[]]),
		detail: z.string(),
		instance: z.string(),
		errors: z.array(z.strictObject({ pointer: z.string(), code: z.string(), detail: z.string() })).optional(),
		field: z.string().optional(),
		earliestAllowed: z.iso.datetime().optional(),
		limit: z.int().optional(),
		used: z.int().optional(),
		left: z.int().optional(),
	})
	.openapi('Problem');

type Problem = z.infer<typeof problemSchema>;

/** Answers a refusal as `application/problem+json`, with the headers that its status asks for. */
export function problemResponse(c: Context<AppEnv>, error: DomainError): Response {
	const { retryAfter, allow, ...members } = error.extras;
	const { status, title } = CATALOGUE[error.code];
	if (status === 401) c.header('WWW-Authenticate', 'Bearer');
	if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
	if (allow !== undefined) c.header('Allow', allow.join(', '));
	const problem: Problem = {
		type: 'about:blank',
		title,
		status,
		code: error.code,
		detail: error.message,
		instance: `urn:request:${c.var.requestId}`,
		...members,
	};
	return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' });
}

const EXAMPLE_DETAILS: Partial<Record<RefusalCode, Partial<Problem>>> = {
	validation_failed: {
		detail: 'The request has 1 fault.',
		errors: [
			{ pointer: '#/budget/value', code: 'too_small', detail: 'Too small: expected number to be >=0' },
		],
	},
	date_out_of_window: {
		detail: 'startDate must not be before 2023-02-01T00:00:00.000Z.',
		field: 'startDate',
		earliestAllowed: '2023-02-01T00:00:00.000Z',
	},
};

/** The error answers of one operation for the OpenAPI document: one entry a status, an example a code. */
export function refusals(...codes: RefusalCode[]) {
	const byStatus: Record<number, ReturnType<typeof errorAnswer>> = {};
	for (const code of [...codes, 'internal_error', 'unavailable'] as const) {
		const { status, title } = CATALOGUE[code];
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

/** What any operation with a body may refuse it for. */
export const BODY_REFUSALS = [
	'malformed_json',
	'validation_failed',
	'body_too_large',
	'unsupported_media_type',
] as const satisfies RefusalCode[];

/** The refusals that every operation behind the bearer check shares. */
export const guarded = (...codes: RefusalCode[]) => refusals('unauthenticated', 'forbidden', ...codes);

/** The refusals that every operation that writes shares. */
export const writing = (...codes: RefusalCode[]) =>
	guarded(
		'validation_failed',
		...codes.filter((code) => code !== 'validation_failed'),
		'idempotency_conflict',
		'request_in_progress',
		'too_many_requests',
	);

/** The refusals that every operation that changes what is there shares. */
export const changing = (...codes: RefusalCode[]) => writing(...codes, 'precondition_failed');

function errorAnswer(description: string, code: RefusalCode) {
	const examples: Record<string, { value: Problem }> = { [code]: { value: exampleOf(code) } };
	return { description, content: { 'application/problem+json': { schema: problemSchema, examples } } };
}

function exampleOf(code: RefusalCode): Problem {
	return {
		type: 'about:blank',
		title: CATALOGUE[code].title,
		status: CATALOGUE[code].status,
		code,
		detail: `${CATALOGUE[code].title}.`,
		instance: 'urn:request:01890a5d-ac96-774b-bcce-b302099a8057',
		...EXAMPLE_DETAILS[code],
	};
}
