import { z } from '@hono/zod-openapi';
import { invalidField } from '../core/domain-error.ts';
import type { Instant } from '../core/instant.ts';
import { utcDateTime } from './fields.ts';

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

/** A JSON answer for `createRoute` that names the created record's address. */
export const createdAnswer = <S extends z.ZodType>(schema: S, description: string) => ({
	...jsonAnswer(schema, description),
	headers: {
		Location: { description: 'Address of the created record', schema: { type: 'string' as const } },
	},
});

/** The request of a revocation: `endDate` in the body, or in the query for proxies that drop the body of a DELETE. */
export const endingRequest = (example: string) => ({
	query: z.object({
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
