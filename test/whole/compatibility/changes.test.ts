import { describe, expect, test } from 'vitest';
import { breakingChanges, type Contract } from './changes.ts';

const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
const MONEY = { $ref: '#/components/schemas/Money' };

/** A contract with a place for each kind of change. Only requests use `Creation`, and only responses the other schemas. */
const CONTRACT = {
	security: [{ bearer: [] }],
	paths: {
		'/entries': {
			get: {
				operationId: 'listEntries',
				parameters: [
					{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
					{ name: 'from', in: 'query', required: true, schema: { type: 'string' } },
				],
				responses: {
					200: {
						headers: { Link: { schema: { type: 'string' } }, Trace: { $ref: '#/components/headers/Trace' } },
						content: json('Entries'),
					},
					304: {},
					400: { content: json('Problem') },
				},
			},
			post: {
				operationId: 'createEntry',
				security: [],
				requestBody: { required: false, content: json('Creation') },
				responses: { 201: { content: json('Entry') } },
			},
		},
	},
	components: {
		headers: { Trace: { required: true, schema: { type: 'string', maxLength: 9 } } },
		schemas: {
			Creation: {
				type: 'object',
				properties: {
					name: { type: 'string', minLength: 2, maxLength: 50, pattern: '^[a-z]+$' },
					state: { type: 'string', enum: ['NEW', 'OLD'] },
					days: { type: ['integer', 'null'], minimum: 1, maximum: 31, default: 5 },
					share: { type: 'number' },
					tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
					day: { type: 'string', format: 'date', description: 'The day' },
					labels: { type: 'object' },
				},
				required: ['name'],
				additionalProperties: false,
			},
			Entries: { type: 'array', items: { $ref: '#/components/schemas/Entry' } },
			Entry: {
				type: 'object',
				properties: {
					id: { type: 'string', format: 'uuid' },
					state: { type: 'string', enum: ['NEW', 'OLD'] },
					kind: { type: 'string', enum: ['a', 'b'], 'x-extensible': true },
					amount: { allOf: [MONEY, { description: 'The amount' }] },
					left: { anyOf: [MONEY, { type: 'null' }] },
					parent: { $ref: '#/components/schemas/Entry' },
					sums: { type: 'object', additionalProperties: { type: 'integer', maximum: 9 } },
				},
				required: ['id', 'state', 'kind', 'amount', 'left', 'sums'],
				additionalProperties: false,
			},
			Money: { type: 'object', properties: { value: { type: 'integer', maximum: 10 } }, required: ['value'] },
			Problem: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
		},
	},
};

/** Returns the contract with another value at a place; undefined removes it. */
function changed(place: string, value: unknown): Contract {
	const contract = structuredClone(CONTRACT);
	const steps = place
		.replace(/^(GET|POST)\b/, (method) => `paths./entries.${method.toLowerCase()}`)
		.replace(/^([A-Z]\w+)/, 'components.schemas.$1')
		.split('.');
	const last = steps.pop() ?? '';
	const part = steps.reduce<Record<string, unknown>>(
		(one, step) => one[step] as Record<string, unknown>,
		contract,
	);
	if (value === undefined) delete part[last];
	else part[last] = value;
	return contract as unknown as Contract;
}

const released = changed('security', CONTRACT.security);
const { get } = CONTRACT.paths['/entries'];
const [limit, from] = get.parameters;
const { Creation, Entry } = CONTRACT.components.schemas;
const without = <T extends object>(whole: T, name: keyof T) =>
	Object.fromEntries(Object.entries(whole).filter(([one]) => one !== String(name)));

type Change = [place: string, value: unknown, sentence: string];

const LIST = 'GET /entries';
const CREATE = 'POST /entries';

/** Changes that break clients, and whose opposite breaks none. */
const ONE_WAY: Change[] = [
	['POST', undefined, `${CREATE}: the operation is gone`],
	['POST.security', undefined, `${CREATE}: authentication is required now`],
	['GET.parameters', [from], `${LIST} query limit: the parameter is gone`],
	['GET.parameters.0.required', true, `${LIST} query limit: is required now`],
	['GET.parameters.0.schema.maximum', 9, `${LIST} query limit: maximum was 100, is 9`],
	['POST.requestBody.required', true, `${CREATE} body: is required now`],
	['POST.requestBody', undefined, `${CREATE} body application/json: the media type is gone`],
	['Creation.properties', without(Creation.properties, 'day'), 'request Creation.day: the field is gone'],
	['Creation.required', ['name', 'day'], 'request Creation.day: is required now'],
	['Creation.properties.state.enum', ['NEW'], 'request Creation.state: "OLD" is no longer permitted'],
	[
		'Creation.properties.day.enum',
		['2026-01-01'],
		'request Creation.day: only some values are permitted now',
	],
	['Creation.properties.days.type', 'integer', 'request Creation.days: null is no longer permitted'],
	['Creation.properties.share.type', 'integer', 'request Creation.share: number is no longer permitted'],
	['Creation.properties.name.minLength', 3, 'request Creation.name: minLength was 2, is 3'],
	['Creation.properties.name.maxLength', 20, 'request Creation.name: maxLength was 50, is 20'],
	['Creation.properties.day.maxLength', 10, 'request Creation.day: maxLength was none, is 10'],
	['Creation.properties.day.pattern', '^2', 'request Creation.day: pattern was none, is "^2"'],
	['Creation.properties.name.format', 'email', 'request Creation.name: format was none, is "email"'],
	['Creation.properties.days.minimum', 2, 'request Creation.days: minimum was 1, is 2'],
	['Creation.properties.days.maximum', 30, 'request Creation.days: maximum was 31, is 30'],
	[
		'Creation.properties.share.exclusiveMinimum',
		0,
		'request Creation.share: exclusiveMinimum was none, is 0',
	],
	[
		'Creation.properties.share.exclusiveMaximum',
		1,
		'request Creation.share: exclusiveMaximum was none, is 1',
	],
	['Creation.properties.days.multipleOf', 2, 'request Creation.days: multipleOf was none, is 2'],
	['Creation.properties.days.not', { const: 7 }, 'request Creation.days: not was none, is {"const":7}'],
	['Creation.properties.tags.minItems', 2, 'request Creation.tags: minItems was 1, is 2'],
	['Creation.properties.tags.maxItems', 2, 'request Creation.tags: maxItems was 3, is 2'],
	['Creation.properties.tags.uniqueItems', true, 'request Creation.tags: uniqueItems was none, is true'],
	[
		'Creation.properties.tags.contains',
		{ const: 'a' },
		'request Creation.tags: contains was none, is {"const":"a"}',
	],
	['Creation.properties.tags.items.maxLength', 5, 'request Creation.tags[]: maxLength was none, is 5'],
	['Creation.properties.labels.maxProperties', 5, 'request Creation.labels: maxProperties was none, is 5'],
	['Creation.properties.labels.minProperties', 1, 'request Creation.labels: minProperties was none, is 1'],
	[
		'Creation.properties.labels.propertyNames',
		{ maxLength: 5 },
		'request Creation.labels: propertyNames was none, is {"maxLength":5}',
	],
	[
		'Creation.properties.labels.additionalProperties',
		false,
		'request Creation.labels: further fields are no longer permitted',
	],

	['GET.responses', without(get.responses, 304), `${LIST} 304: the status is gone`],
	['GET.responses.200.content', {}, `${LIST} 200 application/json: the media type is gone`],
	[
		'GET.responses.200.headers',
		without(get.responses[200].headers, 'Link'),
		`${LIST} 200 header Link: the header is gone`,
	],
	['components.headers.Trace.required', false, `${LIST} 200 header Trace: may be missing now`],
	['components.headers.Trace.schema.maxLength', 10, `${LIST} 200 header Trace: maxLength was 9, is 10`],
	['Entry.properties', without(Entry.properties, 'parent'), 'response Entry.parent: the field is gone'],
	['Problem.properties', {}, 'response Problem.code: the field is gone'],
	['Entry.required', Entry.required.slice(1), 'response Entry.id: may be missing now'],
	['Entry.properties.id.type', ['string', 'null'], 'response Entry.id: may be null now'],
	['Entry.properties.amount', { anyOf: [MONEY, { type: 'null' }] }, 'response Entry.amount: may be null now'],
	['Entry.properties.state.enum', ['NEW', 'OLD', 'GONE'], 'response Entry.state: "GONE" is a new value'],
	['Entry.properties.state', { type: 'string' }, 'response Entry.state: any value may come now'],
	['Entry.properties.id.format', undefined, 'response Entry.id: format was "uuid", is none'],
	['Money.properties.value.maximum', 20, 'response Money.value: maximum was 10, is 20'],
	['Money.properties.value.type', 'number', 'response Money.value: may be number now'],
	['Entry.properties.sums.additionalProperties.maximum', 10, 'response Entry.sums.*: maximum was 9, is 10'],
	[
		'Entry.properties.sums.additionalProperties',
		false,
		'response Entry.sums: further fields are no longer permitted',
	],
];

/** Changes that break clients, and whose opposite does too. */
const BOTH_WAYS: Change[] = [
	['GET.operationId', 'listAll', `${LIST}: operationId was listEntries, is listAll`],
	['GET.parameters', [limit, from, { ...from, name: 'to' }], `${LIST} query to: is required now`],
	['Creation.properties.days.default', 6, 'request Creation.days: default was 5, is 6'],
	[
		'Creation.properties.name.pattern',
		'^[a-y]+$',
		'request Creation.name: pattern was "^[a-z]+$", is "^[a-y]+$"',
	],
	['Creation.properties.day.type', 'integer', 'request Creation.day: string is no longer permitted'],
	['POST.responses', { 200: { content: json('Entry') } }, `${CREATE} 201: the status is gone`],
	['GET.responses.202', {}, `${LIST} 202: the success status is new`],
	['GET.responses.200.content', json('Entry'), `${LIST} 200 application/json: may be object now`],
	['Entry.properties.id', { type: 'integer' }, 'response Entry.id: may be integer now'],
];

/** Changes that break no client, and whose opposite breaks none either. */
const HARMLESS: [place: string, value: unknown][] = [
	['GET.responses.404', { content: json('Problem') }],
	['Creation.properties.day.description', 'The first day'],
	['Entry.properties.kind.enum', ['a', 'b', 'c']],
	['Entry.properties.amount', MONEY],
	['Money.title', 'Money'],
	['GET.deprecated', true],
];

describe('a change breaks clients, and its opposite does not', () => {
	test.each(ONE_WAY)('%s = %j: %s', (place, value, sentence) => {
		expect(breakingChanges(released, changed(place, value))).toEqual([sentence]);
		expect(breakingChanges(changed(place, value), released)).toEqual([]);
	});
});

describe('a change breaks clients, and its opposite does too', () => {
	test.each(BOTH_WAYS)('%s = %j: %s', (place, value, sentence) => {
		expect(breakingChanges(released, changed(place, value))).toContain(sentence);
		expect(breakingChanges(changed(place, value), released)).not.toEqual([]);
	});
});

test.each(HARMLESS)('%s = %j breaks no client', (place, value) => {
	expect(breakingChanges(released, changed(place, value))).toEqual([]);
	expect(breakingChanges(changed(place, value), released)).toEqual([]);
});

test('a dry run that an operation offers now breaks no client', () => {
	const preview = { content: { 'application/vnd.zubrot.preview+json': { schema: {} } } };
	expect(breakingChanges(released, changed('POST.responses.200', preview))).toEqual([]);
});

test('a field with another name is a field that is gone', () => {
	const { day, ...others } = Creation.properties;
	expect(breakingChanges(released, changed('Creation.properties', { ...others, date: day }))).toEqual([
		'request Creation.day: the field is gone',
	]);
});

test('a new field of a request is allowed only if it is optional', () => {
	const properties = { ...Creation.properties, more: { type: 'string' } };
	expect(breakingChanges(released, changed('Creation.properties', properties))).toEqual([]);
	const required = changed('Creation', { ...Creation, properties, required: ['name', 'more'] });
	expect(breakingChanges(released, required)).toEqual(['request Creation.more: is required now']);
});

test('a list of a response may become longer', () => {
	expect(breakingChanges(changed('Entries.maxItems', 5), changed('Entries.maxItems', 6))).toEqual([]);
	expect(breakingChanges(changed('Entries.maxItems', 5), changed('Entries.minItems', 1))).toEqual([]);
	expect(breakingChanges(changed('Entries.minItems', 1), released)).not.toEqual([]);
});

test('a new field of a response is allowed, and a component may have another name', () => {
	const more = changed('Entry.properties.more', { type: 'string' });
	expect(breakingChanges(released, more)).toEqual([]);
	const { Money, ...others } = CONTRACT.components.schemas;
	const renamed = JSON.parse(
		JSON.stringify(changed('components.schemas', { ...others, Sum: Money })).replaceAll(
			'schemas/Money',
			'schemas/Sum',
		),
	);
	expect(breakingChanges(released, renamed)).toEqual([]);
});
