import { dereference, type Schema, validate } from '@cfworker/json-schema';
import { createApp } from '../../../src/app.ts';
import { openApiDocument } from '../../../src/entrances/site/document.ts';
import { exampleOf, type OpenApiDocument } from '../../../src/entrances/site/openapi.ts';
import { now } from '../../harness/service.ts';

export interface Content {
	schema: Schema;
	example?: unknown;
	examples?: Record<string, { value: unknown }>;
}

interface Described {
	operationId: string;
	description?: string;
	summary?: string;
	tags?: string[];
	deprecated?: boolean;
	security?: object[];
	parameters?: { name: string; in: string; required?: boolean; schema: Schema; example?: unknown }[];
	requestBody?: { content: Record<string, Content> };
	responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, Content> }>;
}

export interface Operation extends Described {
	method: string;
	path: string;
	/** Method and path. */
	name: string;
}

interface Document {
	openapi: string;
	security: object[];
	tags: { name: string }[];
	components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
	paths: Record<string, Record<string, Described>>;
}

export const app = createApp(now);
export const document = openApiDocument(Date.parse('2023-03-07')) as unknown as Document;

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([verb, rest]) => {
		const method = verb.toUpperCase();
		return { ...rest, method, path, name: `${method} ${path}` };
	}),
);

export function operationOf(id: string): Operation {
	const found = operations.find(({ operationId }) => operationId === id);
	if (found === undefined) throw new Error(`The document has no operation ${id}`);
	return found;
}

/** Whether an operation needs no bearer token. */
export const isPublic = ({ security }: Pick<Described, 'security'>): boolean => security?.length === 0;

/** Whether the body of an operation is a form: RFC 6749 prescribes this, and refusals and fields of its own. */
export const takesForm = ({ requestBody }: Pick<Described, 'requestBody'>): boolean =>
	requestBody?.content['application/x-www-form-urlencoded'] !== undefined;

/** Whether the body of an operation is the file itself, not JSON. */
export const takesFile = (operation: Described): boolean =>
	operation.requestBody !== undefined &&
	operation.requestBody.content['application/json'] === undefined &&
	!takesForm(operation);

/** Most bytes of a body in JSON. */
export const maxBytesOf = ({ requestBody }: Described): number =>
	flat((requestBody?.content['text/csv']?.schema ?? {}) as Schema).maxLength ?? 1_048_576;

export function accepts(schema: Schema | boolean, value: unknown): boolean {
	return faultsOf(schema, value).length === 0;
}

type Lookup = ReturnType<typeof dereference>;

/** The components by their addresses. To resolve all of them takes longer than most requests, so it is done once. */
const components: Lookup = dereference({ components: document.components });
const lookups = new WeakMap<Schema, Lookup>();

/** Returns what the references in a schema lead to: its own parts, and the components. */
function lookupOf(schema: Schema): Lookup {
	const known = lookups.get(schema);
	if (known !== undefined) return known;
	const lookup = dereference(schema, Object.create(components), undefined, '/own');
	lookups.set(schema, lookup);
	return lookup;
}

export function faultsOf(schema: Schema | boolean, value: unknown) {
	const lookup = typeof schema === 'boolean' ? components : lookupOf(schema);
	return validate(value, schema, '2020-12', lookup, false).errors;
}

/** Returns a schema with its references resolved. */
export function flat(schema: Schema): Schema {
	const parts = [...(schema.$ref === undefined ? [] : [resolve(schema.$ref) ?? {}]), ...(schema.allOf ?? [])];
	return Object.assign({}, ...parts.map(flat), schema);
}

function resolve(ref: string): Schema | undefined {
	const name = /^#\/components\/schemas\/(\w+)$/.exec(ref)?.[1];
	return name === undefined ? undefined : document.components.schemas[name];
}

export function objectsIn(schema: Schema): Schema[] {
	const { properties = {}, items, anyOf = [], ...resolved } = flat(schema);
	const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
	const own = resolved.type === 'object' ? [{ ...resolved, properties }] : [];
	return [...own, ...inner.flatMap((one) => objectsIn(one as Schema))];
}

export const compose = (schema: Schema, at: string): unknown =>
	exampleOf(document as unknown as OpenApiDocument, schema as never, at);
