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

/** Returns the patched resource, with null for removed attributes. Accepts what Entra and Okta send. */
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

/** Splits an operation so that each part has a path and one attribute that we keep. */
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

/** Members are compared by id only, because Entra sends removed members with a `$ref` of null. */
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
