import { z } from '@hono/zod-openapi';
import type { Instant } from '../core/instant.ts';
import { invalidField } from '../core/refusals.ts';
import { utcDateTime } from './fields.ts';
import { listAnswer } from './pagination.ts';
import { records, success } from './wire.ts';

/** Longer than any address of ours within the service, and than any name of a file. */
const MAX_HEADER_LENGTH = 255;

/** A JSON request body for `createRoute`. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({
	required: true as const,
	content: { 'application/json': { schema } },
});

/** A JSON answer for `createRoute`. */
export const jsonAnswer = <S extends z.ZodType>(schema: S, description: string) => ({
	description,
	content: { 'application/json': { schema } },
});

const etag = {
	ETag: {
		description: 'The strong validator of this answer, for `If-None-Match` and `If-Match`',
		schema: { type: 'string' as const, pattern: '^"[\\w-]{43}"$', maxLength: 45 },
	},
};

const unchanged = { 304: { description: 'Nothing has changed since the answer that `If-None-Match` names' } };

/** The answers of an operation that reads one record, for `createRoute`. */
export const recordAnswers = <S extends z.ZodType>(schema: S, description: string) => ({
	200: { ...jsonAnswer(schema, description), headers: etag },
	...unchanged,
});

/** The answers of an operation that reads a timeline, for `createRoute`. */
export const timelineAnswers = <S extends z.ZodType>(schema: S, description: string) => {
	const answer = listAnswer(schema, description);
	return { 200: { ...answer, headers: { ...answer.headers, ...etag } }, ...unchanged };
};

const replayed = {
	'Idempotency-Replayed': {
		description: '`true` when this is the answer of an earlier request with the same `Idempotency-Key`',
		schema: { type: 'string' as const, enum: ['true'] },
	},
};

/** The answer of an operation that changes a record or a timeline, for `createRoute`. */
export const changedAnswer = <S extends z.ZodType>(schema: S, description: string) => ({
	...jsonAnswer(schema, description),
	headers: { ...etag, ...replayed },
});

/** The answer of an operation that creates a record, for `createRoute`. */
export const createdAnswer = <S extends z.ZodType>(schema: S, description: string) => ({
	...changedAnswer(schema, description),
	headers: {
		Location: {
			description: 'Address of the created record',
			schema: { type: 'string' as const, format: 'uri-reference', maxLength: MAX_HEADER_LENGTH },
		},
		...etag,
		...replayed,
	},
});

/** An answer for `createRoute` that is a file to be saved. */
export const fileAnswer = <C extends object>(content: C) => ({
	description: 'The file, as an attachment',
	headers: {
		'Content-Disposition': {
			description: 'The name of the file',
			schema: {
				type: 'string' as const,
				pattern: '^attachment; filename="[\\w.-]+"$',
				maxLength: MAX_HEADER_LENGTH,
			},
		},
	},
	content,
});

/** The answer of a revocation, for `createRoute`; `timeline` is what a dry run answers instead. */
export const doneAnswer = <S extends z.ZodType>(timeline: S, description: string) => ({
	...jsonAnswer(
		z.union([success, records(timeline)]).openapi({ example: { success: true } }),
		`${description}. A dry run answers the timeline that would result.`,
	),
	headers: replayed,
});

/** The query of an operation that can be tried out. */
export const dryRunQuery = z.object({
	dryRun: z.enum(['true', 'false']).optional().openapi({
		description: 'With `true` nothing is written: the answer tells what would be',
		example: 'false',
	}),
});

/** The request of a revocation: `endDate` in the body, or in the query for proxies that drop the body of a DELETE. */
export const endingRequest = (example: string) => ({
	query: dryRunQuery.extend({
		endDate: utcDateTime(example)
			.optional()
			.openapi({ description: 'The same as `endDate` in the body, for callers that cannot send one' }),
	}),
	body: {
		required: false as const,
		content: {
			'application/json': {
				schema: z.strictObject({ endDate: utcDateTime(example).optional() }).openapi('Ending'),
			},
		},
	},
});

interface WithEndDate {
	endDate?: Instant | undefined;
}

/** The end that body and query agree on. */
export function endDateOf(body: WithEndDate, query: WithEndDate): Instant {
	const endDate = body.endDate ?? query.endDate;
	if (endDate === undefined) throw invalidField('endDate', 'required', 'endDate is missing from the body.');
	if (query.endDate !== undefined && query.endDate !== endDate) {
		throw invalidField('endDate', 'conflict', 'endDate in the body and in the query differ.');
	}
	return endDate;
}
