import type { Actor } from '../core/actor.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Author, Change } from '../core/history.ts';
import type { Call } from './call.ts';
import { batch, type Statement } from './client.ts';
import { commit, isStale, type Refusals, rehearse, SERIAL_ATTEMPTS } from './commit.ts';
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
 * the outcome before it is stored, so that it may still refuse it.
 */
export const perform = <T>(write: Write<T>, respond?: (outcome: Outcome<T>) => Answer): Promise<T> =>
	serially(write, (outcome, events) => store(write.call, outcome, events, respond?.(outcome)));

/** Does the same but for the commit: answers what would be, or fails as `perform` would. `check` may refuse the outcome. */
export const rehearseWrite = <T>(write: Write<T>, check: (outcome: Outcome<T>) => void): Promise<T> =>
	serially(write, async (outcome, events) => {
		check(outcome);
		await rehearse(write.call.db, changesOf(write.call, outcome, events), outcome.refusals);
	});

/** Revisions, which each commit must advance by exactly one, make the outcome one of some serial order. */
async function serially<T>(
	{ call, decide }: Write<T>,
	run: (outcome: Outcome<T>, events: readonly Event[]) => Promise<void>,
): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		let decided: { outcome: Outcome<T>; events: Event[] } | undefined;
		try {
			const outcome = await decide();
			decided = { outcome, events: identified(outcome.events, call.now) };
			await run(outcome, decided.events);
			return outcome.after;
		} catch (error) {
			const isRefused = isStale(error) || (error instanceof DomainError && error.code !== 'unavailable');
			if (isRefused && decided && (await isStored(call, decided.events))) return decided.outcome.after;
			if (!isStale(error)) throw error;
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
	outcome: Outcome<unknown>,
	events: readonly Event[],
	answer: Answer | undefined,
): Promise<void> {
	const { db, now, claim } = call;
	const changes = changesOf(call, outcome, events);
	const { refusals } = outcome;
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

const changesOf = (
	{ db, now, actor }: Call,
	{ statements }: Outcome<unknown>,
	events: readonly Event[],
): Statement[] => [...statements, ...recordEvents(db, authorOf(actor), now, events)];

/** Whether the batch took effect although its repetition, after a lost answer, was refused. */
async function isStored({ db }: Call, [first]: readonly Event[]): Promise<boolean> {
	if (first === undefined) return false;
	const [found] = await batch(db, [eventById(db, first.id)]);
	return found.length > 0;
}
