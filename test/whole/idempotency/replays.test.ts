import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { isTried } from '../../harness/sampling.ts';
import { type Answer, as, at, newUser, now, openSession, type TestUser } from '../../harness/service.ts';
import { readState, testsFind } from '../../harness/snapshot.ts';
import { noting } from '../../harness/writing.ts';
import { CALLS, requestOf, withQuery } from '../contract/calls.ts';
import { operationOf } from '../contract/document.ts';
import { successOf } from '../contract/rights.ts';
import { newWorld, type World } from '../contract/world.ts';
import { isOfEmployee, newCallerOf, writes } from '../contract/writes.ts';
import { withoutSecrets } from '../faults/comparable.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const AN_HOUR_LATER = '2023-03-07T13:00:00.000Z';

let world: World;
const noted = noting();
const { bindings, written } = noted;

const touch = testsFind(async () => {
	at(NOON);
	world = await newWorld();
});

interface Sent {
	method: string;
	path: string;
	body?: unknown;
	headers?: Record<string, string> | undefined;
}

const keyed = (key: string, headers: object = {}) => ({ ...headers, 'Idempotency-Key': key });
const storedKeys = async () =>
	(await env.DB.prepare('SELECT status FROM idempotency_keys').all<{ status: number }>()).results;
/** The parts of an answer that a caller keeps. */
const told = ({ status, headers, body }: Answer) => ({
	status,
	body: withoutSecrets(body),
	type: headers.get('Content-Type'),
	location: headers.get('Location'),
	etag: headers.get('ETag'),
});
const isReplay = ({ headers }: Answer) => headers.get('Idempotency-Replayed');
const refused = (code: string) => ({ status: 409, body: { code } });

test('the writes of the document are those that declare the key', () => {
	const declaring = (id: string) =>
		operationOf(id).parameters?.some(
			({ name, in: place }) => name === 'Idempotency-Key' && place === 'header',
		);
	expect(Object.keys(CALLS).filter(declaring).sort()).toEqual(
		[
			...writes.map(({ operationId }) => operationId),
			'advanceSandbox',
			'populateSandbox',
			'resetSandbox',
		].sort(),
	);
	expect(writes.length).toBeGreaterThan(20);
});

/** Operations that read again once they know what the caller reaches, or that store a step of their own first. */
const LONGER: Record<string, number> = {
	correctTransaction: 3,
	addReceipt: 3,
	addStandingProof: 3,
	addReceiptDraft: 3,
	proposeChange: 3,
	releaseProposal: 3,
	closePayrollRun: 4,
	repairCells: 3,
	revokePlatformApiKey: 3,
};

/** Operations that read again after their answer. A move reads how far it is, and continues. */
const AFTERWARDS: Record<string, number> = { moveCompany: 1, restoreCompany: 1 };

/** The operation with the one that follows it in the document, among those for the same callers. */
const pairs = [true, false].flatMap((isOwn) => {
	const alike = writes.filter(({ operationId }) => isOfEmployee(operationId) === isOwn);
	return alike.map((operation, index) => ({
		...operation,
		operation,
		next: alike[(index + 1) % alike.length] ?? operation,
		/** The service handles keys in one place, so that `npm test` sends all other requests under the key for one of four operations. */
		isTriedWithAll: isTried(index, 4),
	}));
});

