import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { isTried } from '../../harness/sampling.ts';
import { as, at, newUser, type TestUser, userOf } from '../../harness/service.ts';
import { testsFind } from '../../harness/snapshot.ts';
import { noting } from '../../harness/writing.ts';
import { expectDeclared } from '../../whole/contract/answers.ts';
import { requestOf } from '../../whole/contract/calls.ts';
import { isPublic, operations } from '../../whole/contract/document.ts';
import { successOf } from '../../whole/contract/rights.ts';
import { isPrepared, newWorld, prepare, type World } from '../../whole/contract/world.ts';
import { isOfEmployee } from '../../whole/contract/writes.ts';

const behindBearer = operations.filter((one) => !isPublic(one));
const writes = behindBearer.filter(({ method }) => method !== 'GET').filter((_, index) => isTried(index, 3));
const reads = behindBearer.filter(({ method }) => method === 'GET').filter((_, index) => isTried(index, 3));

let platform: TestUser;
let employee: TestUser;
let world: World;
let asked: string[];

const { bindings: noted, written } = noting();

const touch = testsFind(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	world = await newWorld();
	employee = await userOf(world.employeeId);
});
beforeEach(() => {
	asked = [];
	written.length = 0;
});

type Limit = 'READ_RATE_LIMIT' | 'WRITE_RATE_LIMIT';

/** Bindings with a limit that these users have used up. */
function limited(name: Limit, ...users: TestUser[]) {
	const usedUp = users.map(({ userId }) => userId);
	const limit = async ({ key }: { key: string }) => {
		asked.push(key);
		return { success: !usedUp.includes(key) };
	};
	return { ...noted, [name]: { limit } as RateLimit };
}

test.each(writes)(
	'$operationId is refused with 429 to who has sent too many, and writes nothing',
	async (one) => {
		const { path, body, headers } = requestOf(one, world);
		for (const [content, more] of [
			[body, { 'Idempotency-Key': 'x' }],
			['{', {}],
		] as const) {
			const sent = { ...headers, ...more };
			const answer = await as(platform, limited('WRITE_RATE_LIMIT', platform)).send(
				one.method,
				path,
				content,
				sent,
			);
			expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
			expect(answer.headers.get('Retry-After')).toBe('10');
			expectDeclared(one, answer);
		}
		expect(written).toEqual([]);
		expect(asked).toEqual([platform.userId, platform.userId]);
	},
);

test.each(reads)(
	'$operationId is refused with 429 to who has read too much, by GET and by HEAD',
	async (one) => {
		const { path } = requestOf(one, world);
		const answer = await as(platform, limited('READ_RATE_LIMIT', platform)).get(path);
		expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
		expect(answer.headers.get('Retry-After')).toBe('10');
		expectDeclared(one, answer);
		expect((await as(platform, limited('READ_RATE_LIMIT', platform)).send('HEAD', path)).status).toBe(429);
		expect(asked).toEqual([platform.userId, platform.userId]);
	},
);

describe('the limit of writes', () => {
	test.each(reads)('does not count $operationId, by GET or by HEAD', async (one) => {
		if (isPrepared(one.operationId)) touch();
		const caller = isOfEmployee(one.operationId) ? employee : platform;
		await prepare(one.operationId, caller.userId, world);
		const { path } = requestOf(one, world);
		for (const method of ['GET', 'HEAD']) {
			const bindings = limited('WRITE_RATE_LIMIT', caller);
			const { status } = await as(caller, bindings).send(method, path);
			expect(status).toBe(successOf(one.operationId));
		}
		expect(asked).toEqual([]);
	});

	test('lets nobody wait for the limit of reads, nor the other way', async () => {
		touch();
		const path = `/employees/${world.employeeId}`;
		const reader = as(platform, limited('WRITE_RATE_LIMIT', platform));
		const writer = as(platform, limited('READ_RATE_LIMIT', platform));
		expect((await reader.get(path)).status).toBe(200);
		expect((await writer.put(path, { costCentre: '1' })).status).toBe(200);
	});

	test('is one for each user, whatever the session or the operation', async () => {
		touch();
		const other = await newUser(['PLATFORM_ADMIN']);
		const bindings = limited('WRITE_RATE_LIMIT', platform);
		const change = { costCentre: '1' };
		const path = `/employees/${world.employeeId}`;
		expect((await as(platform, bindings).put(path, change)).status).toBe(429);
		expect((await as(other, bindings).put(path, change)).status).toBe(200);
		expect((await as(platform).put(path, change)).status).toBe(200);
		expect(asked).toEqual([platform.userId, other.userId]);
	});
});

