import type { Schema } from '@cfworker/json-schema';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newUser, type TestUser } from '../../harness/service.ts';
import { asked } from '../../tools/random/asked.ts';
import { faultsOf, type Operation, operations, takesFile } from '../contract/document.ts';
import { inBody } from './broken-body.ts';
import { type Draft, requestsOf } from './requests.ts';

/**
 * Somebody who may do nothing with these paths, whose ids name nothing. Shapes are looked at before roles, so that the answer
 * tells only whether the shape is right.
 */
let stranger: TestUser;
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	stranger = await newUser(['EMPLOYEE']);
});

const { runs = 2, seed = 20230307 } = asked;
const MAX_BODY_BYTES = 64 * 1024;

const BEYOND_SCHEMAS = [
	'conflict',
	'end_not_after_start',
	'invalid_key',
	'invalid_target',
	'not_supported',
	'repeated',
	'wrong',
];

/** Faults between fields, which a schema cannot say, secrets, formats, keys, and addresses, whose format allows more than mail servers do. */
const isBeyondSchemas = ({ code, pointer }: { code: string; pointer: string }) =>
	BEYOND_SCHEMAS.includes(code) ||
	/\/(after|email|domains\/\d+)$/.test(pointer) ||
	(code === 'required' && pointer === '#/endDate');

/** Whether a schema refuses a value for more than its format, which only tells what a text means. */
const isRefused = (schema: Schema, value: unknown): boolean =>
	faultsOf(schema, value).some(({ keyword }) => !/^(format|properties|items|anyOf|\$ref)$/.test(keyword));

const withBodies = operations.filter((one) => one.requestBody !== undefined && !takesFile(one));
const schemaOf = ({ requestBody }: Operation): Schema =>
	requestBody?.content['application/json']?.schema ?? {};

/** With ids of no record in the places of ids. */
const filled = (text: string): string => text.replaceAll(/\{\w+\.\w+\}/g, () => crypto.randomUUID());
const send = ({ method, path, body }: Draft) =>
	as(stranger).send(method, filled(path), typeof body === 'string' ? filled(body) : body);

/** The target of a cursor is not part of its shape. */
const isOfShape = ({ pointer }: { pointer: string }) => /^#\/(query\/(?!cursor$)|header\/)/.test(pointer);

const withParameters = operations.filter((one) =>
	(one.parameters ?? []).some(({ in: place }) => place !== 'path'),
);

test.each(withParameters)(
	'$operationId takes every query and header that the document describes',
	async (operation) => {
		await check(
			fc.asyncProperty(requestsOf(operation), async ({ method, path, query, headers, body }) => {
				const sent = operation.requestBody === undefined ? undefined : body;
				const answer = await as(stranger).send(method, filled(path) + filled(query), sent, headers);
				const told = faults(answer).filter(isOfShape);
				expect([told, query, headers]).toEqual([[], query, headers]);
			}),
		);
	},
);

const faults = ({ body }: { body: { errors?: { code: string; pointer: string }[] } }) => body.errors ?? [];

const check = (property: fc.IAsyncProperty<[Draft]>) => fc.assert(property, { numRuns: runs, seed });

describe.each(withBodies)('$operationId', (operation) => {
	test('takes every body that the document describes', async () => {
		await check(
			fc.asyncProperty(requestsOf(operation), async (draft) => {
				const value = parsed(String(draft.body));
				fc.pre(value === undefined || !isRefused(schemaOf(operation), value));
				const answer = await send(draft);
				expect(Object.keys(operation.responses)).toContain(String(answer.status));
				if (answer.status === 400) expect(faults(answer).filter((one) => !isBeyondSchemas(one))).toEqual([]);
			}),
		);
	});

	test('refuses every body that the document does not describe', async () => {
		const broken = fc.tuple(requestsOf(operation), inBody).map(([draft, breakage]) => breakage(draft));
		await check(
			fc.asyncProperty(broken, async (draft) => {
				const value = parsed(String(draft.body));
				if (value === undefined || !isRefused(schemaOf(operation), value)) return;
				// Operations that take files allow longer bodies.
				const isLong = new TextEncoder().encode(String(draft.body)).length > MAX_BODY_BYTES;
				expect(isLong ? [400, 413] : [400]).toContain((await send(draft)).status);
			}),
		);
	});
});

/** The validator of schemas cannot look at halves of surrogate pairs. */
function parsed(text: string): unknown {
	if (/\\ud[89a-f]/i.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
