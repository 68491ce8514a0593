import type { ScimContext } from './answer.ts';
import { MAX_COUNT } from './discovery.ts';
import { ScimError } from './error.ts';
import { JSON_TYPE } from './resource.ts';

const DEFAULT_COUNT = 100;

/** Which part of a list is asked for. */
export function pageOf(c: ScimContext): { filter: string | undefined; skip: number; count: number } {
	const number = (name: string, unlessSet: number) => {
		const given = c.req.query(name);
		if (given === undefined) return unlessSet;
		if (!/^-?\d{1,9}$/.test(given)) throw new ScimError(400, `${name} must be a number.`, 'invalidValue');
		return Number(given);
	};
	const count = Math.min(MAX_COUNT, Math.max(0, number('count', DEFAULT_COUNT)));
	return { filter: c.req.query('filter'), skip: Math.max(1, number('startIndex', 1)) - 1, count };
}

export async function bodyOf(c: ScimContext): Promise<unknown> {
	if (!JSON_TYPE.test(c.req.header('Content-Type') ?? ''))
		throw new ScimError(415, 'Send the body as application/scim+json or application/json.');
	try {
		return await c.req.json();
	} catch {
		throw new ScimError(400, 'The body is not well-formed JSON.', 'invalidSyntax');
	}
}