describe('one question stands for a hundred reads or twenty writes', () => {
	/** A limit of so many questions, until it is opened again. */
	function limitOf(questions: number, name: Limit = 'READ_RATE_LIMIT') {
		let left = questions;
		const limit = async ({ key }: { key: string }) => {
			asked.push(key);
			return { success: left-- > 0 };
		};
		const open = () => {
			left = questions;
		};
		return { open, bindings: { ...env, [name]: { limit } as RateLimit } };
	}

	const statusesOf = async (user: TestUser, bindings: typeof env, count: number) => {
		const statuses = new Set<number>();
		for (let n = 0; n < count; n++) statuses.add((await as(user, bindings).get('/auth/me')).status);
		return [...statuses];
	};

	test('so that a limit of two lets two hundred reads pass, and asks about all further ones until they may pass', async () => {
		const { bindings, open } = limitOf(2);
		expect(await statusesOf(platform, bindings, 200)).toEqual([200]);
		expect(asked).toHaveLength(2);
		expect(await statusesOf(platform, bindings, 12)).toEqual([429]);
		expect(asked).toHaveLength(14);
		open();
		expect(await statusesOf(platform, bindings, 200)).toEqual([200]);
		expect(await statusesOf(platform, bindings, 1)).toEqual([429]);
	});

	/** The local bindings count in windows of the wall clock; what is compared must lie in one of them. */
	async function withinTenSeconds(): Promise<void> {
		const left = 10_000 - (Date.now() % 10_000);
		if (left < 4000) await new Promise((resolve) => setTimeout(resolve, left));
	}

	test.each<[number, string, Limit, number]>([
		[20_000, 'reads', 'READ_RATE_LIMIT', 100],
		[1000, 'writes', 'WRITE_RATE_LIMIT', 20],
	])('so that %i %s pass in 10 seconds', { timeout: 20_000 }, async (requests, _, name, share) => {
		const key = crypto.randomUUID();
		await withinTenSeconds();
		for (let passed = 0; passed < requests; passed += share) {
			expect((await env[name].limit({ key })).success).toBe(true);
		}
		expect((await env[name].limit({ key })).success).toBe(false);
	});

	test('so that a limit of one lets twenty writes pass', async () => {
		touch();
		const { bindings } = limitOf(1, 'WRITE_RATE_LIMIT');
		const write = (costCentre: string) =>
			as(platform, bindings).put(`/employees/${world.employeeId}`, { costCentre });
		for (let n = 1; n <= 20; n++) expect((await write(String(n))).status).toBe(200);
		expect((await write('21')).status).toBe(429);
	});

	test('limits each user separately', async () => {
		touch();
		const { bindings } = limitOf(2);
		const other = await newUser(['PLATFORM_ADMIN']);
		expect(await statusesOf(platform, bindings, 100)).toEqual([200]);
		expect(await statusesOf(other, bindings, 100)).toEqual([200]);
		expect(asked).toEqual([platform.userId, other.userId]);
	});

	test('limits simultaneous requests too', async () => {
		const { bindings } = limitOf(3);
		await statusesOf(platform, bindings, 1);
		await Promise.all(Array.from({ length: 200 }, () => statusesOf(platform, bindings, 1)));
		expect(asked).toHaveLength(3);
	});
});
