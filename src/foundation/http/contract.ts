import { z } from '@hono/zod-openapi';
import type { Instant } from '../core/instant.ts';
import { invalidField } from '../core/refusals.ts';
import { utcEnd } from './dates.ts';
import { listAnswer } from './list-contract.ts';
import { records, success } from './wire.ts';

const MAX_HEADER_LENGTH = 255;

/** The shape of the tags that `etagOf` returns. */
export const ETAG_SHAPE = { pattern: '^"[0-9a-f]{16}"$', maxLength: 18 };

export const jsonBody = <S extends z.ZodType>(schema: S) => ({
	required: true as const,
	content: { 'application/json': { schema } },
});

/** Describes in the document that fields exclude each other. Generators of clients ignore `not`, but derive wrong types from other forms. */
export const noneOf = (...cases: object[]): object => ({
	not: cases.length === 1 ? cases[0] : { anyOf: cases },
});

export const NULL = { type: 'null' };

export const jsonAnswer = <S extends z.ZodType>(schema: S, description: string) => ({
	description,
	content: { 'application/json': { schema } },
});

const etag = {
	ETag: {
		description: 'The strong validator of this response, for `If-None-Match` and `If-Match`',
		schema: { type: 'string' as const, ...ETAG_SHAPE },
	},
};

const unchanged = {
	304: {
		description: 'Nothing has changed since the response with the `ETag` in `If-None-Match`',
		headers: etag,
	},
};

export const recordAnswers = <S extends z.ZodType>(schema: S, description: string) => ({
	200: { ...jsonAnswer(schema, description), headers: etag },
	...unchanged,
});

export const timelineAnswers = <S extends z.ZodType>(schema: S, description: string) => {
	const answer = listAnswer(schema, description);
	return { 200: { ...answer, headers: { ...answer.headers, ...etag } }, ...unchanged };
};

export const PREVIEW_TYPE = 'application/vnd.zubrot.preview+json';

const withPreview = <A extends { content: object }, S extends z.ZodType>(answer: A, schema: S) => ({
	...answer,
	content: { ...answer.content, [PREVIEW_TYPE]: { schema } },
});

export const previewAnswer = <S extends z.ZodType>(schema: S) => ({
	description: 'The record that would be created, as a dry run returns it',
	content: { [PREVIEW_TYPE]: { schema } },
});

const replayed = {
	'Idempotency-Replayed': {
		description:
			'`true` when this repeats the response to an earlier request with the same `Idempotency-Key`',
		schema: { type: 'string' as const, enum: ['true'] },
	},
};

export const changedAnswer = <S extends z.ZodType>(schema: S, description: string) => ({
	...jsonAnswer(schema, description),
	headers: { ...etag, ...replayed },
});

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

/** Describes a body or a response that is the file itself, by media type. */
export const filesOf = (types: readonly string[], maxLength: number) =>
	Object.fromEntries(
		types.map((type) => [
			type,
			{
				schema: { type: 'string' as const, format: 'binary', maxLength },
				example: '(the bytes of the file)',
			},
		]),
	);

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

/** The response to a revocation, for `createRoute`. A dry run returns the timeline that would result. */
export const doneAnswer = <S extends z.ZodType>(timeline: S, description: string) => ({
	...withPreview(jsonAnswer(success, description), records(timeline)),
	headers: replayed,
});

/** The response to an addition to a timeline, for `createRoute`. Both it and a dry run contain the whole timeline. */
export const timelineSetAnswer = <S extends z.ZodType>(entry: S, description: string) =>
	changedAnswer(records(entry), description);

export const dryRunQuery = z.object({
	dryRun: z.enum(['true', 'false']).optional().openapi({
		description: 'With `true` nothing is saved. The response shows the result',
		example: 'false',
	}),
});

const END_EXAMPLE = '2026-04-30T23:59:59.999Z';

/** The request of a revocation. `endDate` may be in the query, because some proxies drop the body of a DELETE. */
export const endingRequest = {
	query: dryRunQuery.extend({
		endDate: utcEnd(END_EXAMPLE)
			.optional()
			.openapi({ description: 'Replaces `endDate` in the body, for clients that cannot send a body' }),
	}),
	body: {
		required: false as const,
		content: {
			'application/json': {
				schema: z.strictObject({ endDate: utcEnd(END_EXAMPLE).optional() }).openapi('Ending'),
			},
		},
	},
};

interface WithEndDate {
	endDate?: Instant | undefined;
}

/** Returns `endDate` from the body or the query. Refuses when it is missing, or when the two differ. */
export function endDateOf(body: WithEndDate, query: WithEndDate): Instant {
	const endDate = body.endDate ?? query.endDate;
	if (endDate === undefined) throw invalidField('endDate', 'required', 'endDate is missing from the body.');
	if (query.endDate !== undefined && query.endDate !== endDate) {
		throw invalidField('endDate', 'conflict', 'endDate in the body and in the query differ.');
	}
	return endDate;
}
