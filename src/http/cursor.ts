import { z } from '@hono/zod-openapi';

const MAX_CURSOR_LENGTH = 160;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The sort key of a row: its id, after a number or the id of its company in lists that are not in order of creation. */
export interface Key<At> {
	at: At;
	id: string;
}

export const cursorId = z.string().regex(/^[0-9a-z-]{1,36}$/);

/** A cursor of a query, whose key begins with a value of the given kind. */
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
			description: 'Where the page starts, from the `Link` header of the page before it.',
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
