import type { Schema } from '@cfworker/json-schema';
import fc from 'fast-check';
import { newTill } from '../../harness/tills.ts';
import { flat, operations } from '../contract/document.ts';

/** The names of all path ids of the document. A field whose name ends in one of them refers to such a record. */
export const ID_NAMES = [
	...new Set(operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))),
];

/** Whose record a placeholder such as `{own.employeeId}` stands for. */
export const OWNERS = ['own', 'colleague', 'foreign', 'unknown'] as const;
export type Owner = (typeof OWNERS)[number];
export const placeholder = (owner: Owner, name: string): string => `{${owner}.${name}}`;

const SMALL = 12;

/** Codes of a till: of a purchase, of a cancellation, of the future, and with another amount than was signed. */
const till = newTill();
const CODES = [
	till('10.00'),
	till('10.00', undefined, { data: 'AVBelegstorno^10.00_0.00_0.00_0.00_0.00^10.00:Bar' }),
	till('10.00', '2099-01-01T00:00:00.000Z'),
	till('10.00').replaceAll('10.00', '20.00'),
];

/** A value that a schema accepts; ids are placeholders. `name` is that of the field. */
export function valuesOf(schema: Schema, name = ''): fc.Arbitrary<unknown> {
	const { $ref: _, allOf: __, ...whole } = flat(schema);
	const alternatives = whole.anyOf ?? whole.oneOf;
	if (alternatives !== undefined) return fc.oneof(...alternatives.map((one) => valuesOf(one, name)));
	if (whole.enum !== undefined) return fc.constantFrom(...whole.enum);
	const types = [whole.type ?? 'string'].flat().toSorted();
	const made = types.map((type) => ({
		weight: type === 'null' ? 1 : 4,
		arbitrary: ofType(type, whole, name),
	}));
	return fc.oneof(...made);
}

function ofType(type: string, schema: Schema, name: string): fc.Arbitrary<unknown> {
	const { minimum = 0, maximum = minimum + 100_000, minItems = 0, maxItems = SMALL } = schema;
	switch (type) {
		case 'null':
			return fc.constant(null);
		case 'boolean':
			return fc.boolean();
		case 'integer':
		case 'number':
			return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
		case 'array':
			return fc.array(valuesOf((schema.items ?? {}) as Schema, name), {
				minLength: minItems,
				maxLength: Math.max(minItems, Math.min(maxItems, SMALL)),
			});
		case 'object':
			return objectOf(schema, schema.required ?? []);
		default:
			return textOf(schema, name);
	}
}

/** An object of a schema; whatever is not named may be missing. */
export function objectOf(schema: Schema, requiredKeys: string[]): fc.Arbitrary<Record<string, unknown>> {
	const { properties = {} } = flat(schema);
	const fields = Object.entries(properties).map(([key, one]) => [key, valuesOf(one as Schema, key)] as const);
	return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
}

function textOf({ format, pattern, ...schema }: Schema, name: string): fc.Arbitrary<string> {
	const { minLength = 0, maxLength = 255 } = schema;
	const singular = name.replace(/s$/, '').toLowerCase();
	const idName = ID_NAMES.toSorted((a, b) => b.length - a.length).find((one) =>
		singular.endsWith(one.toLowerCase()),
	);
	const written = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) });
	const longest = fc.constantFrom('x', 'ä').map((letter) => letter.repeat(maxLength));
	const example = fc.constant(String((schema as { example?: unknown }).example ?? 'x'));
	if (format === 'date-time') return fc.oneof(monthEdges, instants);
	if (format === 'date') return fc.oneof(monthEdges, instants).map((at) => at.slice(0, 10));
	if (format === 'email') return fc.oneof(fc.emailAddress(), example);
	if (idName !== undefined) return fc.constantFrom(...OWNERS).map((owner) => placeholder(owner, idName));
	const matching = (wanted: string) =>
		fc.stringMatching(new RegExp(wanted)).map((text) => text.padEnd(minLength, 'x'));
	if (name === 'machineReadable') return fc.oneof(fc.constantFrom(...CODES), example, written);
	if (pattern !== undefined) return fc.oneof(matching(pattern), example);
	return fc.oneof({ arbitrary: example, weight: 3 }, { arbitrary: written, weight: 3 }, longest);
}

const instants = fc
	.date({
		min: new Date('2000-01-01T00:00:00.000Z'),
		max: new Date('9999-12-31T23:59:59.999Z'),
		noInvalidDate: true,
	})
	.map((date) => date.toISOString());

/** The first and the last milliseconds of the months around the present of the tests, where most rules turn. */
const monthEdges = fc
	.tuple(fc.integer({ min: -3, max: 30 }), fc.constantFrom(0, -1))
	.map(([month, before]) => new Date(Date.UTC(2023, 2 + month) + before).toISOString());
