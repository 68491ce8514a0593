import { type Schema as JsonSchema, Validator } from '@cfworker/json-schema';

/** The keywords of JSON Schema that the comparison reads by name. `LIMITS` lists the others. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	enum?: unknown[];
	const?: unknown;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean | Schema;
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
	'x-extensible'?: boolean;
	[keyword: string]: unknown;
}

export interface Components {
	components?: Record<string, Record<string, object>>;
}

/** Clients send what the request schema permits, and receive what the response schema permits. */
export type Direction = 'request' | 'response';

type Rule = (inner: never, outer: never) => boolean;

const atLeast = (inner = Number.NEGATIVE_INFINITY, outer = Number.NEGATIVE_INFINITY): boolean =>
	inner >= outer;
const atMost = (inner = Number.POSITIVE_INFINITY, outer = Number.POSITIVE_INFINITY): boolean =>
	inner <= outer;
const longEnough = (inner = 0, outer = 0): boolean => inner >= outer;
const same = (inner: unknown, outer: unknown): boolean => outer === undefined || isEqual(inner, outer);

/** For each keyword: whether every value within the limit `inner` is also within the limit `outer`. */
const LIMITS: Record<string, Rule> = {
	minimum: atLeast,
	exclusiveMinimum: atLeast,
	maximum: atMost,
	exclusiveMaximum: atMost,
	minLength: longEnough,
	maxLength: atMost,
	minItems: longEnough,
	maxItems: atMost,
	minProperties: longEnough,
	maxProperties: atMost,
	multipleOf: (inner: number, outer?: number) => outer === undefined || inner % outer === 0,
	// Whether one pattern permits less than another is not decidable, so that any other pattern counts as a change.
	pattern: same,
	format: same,
	not: same,
	contains: same,
	uniqueItems: (inner?: boolean, outer?: boolean) => outer !== true || inner === true,
	propertyNames: same,
	prefixItems: same,
};

const ANNOTATIONS = new Set(['description', 'title', 'example', 'examples', 'default', 'deprecated']);

/** Returns a value as text, with sorted keys and without descriptions and examples. */
const textOf = (value: unknown): string =>
	JSON.stringify(value, (_, part) =>
		part !== null && typeof part === 'object' && !Array.isArray(part)
			? Object.fromEntries(
					Object.entries(part)
						.filter(([key]) => !ANNOTATIONS.has(key))
						.sort(([one], [other]) => (one < other ? -1 : 1)),
				)
			: part,
	) ?? 'none';

const isEqual = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

/** One of the types that a schema permits, with the name of its component. */
interface Alternative {
	name: string | undefined;
	type: string | undefined;
	schema: Schema;
}

/** Compares schemas of the released document with those of the current one, and finds what breaks clients. */
export class SchemaComparison {
	readonly #known = new Map<string, string[]>();
	readonly #released: Components;
	readonly #current: Components;

	constructor(released: Components, current: Components) {
		this.#released = released;
		this.#current = current;
	}

	/**
	 * Returns a sentence for each change that breaks a client. A request must still permit each value that it permitted. A
	 * response must permit no value that it did not, except for new fields and longer lists.
	 */
	breaks(at: string, direction: Direction, released: Schema, current: Schema): string[] {
		const before = alternativesOf(this.#released, released);
		const after = alternativesOf(this.#current, current);
		if (direction === 'request') {
			return before.flatMap(
				(old) =>
					fewest(
						after
							.filter((one) => isType(old, one))
							.map((one) => this.#ofAlternative(at, direction, old, one)),
					) ?? [`${at}: ${old.type ?? 'any type'} is no longer permitted`],
			);
		}
		return after.flatMap(
			(one) =>
				fewest(
					before.filter((old) => isType(one, old)).map((old) => this.#ofAlternative(at, direction, old, one)),
				) ?? [`${at}: may be ${one.type ?? 'of any type'} now`],
		);
	}

	/** Compares two components once, and reports their changes by the name of the component. */
	#ofAlternative(at: string, direction: Direction, old: Alternative, current: Alternative): string[] {
		if (old.name === undefined || current.name === undefined) {
			return this.#ofSchemas(at, direction, old.schema, current.schema);
		}
		const key = `${direction} ${old.name} ${old.type} ${current.name} ${current.type}`;
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		// A schema that contains itself adds nothing new.
		this.#known.set(key, []);
		const found = this.#ofSchemas(`${direction} ${old.name}`, direction, old.schema, current.schema);
		this.#known.set(key, found);
		return found;
	}

	#ofSchemas(at: string, direction: Direction, old: Schema, current: Schema): string[] {
		const isRequest = direction === 'request';
		const [inner, outer] = isRequest ? [old, current] : [current, old];
		const { default: before } = old;
		const { default: after } = current;
		return [
			...this.#ofValues(at, direction, inner, outer),
			...(isRequest && before !== undefined && !isEqual(before, after)
				? [`${at}: default was ${textOf(before)}, is ${textOf(after)}`]
				: []),
			...requiredBreaks(at, direction, old, current),
			...Object.entries(old.properties ?? {}).flatMap(([name, property]) => {
				const now = current.properties?.[name];
				if (now === undefined) return [`${at}.${name}: the field is gone`];
				return this.breaks(`${at}.${name}`, direction, property, now);
			}),
			...this.#ofFurtherFields(at, direction, old, current),
			...(old.items || current.items
				? this.breaks(`${at}[]`, direction, old.items ?? {}, current.items ?? {})
				: []),
		];
	}

	/** Compares enumerations, or limits where there is none. */
	#ofValues(at: string, direction: Direction, inner: Schema, outer: Schema): string[] {
		const [few, many] = [membersOf(inner), membersOf(outer)];
		const change = direction === 'request' ? 'is no longer permitted' : 'is a new value';
		if (few !== undefined) {
			// Clients of the released contract expect more values.
			if (direction === 'response' && outer['x-extensible'] === true) return [];
			const validator = new Validator(outer as JsonSchema, '2020-12', false);
			return few
				.filter((value) => !validator.validate(value).valid)
				.map((value) => `${at}: ${textOf(value)} ${change}`);
		}
		if (many !== undefined) {
			return direction === 'response' && outer['x-extensible'] === true
				? []
				: [
						`${at}: ${direction === 'request' ? 'only some values are permitted now' : 'any value may come now'}`,
					];
		}
		return (
			Object.entries(LIMITS)
				// Clients read lists of any length.
				.filter(([keyword]) => direction === 'request' || keyword !== 'maxItems')
				.filter(([keyword, fits]) => !fits(inner[keyword] as never, outer[keyword] as never))
				.map(([keyword]) => {
					const [old, current] = direction === 'request' ? [inner, outer] : [outer, inner];
					return `${at}: ${keyword} was ${textOf(old[keyword])}, is ${textOf(current[keyword])}`;
				})
		);
	}

	/** Compares the fields that have no names, such as the entries of a map. */
	#ofFurtherFields(at: string, direction: Direction, old: Schema, current: Schema): string[] {
		const [before, after] = [furtherOf(old), furtherOf(current)];
		if (before === false) return [];
		if (after !== false) return this.breaks(`${at}.*`, direction, before, after);
		const wasMap = Object.keys(before).length > 0;
		return direction === 'request' || wasMap ? [`${at}: further fields are no longer permitted`] : [];
	}
}

