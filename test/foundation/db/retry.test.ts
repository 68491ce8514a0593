import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../../src/foundation/core/refusals.ts';
import { vaultOf } from '../../../src/foundation/core/vault.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { withRetry } from '../../../src/foundation/db/database.ts';
import { perform } from '../../../src/foundation/db/write.ts';
import { db } from '../../harness/service.ts';

/** Drizzle wraps what D1 says in a message that holds bound values. */
const wrapped = (message: string) => new Error('Failed query', { cause: new Error(message) });

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** Runs an operation that fails with each of the errors in turn and then answers; tells how often it ran. */
async function outcome(run: typeof withRetry<string>, errors: Error[]) {
	let count = 0;
	const settled = run(async () => {
		const error = errors[count++];
		if (error) throw error;
		return 'done';
	}).catch((error: Error) => (error instanceof Refusal ? error.code : error.message));
	await vi.runAllTimersAsync();
	return [await settled, count];
}

const LOST = 'D1_ERROR: Network connection lost.';
const times = (count: number, error: Error) => Array.from({ length: count }, () => error);

describe('a lost connection', () => {
	test.each([
		LOST,
		'Network connection lost.',
		'D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.',
		'D1_ERROR: D1 DB reset because its code was updated.',
	])('is tried again, wrapped or not: %s', async (message) => {
		expect(await outcome(withRetry, [new Error(message)])).toEqual(['done', 2]);
		expect(await outcome(withRetry, [wrapped(message)])).toEqual(['done', 2]);
	});

	test.each([
		[3, 'done', 4],
		[4, 'unavailable', 4],
		[9, 'unavailable', 4],
	])('%i times in a row ends as %s after %i attempts', async (failures, ending, attempts) => {
		expect(await outcome(withRetry, times(failures, wrapped(LOST)))).toEqual([ending, attempts]);
	});

	test('waits longer from attempt to attempt, at most half a second', async () => {
		vi.spyOn(Math, 'random').mockReturnValue(0.999);
		const waits: number[] = [];
		const settled = withRetry(() => {
			waits.push(Date.now());
			return Promise.reject(new Error(LOST));
		}).catch(() => {});
		await vi.runAllTimersAsync();
		await settled;
		const gaps = waits.slice(1).map((at, n) => at - (waits[n] ?? 0));
		expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
		expect(gaps[0]).toBeGreaterThan(0);
		expect(gaps.at(-1)).toBeLessThanOrEqual(500);
		vi.restoreAllMocks();
	});

	test('may wait no time at all, because the whole pause is left to chance', async () => {
		vi.spyOn(Math, 'random').mockReturnValue(0);
		const began = Date.now();
		expect(await outcome(withRetry, times(3, wrapped(LOST)))).toEqual(['done', 4]);
		expect(Date.now()).toBe(began);
		vi.restoreAllMocks();
	});
});

describe('errors that are not retried', () => {
	test.each([
		['an overloaded database', 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.', 'unavailable'],
		[
			'one that gave up',
			'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
			'unavailable',
		],
		[
			'one out of memory',
			"D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
			'unavailable',
		],
		['a violated constraint', 'D1_ERROR: UNIQUE constraint failed: users.email_key', undefined],
		['a stale revision', 'D1_ERROR: stale_revision: SQLITE_CONSTRAINT_TRIGGER', undefined],
		['a mistake in SQL', 'D1_ERROR: no such table: employee', undefined],
	])('%s', async (_, message, code) => {
		expect(await outcome(withRetry, [new Error(message)])).toEqual([code ?? message, 1]);
	});

	test('a refusal', async () => {
		expect(await outcome(withRetry, [new Refusal('not_found', LOST.slice(0, 3))])).toEqual(['not_found', 1]);
	});
});

describe('a stale revision', () => {
	const stale = wrapped('D1_ERROR: stale_revision: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)');
	const actor = {
		userId: '',
		sessionId: '',
		roles: [],
		employeeId: null,
		soleCompanyId: null,
		operations: null,
	};
	const client = { place: '', country: null, city: null, device: '' };

	/** A write whose attempts end as `run` does. */
	const performing = async (run: () => Promise<string>) => {
		const attempt = async () => ({ before: null, after: await run(), statements: [], changes: [] });
		const answer = await perform(
			{ db, actor, client, now: 0, requestId: '', vault: vaultOf(env), isMailCarried: false },
			attempt,
			({ after }) => ({
				status: 200,
				headers: {},
				body: after,
			}),
		);
		return answer.body;
	};

	test.each([
		[1, 'done', 2],
		[39, 'done', 40],
		[40, 'unavailable', 40],
	])('met %i times ends as %s after %i decisions', async (failures, ending, attempts) => {
		expect(await outcome(performing, times(failures, stale))).toEqual([ending, attempts]);
	});

	test.each([
		['an overlap', 'D1_ERROR: overlap: SQLITE_CONSTRAINT_TRIGGER'],
		['a violated constraint', 'D1_ERROR: UNIQUE constraint failed: employees.personnel_number'],
	])('is not %s, which is reported at once', async (_, message) => {
		expect(await outcome(performing, [wrapped(message)])).toEqual(['Failed query', 1]);
	});
});

test('an empty commit asks the database nothing', async () => {
	const batch = vi.spyOn(db, 'batch');
	await commit(db, []);
	expect(batch).not.toHaveBeenCalled();
	batch.mockRestore();
});
