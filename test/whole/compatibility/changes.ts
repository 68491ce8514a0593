import { type Components, type Direction, type Schema, SchemaComparison } from './schemas.ts';

type Contents = Record<string, { schema?: Schema }>;

interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	schema?: Schema;
}

interface Header {
	$ref?: string;
	required?: boolean;
	schema?: Schema;
}

interface Response {
	headers?: Record<string, Header>;
	content?: Contents;
}

interface Operation {
	operationId?: string;
	security?: object[];
	parameters?: Parameter[];
	requestBody?: { required?: boolean; content: Contents };
	responses: Record<string, Response>;
}

export interface Contract extends Components {
	security?: object[];
	paths: Record<string, Record<string, Operation>>;
}

/** Returns a sentence for each change between two documents that breaks clients of the released one. */
export function breakingChanges(released: Contract, current: Contract): string[] {
	const schemas = new SchemaComparison(released, current);
	const found = operationsOf(released).flatMap(({ name, path, method, operation }) => {
		const now = current.paths[path]?.[method];
		if (now === undefined) return [`${name}: the operation is gone`];
		return [
			...when(
				now.operationId !== operation.operationId,
				`${name}: operationId was ${operation.operationId}, is ${now.operationId}`,
			),
			...when(
				isOpen(released, operation) && !isOpen(current, now),
				`${name}: authentication is required now`,
			),
			...parameterBreaks(schemas, name, operation, now),
			...bodyBreaks(schemas, name, operation, now),
			...responseBreaks(schemas, { released, current }, name, operation, now),
		];
	});
	return [...new Set(found)];
}

const when = (condition: boolean, sentence: string): string[] => (condition ? [sentence] : []);

const operationsOf = ({ paths }: Contract) =>
	Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			name: `${method.toUpperCase()} ${path}`,
			path,
			method,
			operation,
		})),
	);

const isOpen = ({ security = [] }: Contract, operation: Operation): boolean =>
	(operation.security ?? security).length === 0;

function parameterBreaks(
	schemas: SchemaComparison,
	name: string,
	{ parameters: before = [] }: Operation,
	{ parameters: after = [] }: Operation,
): string[] {
	const matching = (all: Parameter[], one: Parameter) =>
		all.find((other) => other.name === one.name && other.in === one.in);
	const at = (one: Parameter) => `${name} ${one.in} ${one.name}`;
	return [
		...before.flatMap((one) => {
			const now = matching(after, one);
			if (now === undefined) return [`${at(one)}: the parameter is gone`];
			return schemas.breaks(at(one), 'request', one.schema ?? {}, now.schema ?? {});
		}),
		...after
			.filter((one) => one.required === true && matching(before, one)?.required !== true)
			.map((one) => `${at(one)}: is required now`),
	];
}

function bodyBreaks(
	schemas: SchemaComparison,
	name: string,
	{ requestBody: before }: Operation,
	{ requestBody: after }: Operation,
): string[] {
	const isRequired = after?.required === true && before?.required !== true;
	return [
		...when(isRequired, `${name} body: is required now`),
		...contentBreaks(schemas, `${name} body`, 'request', before?.content, after?.content),
	];
}

function contentBreaks(
	schemas: SchemaComparison,
	at: string,
	direction: Direction,
	before: Contents = {},
	after: Contents = {},
): string[] {
	return Object.entries(before).flatMap(([type, { schema = {} }]) => {
		const now = after[type];
		if (now === undefined) return [`${at} ${type}: the media type is gone`];
		return schemas.breaks(`${at} ${type}`, direction, schema, now.schema ?? {});
	});
}

/** A client handles each success by its status. A refusal may come or go, but keeps its shape. */
function responseBreaks(
	schemas: SchemaComparison,
	documents: { released: Contract; current: Contract },
	name: string,
	{ responses: before }: Operation,
	{ responses: after }: Operation,
): string[] {
	return [
		...Object.entries(before).flatMap(([status, old]) => {
			const now = after[status];
			const at = `${name} ${status}`;
			if (now === undefined) return when(status < '4', `${at}: the status is gone`);
			return [
				...contentBreaks(schemas, at, 'response', old.content, now.content),
				...headerBreaks(schemas, documents, at, old, now),
			];
		}),
		// Only clients that send a condition receive a 304, and only those that ask for a dry run its response.
		...Object.entries(after)
			.filter(
				([status, answer]) => status.startsWith('2') && before[status] === undefined && !isPreview(answer),
			)
			.map(([status]) => `${name} ${status}: the success status is new`),
	];
}

const isPreview = ({ content = {} }: { content?: object }): boolean =>
	Object.keys(content).join() === 'application/vnd.zubrot.preview+json';

function headerBreaks(
	schemas: SchemaComparison,
	{ released, current }: { released: Contract; current: Contract },
	at: string,
	{ headers: before = {} }: Response,
	{ headers: after = {} }: Response,
): string[] {
	return Object.entries(before).flatMap(([header, reference]) => {
		const place = `${at} header ${header}`;
		const [old, now] = [headerOf(released, reference), headerOf(current, after[header])];
		if (now === undefined) return [`${place}: the header is gone`];
		return [
			...when(old?.required === true && now.required !== true, `${place}: may be missing now`),
			...schemas.breaks(place, 'response', old?.schema ?? {}, now.schema ?? {}),
		];
	});
}

function headerOf({ components }: Components, header: Header | undefined): Header | undefined {
	const name = header?.$ref?.split('/').at(-1);
	return name === undefined ? header : components?.headers?.[name];
}
