import { scimPatch } from 'scim-patch';
import { z } from 'zod';
import { ScimError } from './answer.ts';
import { checked, innerPaths, isObject, pathOf, prefixOf } from './body.ts';

const MAX_OPERATIONS = 1000;

const patchSchema = z.object({
	Operations: z
		.array(z.object({ op: z.string(), path: z.string().optional(), value: z.unknown().optional() }))
		.min(1)
		.max(MAX_OPERATIONS),
});

interface Operation {
	op: string;
	path?: string | undefined;
	value?: unknown;
}

/** The resource after a PATCH as Entra and Okta send it. What an operation removes is null in it. */
export function patchedResource(resource: object, body: unknown): unknown {
	const { Operations } = checked(patchSchema, body);
	const before = structuredClone(resource);
	const operations = Operations.flatMap(simpleOperations);
	try {
		const after = scimPatch(structuredClone(resource) as never, operations as never);
		return withRemovedAsNull(before, after);
	} catch (error) {
		throw new ScimError(400, 'The operations are not a valid SCIM PATCH.', codeOf(error));
	}
}

/** An operation as several, each of which has a path and is about one attribute that is kept; none when nothing of it is. */
function simpleOperations({ op: given, path: address, value }: Operation): Operation[] {
	const op = given.toLowerCase();
	if (!['add', 'replace', 'remove'].includes(op))
		throw invalid('op must be add, replace or remove.', 'invalidSyntax');
	if (address === undefined) {
		if (op === 'remove') throw invalid('remove needs a path.', 'noTarget');
		if (!isObject(value)) throw invalid('Without a path, value must be an object.', 'invalidValue');
		return Object.entries(value).flatMap(([path, part]) => simpleOperations({ op, path, value: part }));
	}
	const path = pathOf(address);
	if (path === undefined) return [];
	const inner = innerPaths(path);
	if (op === 'remove') {
		return inner.length > 0
			? inner.map((one) => ({ op, path: one }))
			: [{ op, path, value: valueAt(path, value) }];
	}
	if (inner.length === 0 || !isObject(value)) return [{ op, path, value: valueAt(path, value) }];
	return Object.entries(value).flatMap(([name, part]) =>
		simpleOperations({ op, path: prefixOf(path) + name, value: part }),
	);
}

/** Members are compared by their ids alone: of a member that it removes, Entra sends a `$ref` that is null. */
function valueAt(path: string, value: unknown): unknown {
	if (path !== 'members' || value === undefined || value === null) return value;
	return [value].flat().map((one) => {
		const isMember = isObject(one) && typeof one.value === 'string';
		return isMember ? { value: String(one.value).toLowerCase() } : one;
	});
}

function withRemovedAsNull(before: unknown, after: unknown): unknown {
	if (!isObject(before) || (after !== undefined && !isObject(after))) return after;
	const parts = Object.entries(before).map(([name, old]) => {
		const now = after?.[name];
		return [name, isObject(old) ? withRemovedAsNull(old, now) : (now ?? null)];
	});
	return { ...after, ...Object.fromEntries(parts) };
}

const invalid = (detail: string, scimType: string): ScimError => new ScimError(400, detail, scimType);

const codeOf = (error: unknown): string =>
	String((error as { scimCode?: string }).scimCode ?? 'invalidSyntax');
