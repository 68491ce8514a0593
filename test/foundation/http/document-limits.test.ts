import type { Schema } from '@cfworker/json-schema';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isTried } from '../../harness/sampling.ts';
import { type Answer, as, at, newUser, type TestUser } from '../../harness/service.ts';
import { accepts, compose, flat, operations } from '../../whole/contract/document.ts';

/** A limit of the document: what lies on it, what lies beyond, and where the fault is pointed at. */
interface Limit {
	name: string;
	pointer: string;
	within: unknown;
	beyond: unknown;
}

let stranger: TestUser;

/** Shapes are checked before roles, so an unauthorized caller learns only whether a shape is valid. */
beforeAll(async () => {
	stranger = await newUser(['EMPLOYEE']);
});
beforeEach(() => at('2023-03-07T12:00:00.000Z'));

/** Both spellings of a field must say the same, so that only one of them is put to the test. */
const OTHER_SPELLING: Record<string, string> = {
	costCenter: 'costCentre',
	costCentre: 'costCenter',
	backup: 'at',
	at: 'backup',
};

/** Other fields that the body needs, because the field is only allowed with them. */
const ALLOWS: Record<string, object> = { recreationFor: { module: 'HOLIDAY', days: null } };

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** A text of a length that keeps to the format of its example, where there is one. */
function textOf(schema: Schema, example: string, length: number): string {
	if (schema.format === 'idn-email') return 'a@test.example'.padStart(length, 'a');
	if (schema.format === 'date-time') return `${example.slice(0, 20).padEnd(length - 1, '1')}Z`;
	if (schema.pattern?.startsWith('^[A-Za-z0-9+/]')) {
		return btoa(atob(example).padEnd(Math.floor((length * 3) / 4))).padEnd(length, 'A');
	}
	if (schema.pattern?.startsWith('^[a-z]{2,3}(-')) return 'deu-Latn-AT'.padEnd(length, 'x');
	if (/^\d+$/.test(example)) {
		const ones = '1'.repeat(length);
		return accepts(schema, ones) || !accepts(schema, '1') ? ones : '1'.padStart(length, '0');
	}
	return schema.pattern?.includes('\\x00') || schema.format
		? 'x'.repeat(length)
		: example.padEnd(length, 'x');
}

/** So many copies of an element; those of a decision are about an expense each, for none is decided on twice. */
const copies = (item: unknown, count: number): unknown[] =>
	Array.from({ length: count }, () =>
		Object(item).expenseId === undefined ? item : { ...Object(item), expenseId: crypto.randomUUID() },
	);

/** The limits of one value. `example` is valid. */
function limitsOf(schema: Schema, example: unknown, pointer: string): Limit[] {
	const { maxLength, minLength, maxItems, minItems, minimum, maximum } = schema;
	const limits: [string, unknown, unknown][] = [];
	if (typeof example === 'string' && isNumber(maxLength)) {
		const within = example.length === maxLength ? example : textOf(schema, example, maxLength);
		limits.push(['maxLength', within, textOf(schema, example, maxLength + 1)]);
	}
	if (typeof example === 'string' && isNumber(minLength)) {
		limits.push(['minLength', textOf(schema, example, minLength), example.slice(0, minLength - 1)]);
	}
	if (Array.isArray(example)) {
		const [item] = example;
		if (isNumber(maxItems)) {
			limits.push(['maxItems', copies(item, maxItems), copies(item, maxItems + 1)]);
		}
		if (isNumber(minItems) && minItems > 0)
			limits.push(['minItems', Array(minItems).fill(item), example.slice(0, minItems - 1)]);
	}
	if (isNumber(example) && isNumber(minimum)) limits.push(['minimum', minimum, minimum - 1]);
	if (isNumber(example) && isNumber(maximum)) limits.push(['maximum', maximum, maximum + 1]);
	return limits.map(([name, within, beyond]) => ({ name, pointer, within, beyond }));
}

/** An example of a value; where the document shows only that it may be null, one that is not. */
function exampleOf(schema: Schema, pointer: string): unknown {
	const { example, ...rest } = schema as Schema & { example?: unknown };
	if (example !== null) return compose(schema, pointer);
	if (rest.properties !== undefined || rest.items !== undefined || rest.enum !== undefined)
		return compose(rest, pointer);
	return [rest.type].flat().includes('string') ? 'x' : null;
}

