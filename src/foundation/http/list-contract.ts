import { z } from '@hono/zod-openapi';
import { dateTime, yearMonth } from './dates.ts';
import { records } from './wire.ts';

export const DEFAULT_LIMIT = 200;
export const MAX_LIMIT = 1000;

const MAX_CURSOR_LENGTH = 160;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The sort key of a row: its id, and before it another value if the list is not in order of creation. */
export interface Key<At> {
	at: At;
	id: string;
}

const cursorId = z.string().regex(/^[0-9a-z-]{1,36}$/);

export function cursorOf<At>(at: z.ZodType<At>, example: At) {
	const content = z.tuple([at, cursorId]);
	return z
		.string()
		.max(MAX_CURSOR_LENGTH)
		.regex(BASE64, 'Must be a cursor from a Link header of this list')
		.transform((cursor) => decodeCursor(cursor, content))
		.refine((key) => key !== null, 'Must be a cursor from a Link header of this list')
		.optional()
		.openapi({
			description: 'The start of the page, from the `Link` header of the page before it.',
			example: encodeCursor({ at: example, id: '01890a5d-ac96-774b-bcce-b302099a8057' }),
		});
}

export const isAfter = (a: Key<number>, b: Key<number>): boolean =>
	a.at > b.at || (a.at === b.at && a.id > b.id);

export function encodeCursor(key: Key<unknown>): string {
	return btoa(JSON.stringify([key.at, key.id]));
}

function decodeCursor<At>(cursor: string, content: z.ZodType<[At, string]>): Key<At> | null {
	try {
		const [first, id] = content.parse(JSON.parse(atob(cursor)));
		return { at: first, id };
	} catch {
		return null;
	}
}

export const pageQuery = z.object({
	limit: z
		.string()
		.regex(/^\d{1,4}$/, `Must be an integer from 1 to ${MAX_LIMIT}`)
		.transform(Number)
		.refine((limit) => limit >= 1 && limit <= MAX_LIMIT, `Must be an integer from 1 to ${MAX_LIMIT}`)
		.optional()
		.openapi({
			type: 'integer',
			format: 'int32',
			minimum: 1,
			maximum: MAX_LIMIT,
			description: `Records per page. Without \`limit\` and \`cursor\`, the response is the whole list.`,
			example: 200,
		}),
	cursor: cursorOf(z.int(), 0),
});

/** For lists that are ordered by company and creation. Records without a company come first. */
export const companiesPageQuery = pageQuery.extend({
	cursor: cursorOf(z.union([z.literal(''), cursorId]), '01890a5d-ac96-774b-bcce-b302099a8058'),
});

const databaseAt = z.union([z.int(), z.tuple([z.union([z.literal(''), cursorId]), z.int(), z.int()])]);
/** A position in D1 alone, or a place among all databases: the company, the position there, and the last position read in D1. */
export type DatabaseAt = z.infer<typeof databaseAt>;

export const databasesPageQuery = pageQuery.extend({ cursor: cursorOf(databaseAt, 0) });

/** A filter that also sorts the list by modification. */
export const modifiedSince = dateTime('2026-03-07T00:00:00.000Z')
	.optional()
	.openapi({
		description: `Only records changed at or after this time, in the order of the changes, so that reading page by page
misses none. Changes by time alone, or of related records, do not count`,
	});

const companyAt = z.union([z.literal(''), cursorId, z.tuple([cursorId, z.int()])]);
export type CompanyAt = z.infer<typeof companyAt>;

export const modifiedPageQuery = pageQuery.extend({
	cursor: cursorOf(companyAt, '01890a5d-ac96-774b-bcce-b302099a8058'),
	modifiedSince,
});

/** For records of a company's employees in a month, ordered by the employees' creation. */
export const employeesPageQuery = pageQuery.extend({
	cursor: cursorOf(cursorId, '01890a5d-ac96-774b-bcce-b302099a8057'),
	month: yearMonth('2026-03').optional().openapi({ description: 'The default is the current month' }),
});

const MAX_LINK_LENGTH = 65_536;

export const listAnswer = <S extends z.ZodType>(schema: S, description: string) => ({
	description,
	headers: {
		Link: link(
			'Address of the next page (`rel="next"`), relative to that of this one, while there is one',
			'next',
		),
	},
	content: { 'application/json': { schema: records(schema) } },
});

/** Like `listAnswer`, for a list that callers can follow: its last page has a cursor too. */
export const followedAnswer = <S extends z.ZodType>(schema: S, description: string) => ({
	...listAnswer(schema, description),
	headers: {
		Link: link(
			'Of a page: the address of the next one (`rel="next"`) or, on the last page, of what will come after it (`rel="monitor"`)',
			'(next|monitor)',
		),
	},
});

const link = (description: string, relation: string) => ({
	description,
	schema: {
		type: 'string' as const,
		pattern: `^</.+>; rel="${relation}"$`,
		maxLength: MAX_LINK_LENGTH,
	},
});