/** A request may require no more fields than before, and a response no fewer. */
function requiredBreaks(at: string, direction: Direction, old: Schema, current: Schema): string[] {
	const [before, after] = [old.required ?? [], current.required ?? []];
	if (direction === 'request') {
		return after.filter((name) => !before.includes(name)).map((name) => `${at}.${name}: is required now`);
	}
	return before
		.filter((name) => !after.includes(name) && current.properties?.[name] !== undefined)
		.map((name) => `${at}.${name}: may be missing now`);
}

const furtherOf = ({ type, additionalProperties = true }: Schema): Schema | false => {
	if (type !== 'object') return false;
	return additionalProperties === true ? {} : additionalProperties;
};

const membersOf = (schema: Schema): unknown[] | undefined =>
	schema.enum ?? ('const' in schema ? [schema.const] : undefined);

/** The changes of the most similar alternative; undefined if there is none. */
const fewest = (found: string[][]): string[] | undefined =>
	found.toSorted((one, other) => one.length - other.length)[0];

const isType = (inner: Alternative, outer: Alternative): boolean =>
	outer.type === undefined ||
	inner.type === outer.type ||
	(inner.type === 'integer' && outer.type === 'number');

function alternativesOf(document: Components, schema: Schema): Alternative[] {
	const { name, schema: whole } = resolved(document, schema);
	const { anyOf, oneOf, type, ...rest } = whole;
	const union = anyOf ?? oneOf;
	if (union !== undefined) {
		const shared = type === undefined ? rest : { ...rest, type };
		return union.flatMap((part) =>
			Object.keys(shared).every((key) => ANNOTATIONS.has(key))
				? alternativesOf(document, part)
				: alternativesOf(document, { allOf: [part, shared] }),
		);
	}
	const members = membersOf(rest);
	const types = type === undefined ? [...new Set(members?.map(typeOf) ?? [undefined])] : [type].flat();
	return types.map((one) => {
		if (one === 'null') return { name: undefined, type: one, schema: { type: one } };
		const { enum: _, const: __, ...others } = rest;
		const own = members?.filter(
			(value) => one === typeOf(value) || (one === 'number' && typeof value === one),
		);
		return { name, type: one, schema: { ...others, ...(one && { type: one }), ...(own && { enum: own }) } };
	});
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Follows references and merges `allOf`. A component keeps its name if only descriptions are added to it. */
function resolved(document: Components, schema: Schema): { name: string | undefined; schema: Schema } {
	const { $ref, allOf = [], ...own } = schema;
	const referred = $ref === undefined ? [] : [{ name: nameIn($ref), ...lookUp(document, $ref) }];
	const parts = [...referred, ...allOf.map((part) => resolved(document, part))];
	const whole = [...parts.map((part) => part.schema), own].reduce(merged, {});
	const added = [...parts.slice(1).map((part) => part.schema), own].flatMap(Object.keys);
	const isSame = added.every((key) => ANNOTATIONS.has(key));
	return { name: isSame ? parts[0]?.name : undefined, schema: whole };
}

const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

function lookUp(document: Components, ref: string): { schema: Schema } {
	const [kind = '', name = ''] = ref.split('/').slice(2);
	const found = document.components?.[kind]?.[name];
	if (found === undefined) throw new Error(`The document has no ${ref}`);
	return { schema: resolved(document, found as Schema).schema };
}

function merged(one: Schema, other: Schema): Schema {
	const properties = { ...one.properties, ...other.properties };
	const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
	return {
		...one,
		...other,
		...((one.properties || other.properties) && { properties }),
		...(required.length > 0 && { required }),
	};
}
