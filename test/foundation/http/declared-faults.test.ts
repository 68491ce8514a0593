import { expect, test } from 'vitest';
import { inTurns } from '../../harness/sampling.ts';
import { as, at, newUser, type TestUser } from '../../harness/service.ts';
import { testsFind } from '../../harness/snapshot.ts';
import { expectDeclared } from '../../whole/contract/answers.ts';
import { requestOf } from '../../whole/contract/calls.ts';
import { isPublic, operations } from '../../whole/contract/document.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';

let world: World;
let platform: TestUser;

const touch = testsFind(async () => {
	at('2023-03-07T12:00:00.000Z');
	world = await newWorld();
	platform = await newUser(['PLATFORM_ADMIN']);
});

const faulty = operations.filter(
	({ parameters = [], requestBody }) =>
		requestBody !== undefined || parameters.some((parameter) => parameter.in !== 'path'),
);

test.each(faulty)('$operationId declares the 400 that a fault in what it takes gets', ({ responses }) => {
	expect(Object.keys(responses)).toContain('400');
});

/** Those that declare neither header: the others are below. */
const guarded = operations.filter(
	(operation) =>
		!isPublic(operation) &&
		!operation.parameters?.some(({ name }) => ['If-None-Match', 'Idempotency-Key'].includes(name)),
);

test.each(guarded)(
	'$operationId declares the 400 that a header of 5000 characters gets',
	async (operation) => {
		const { path, body, headers } = requestOf(operation, world);
		const name = operation.method === 'GET' ? 'If-None-Match' : 'Idempotency-Key';
		const answer = await as(platform).send(operation.method, path, body, {
			...headers,
			[name]: 'x'.repeat(5000),
		});
		expect(answer.status).toBe(400);
		expectDeclared(operation, answer);
	},
);

const withHeaders = operations.flatMap((operation) =>
	(operation.parameters ?? [])
		.filter((parameter) => parameter.in === 'header')
		.map(({ name }) => ({ operationId: operation.operationId, operation, name })),
);

test.each(withHeaders)('$operationId answers a broken $name with what it declares', async (one) => {
	const { operation, name } = one;
	if (operation.method !== 'GET') touch();
	const { path, body, headers } = requestOf(operation, world);
	const send = (value: string) =>
		as(platform).send(operation.method, path, body, { ...headers, [name]: value });
	const tooLong = await send('x'.repeat(5000));
	const isBookmark = name === 'Zubrot-Bookmark';
	const expected = isBookmark ? { code: 'invalid_bookmark' } : { errors: [{ pointer: `#/header/${name}` }] };
	expect(tooLong).toMatchObject({ status: 400, body: expected });
	expectDeclared(operation, tooLong);
	const values = ['', '*, *', 'x', '"', '\xff'];
	for (const value of inTurns(values, withHeaders.indexOf(one), 5))
		expectDeclared(operation, await send(value));
});

const withIds = operations.filter(({ path }) => path.includes('{'));

test.each(withIds)('$operationId answers a broken id with what it declares', async (operation) => {
	const nowhere = Object.fromEntries(Object.keys(world).map((name) => [name, '']));
	const broken = ['%', '%00', '%ff', '..%2f', 'x'.repeat(2000), '{id}', "'%20OR%201=1--"];
	for (const id of inTurns(broken, withIds.indexOf(operation), 4)) {
		const ids = Object.fromEntries(Object.keys(nowhere).map((name) => [name, id]));
		const { path, body, headers } = requestOf(operation, { ...world, ...ids } as World);
		expectDeclared(operation, await as(platform).send(operation.method, path, body, headers));
	}
});
