/** The part of JSON Schema that the contracts use. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	description?: string;
	format?: string;
	pattern?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	example?: unknown;
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	allOf?: Schema[];
	anyOf?: Schema[];
}

export interface Content {
	schema: Schema;
	example?: unknown;
	examples?: Record<string, { value: unknown }>;
}

interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	required?: boolean;
	description?: string;
	schema: Schema;
	example?: unknown;
}

interface Described {
	operationId: string;
	tags: string[];
	summary: string;
	description?: string;
	security?: object[];
	parameters?: Parameter[];
	requestBody?: { required?: boolean; content: Record<string, Content> };
	responses: Record<
		string,
		{ description: string; headers?: Record<string, unknown>; content?: Record<string, Content> }
	>;
}

/** The part of an OpenAPI 3.1 document that this service writes. */
export interface OpenApiDocument {
	openapi: string;
	info: { title: string; version: string; description: string };
	security: object[];
	tags: { name: string; description: string }[];
	components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
	paths: Record<string, Record<string, Described>>;
}

export interface Operation extends Described {
	method: string;
	path: string;
}

export const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
	Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([verb, rest]) => ({ ...rest, method: verb.toUpperCase(), path })),
	);

/** Returns a schema with its references resolved. */
export function flat(document: OpenApiDocument, schema: Schema): Schema {
	const name = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
	const referred = name === undefined ? undefined : document.components.schemas[name];
	const parts = [...(referred === undefined ? [] : [referred]), ...(schema.allOf ?? [])];
	return Object.assign({}, ...parts.map((part) => flat(document, part)), schema);
}

/**
 * Returns a schema's example, or composes one from examples of its properties or items. Booleans and enumerations need no example.
 * Throws if a part has none.
 */
export function exampleOf(document: OpenApiDocument, schema: Schema, at = ''): unknown {
	const { type, properties, items, anyOf, enum: members, ...resolved } = flat(document, schema);
	if ('example' in resolved) return resolved.example;
	if (members !== undefined) return members[0];
	if (type === 'boolean') return true;
	if (items !== undefined) return [exampleOf(document, items, `${at}/0`)];
	if (anyOf?.[0] !== undefined) return exampleOf(document, anyOf[0], at);
	if (properties === undefined) throw new Error(`There is no example at ${at || 'the root'}`);
	return Object.fromEntries(
		Object.entries(properties).map(([name, property]) => [
			name,
			exampleOf(document, property, `${at}/${name}`),
		]),
	);
}

/** Returns the example of a body: the given one, or one composed from its schema. */
export const exampleOfContent = (document: OpenApiDocument, { schema, example }: Content): unknown =>
	example ?? exampleOf(document, schema);