describe.each(pairs)('$operationId', ({ operationId, operation, next, isTriedWithAll }) => {
	const request = () => ({ method: operation.method, ...requestOf(operation, world) });
	const send = (caller: TestUser, key: string, { method, path, body, headers }: Sent = request()) =>
		as(caller, bindings).send(method, path, body, keyed(key, headers));

	beforeEach(touch);

	test('under a key takes two round trips; its replay takes one, answers the same and writes nothing more', async () => {
		const caller = await newCallerOf(operationId, world);
		const given = request();
		// After a request, the session is known.
		await as(caller).get('/auth/me');
		if (isTriedWithAll) {
			await triedOut(caller, given);
			await refusedBefore(caller, given);
		}

		noted.trips = 0;
		const first = await send(caller, 'k', given);
		expect(noted.trips - (AFTERWARDS[operationId] ?? 0), 'round trips').toBe(LONGER[operationId] ?? 2);
		expect(first.status).toBe(successOf(operationId));
		expect(isReplay(first)).toBeNull();
		// Logging out ends the session, but not the caller's key.
		const again = operationId === 'logout' ? await openSession(caller.userId) : caller;
		expect(written).toContain('idempotency_keys');

		written.length = 0;
		if (isTriedWithAll) await conflicting(again, given);
		at(AN_HOUR_LATER);
		// The session is known then.
		await as(again).get('/auth/me');
		noted.trips = 0;
		const second = await send(again, 'k', given);
		expect(noted.trips - (AFTERWARDS[operationId] ?? 0), 'round trips of the replay').toBe(1);
		expect(told(second)).toEqual(withoutSecrets(told(first)));
		expect(isReplay(second)).toBe('true');
		expect(written).toEqual([]);

		if (!isTriedWithAll) return;
		// Another caller with this key makes another request.
		const answer = await send(await newUser(['PLATFORM_ADMIN']), 'k');
		expect(isReplay(answer)).toBeNull();
		expect(answer.body.code).not.toBe('idempotency_conflict');
	});

	/** A dry run keeps no key. */
	async function triedOut(caller: TestUser, given: Sent): Promise<void> {
		written.length = 0;
		const tried = await send(caller, 'k', { ...given, path: withQuery(given.path, 'dryRun=true') });
		expect([200, 400]).toContain(tried.status);
		expect(written).toEqual([]);
		if (tried.status === 400) expect(tried.body.errors).toMatchObject([{ pointer: '#/query/dryRun' }]);
	}

	/** A refusal leaves the key to another request. */
	async function refusedBefore(caller: TestUser, given: Sent): Promise<void> {
		const nowhere = Object.fromEntries(Object.keys(world).map((name) => [name, newId(now())]));
		const { path } = requestOf(operation, { ...world, ...nowhere } as World);
		const refusals = [{ ...given, path: withQuery(given.path, 'dryRun=perhaps') }];
		if (path !== given.path) refusals.push({ ...given, path });
		for (const other of refusals) {
			expect((await send(caller, 'k', other)).status).toBe(other.path === path ? 404 : 400);
			expect(await storedKeys()).toEqual([]);
		}
	}

	/** Another body, query, path or method conflicts under the key. */
	async function conflicting(caller: TestUser, given: Sent): Promise<void> {
		for (const other of others(given)) {
			const answer = await send(caller, 'k', other);
			expect(answer).toMatchObject(refused('idempotency_conflict'));
			expect(isReplay(answer)).toBeNull();
		}
	}

	/** A request of another query, one of another path or method, and one whose body has other bytes. */
	function others(given: Sent): Sent[] {
		const { path, body } = given;
		const others = [
			{ ...given, path: withQuery(path, 'dryRun=false') },
			{ method: next.method, ...requestOf(next, world) },
		];
		if (body === undefined) return others;
		const other = typeof body === 'string' ? `${body}\n` : JSON.stringify(body, null, 1);
		return [...others, { ...given, body: other }];
	}

	test.runIf(isTriedWithAll)(
		'a request sent twice at once is one write; the other is asked to wait, or gets the same answer',
		async () => {
			const caller = await newCallerOf(operationId, world);
			const given = request();
			const { events: before = [] } = await readState();
			const answers = await Promise.all([send(caller, 'k', given), send(caller, 'k', given)]);
			const [done, twin] = answers.toSorted((a, b) => a.status - b.status);
			expect(done?.status).toBe(successOf(operationId));
			if (done === undefined || twin === undefined) throw new Error('There are two answers');
			if (twin.status === 409) {
				expect(twin).toMatchObject(refused('request_in_progress'));
				expect(Number(twin.headers.get('Retry-After'))).toBeGreaterThan(0);
			} else {
				expect(withoutSecrets(told(twin))).toEqual(withoutSecrets(told(done)));
			}
			expect(await storedKeys()).toEqual([{ status: done.status }]);
			const { events = [] } = await readState();
			const own = events.slice(before.length);
			expect(new Set(own.map(({ type, record_id }) => `${type} ${record_id}`)).size).toBe(own.length);
		},
	);
});