/** The limits of a value and of all in it; `bodyWith` puts another value in its place. */
function allLimits(
	given: Schema,
	pointer: string,
	shown: unknown,
	bodyWith: (value: unknown) => unknown,
): (Limit & { bodyWith: typeof bodyWith })[] {
	const outer = flat(given);
	const schema = { ...outer, ...outer.anyOf?.map((one) => flat(one)).find(({ type }) => type !== 'null') };
	const example = shown ?? schema.minimum ?? exampleOf(schema, pointer);
	const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
		const part = (example as Record<string, unknown>)[name];
		const { [OTHER_SPELLING[name] ?? '']: _, ...others } = Object(example);
		const put = (value: unknown) => bodyWith({ ...others, ...ALLOWS[name], [name]: value });
		return allLimits(one as Schema, `${pointer}/${name}`, part, put);
	});
	const [first] = Array.isArray(example) ? example : [];
	const items =
		schema.items === undefined
			? []
			: allLimits(schema.items as Schema, `${pointer}/0`, first, (value) => bodyWith([value]));
	const own = limitsOf(schema, example, pointer).map((limit) => ({ ...limit, bodyWith }));
	return [...own, ...inner, ...items];
}

/** Faults of a value that fits the document: a password of somebody else, a foreign domain, a price below the amount, an early end. */
const OF_MEANING = ['wrong', 'outside_domain', 'below_amount', 'end_not_after_start', 'invalid_target'];

/** The faults in the shape of a request. */
const pointersOf = ({ body }: Answer): string[] =>
	(body.errors ?? [])
		.filter(({ code }: { code: string }) => !OF_MEANING.includes(code))
		.map(({ pointer }: { pointer: string }) => pointer);

/** Whether a request is refused for its shape. That a link names nobody, or a password is not one's own, is said after it. */
const isRefusedForShape = (answer: Answer): boolean =>
	answer.status === 400 &&
	answer.body.code !== 'link_not_valid' &&
	!(answer.body.errors?.length > 0 && pointersOf(answer).length === 0);

const inBodies = operations
	.filter((one) => one.requestBody?.content['application/json'] !== undefined)
	.flatMap((operation) => {
		const schema = operation.requestBody?.content['application/json']?.schema ?? {};
		const limits = allLimits(schema, '#', compose(schema, ''), (value) => value);
		return limits.map((limit) => ({ ...operation, ...limit, limit: limit.name }));
	});

describe('a limit of a body is kept at its boundary', () => {
	test.each(inBodies.filter((_, index) => isTried(index, 2)))(
		'$operationId $pointer $limit',
		async ({ method, path, bodyWith, ...limit }) => {
			const send = (value: unknown) =>
				as(stranger).send(method, path, bodyWith(value) as object, {
					'CF-Connecting-IP': limit.pointer,
				});
			const within = await send(limit.within);
			expect([isRefusedForShape(within), pointersOf(within)]).toEqual([false, []]);
			const beyond = await send(limit.beyond);
			expect(beyond).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
			expect(new Set(pointersOf(beyond))).toEqual(new Set([limit.pointer]));
		},
	);
});

const inParameters = operations.flatMap((operation) =>
	(operation.parameters ?? [])
		.filter((parameter) => parameter.in !== 'path')
		.flatMap((parameter) => {
			const { name, in: place } = parameter;
			const example = parameter.example ?? parameter.schema.example;
			return limitsOf(flat(parameter.schema), example, `#/${place}/${name}`).map((limit) => ({
				...operation,
				...limit,
				parameter: name,
				isHeader: place === 'header',
				limit: limit.name,
			}));
		}),
);

describe('a limit of a query or a header is kept at its boundary', () => {
	test.each(inParameters.filter((_, index) => isTried(index, 2)))(
		'$operationId $pointer $limit',
		async ({ method, path, parameter, ...limit }) => {
			const send = (value: unknown) => {
				const text = String(value);
				const query = limit.isHeader ? '' : `?${parameter}=${encodeURIComponent(text)}`;
				return as(stranger).send(
					method,
					path + query,
					undefined,
					limit.isHeader ? { [parameter]: text } : {},
				);
			};
			expect(pointersOf(await send(limit.beyond))).toContain(limit.pointer);
			expect(pointersOf(await send(limit.within))).not.toContain(limit.pointer);
		},
	);
});

describe('the first 100 of many faults are listed', () => {
	test.each([
		[100, 'The request has 100 faults.'],
		[101, 'The request has 101 faults. The first 100 are listed.'],
		[5000, 'The request has 5000 faults. The first 100 are listed.'],
	])('and all are counted: %i unknown fields', async (count, detail) => {
		const fields = Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 0]));
		const { status, body } = await as(stranger).put('/employees/x', fields);
		expect([status, body.detail]).toEqual([400, detail]);
		expect(body.errors).toHaveLength(100);
		expect(body.errors[99].pointer).toBe('#/x99');
	});

	test('and all are counted: 100 elements with 60 each', async () => {
		const rule = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x${n}`, 0]));
		const template = { name: 'x', companyIds: ['x'], rules: Array(100).fill(rule) };
		const { status, body } = await as(stranger).post('/flex/tax-rule-templates', template);
		expect([status, body.detail]).toEqual([400, 'The request has 6000 faults. The first 100 are listed.']);
		expect(body.errors[99].pointer).toBe('#/rules/1/x39');
		expect(body.errors).toHaveLength(100);
	});
});
