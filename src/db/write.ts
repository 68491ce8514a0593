import type { Actor } from '../core/actor.ts';
import type { Author, Change } from '../core/history.ts';
import type { Call } from './call.ts';
import { batch, type Statement } from './client.ts';
import { commit, isStale, type Refusals, SERIAL_ATTEMPTS } from './commit.ts';
import { type Event, eventById, identified, recordEvents } from './history.ts';
import { type Answer, claimStatements, hold, inProgress, saveAnswer } from './idempotency.ts';
import { jitter, unavailable } from './retry.ts';

/** What a use case has decided on what it read. Nothing of it is stored yet. */
export interface Outcome<T> {
	/** What is changed, as it was; null for what is new. */
	before: T | null;
	after: T;
	statements: readonly Statement[];
	/** What the history tells of the change. */
	events: readonly Change[];
	/** Refusals by what the database raises. */
	refusals?: Refusals;
}

/** A use case that changes something: `decide` reads and decides, as often as somebody else comes first. */
export interface Write<T> {
	call: Call;
	decide: () => Promise<Outcome<T>>;
}

/**
 * Decides and stores: the change, its events and, under an idempotency key, its answer in one atomic batch. `respond` sees
 * the outcome before it is stored, so that it may still refuse it. Revisions, which each commit must advance by exactly
 * one, make the outcome one of some serial order.
 */
export async function perform<T>(
	{ call, decide }: Write<T>,
	respond?: (outcome: Outcome<T>) => Answer,
): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		let decided: { outcome: Outcome<T>; events: Event[] } | undefined;
		try {
			const outcome = await decide();
			decided = { outcome, events: identified(outcome.events, call.now) };
			await store(call, outcome, decided.events, respond?.(outcome));
			return outcome.after;
		} catch (error) {
			if (!isStale(error)) throw error;
			if (decided && (await isStored(call, decided.events))) return decided.outcome.after;
			if (attempt === SERIAL_ATTEMPTS) throw unavailable(error);
			await jitter(attempt);
		}
	}
}

export const authorOf = ({ userId, sessionId, roles }: Actor): Author => ({
	type: 'USER',
	userId,
	sessionId,
	roles,
});

async function store(
	call: Call,
	{ statements, refusals }: Outcome<unknown>,
	events: readonly Event[],
	answer: Answer | undefined,
): Promise<void> {
	const { db, now, claim } = call;
	const changes = [...statements, ...recordEvents(db, authorOf(call.actor), now, events)];
	if (claim === undefined || answer === undefined) {
		await commit(db, changes, refusals);
		return;
	}
	if (claim.recordId === null) hold(claim, (await batch(db, claimStatements(db, claim, now)))[1], now);
	await commit(db, [...changes, saveAnswer(db, claim, answer, now)], {
		...refusals,
		attempt_expired: () => inProgress(1),
	});
}

/** Whether the batch took effect although its repetition, after a lost answer, was refused as stale. */
async function isStored({ db }: Call, [first]: readonly Event[]): Promise<boolean> {
	if (first === undefined) return false;
	const [found] = await batch(db, [eventById(db, first.id)]);
	return found.length > 0;
}
