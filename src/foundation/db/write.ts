import type { Author, Change } from '../core/history.ts';
import { realTime } from '../core/instant.ts';
import { Refusal } from '../core/refusals.ts';
import { inCell } from '../core/vault.ts';
import type { Call } from './call.ts';
import { commit, commitAndTakeBack, isRefuted, isStale, type Violations } from './commit.ts';
import { batch, type Db, type Statement } from './database.ts';
import { eventById } from './events.ts';
import { type Answer, claimStatements, hold, inProgress, Replay, saveAnswer } from './idempotency.ts';
import { identified, type NewEvent, recordEvents } from './record-events.ts';
import { jitter, unavailable } from './retry.ts';

/** The result of deciding a change. None of it is stored yet. */
export interface Outcome<T> {
	/** The state before the change; null when a record is created. */
	before: T | null;
	after: T;
	statements: readonly Statement[];
	changes: readonly Change[];
	/** Changes that a later step will make. A proposal shows them. */
	foreseen?: readonly Change[];
	/** Runs before the statements, and stores data in another database. A dry run skips it. */
	prepare?: () => Promise<unknown>;
	/** Runs after the statements, to update other databases. If it fails, a job repeats it. */
	follow?: () => Promise<unknown>;
	mails?: readonly string[];
	/** How long these mails must wait before they are sent. */
	mailDelayMs?: number;
	/** True when webhook deliveries become due without an event of the change. */
	isSending?: boolean;
	violations?: Violations;
}

/** Returns the ids of an outcome's mails for the queue, each with the name of its cell. */
export const messagesOf = ({ db }: Call, { mails = [] }: Outcome<unknown>): string[] =>
	mails.map((id) => inCell(db, id));

/** Returns the outcome of a change without a record and without an event in the history. */
export const unrecorded = (statements: readonly Statement[] = []): Outcome<null> => ({
	before: null,
	after: null,
	statements,
	changes: [],
});

/** Decides once. The first attempt can assume a result instead of reading. A statement must fail with `REFUTED` if that was wrong. */
type Attempt<T> = (isFirst: boolean) => Promise<Outcome<T>>;

/** How often a change is tried while other writers come first. */
const MAX_ATTEMPTS = 40;

/**
 * Makes a change. Stores the decision of an attempt, its events and, under an idempotency key, its answer in one atomic batch. `respond`
 * gets the outcome before it is stored, and can still refuse it.
 */
export const perform = <T>(
	call: Call,
	attempt: Attempt<T>,
	respond: (outcome: Outcome<T>) => Answer,
): Promise<Answer> =>
	untilNobodyInterferes(call, attempt, respond, (outcome, events, answer) =>
		store(call, outcome, events, answer),
	);

/** Tries a change and rolls it back. Returns its outcome, or fails like `perform`. */
export const dryRun = <T>(
	call: Call,
	attempt: Attempt<T>,
	check?: (outcome: Outcome<T>) => void,
): Promise<Outcome<T>> =>
	untilNobodyInterferes(
		call,
		attempt,
		(outcome) => {
			check?.(outcome);
			return outcome;
		},
		(outcome, events) => commitAndTakeBack(call.db, statementsOf(call, outcome, events), outcome.violations),
	);

/** Repeats attempts until no other writer interferes. A commit raises revisions by exactly one, so all writers take effect in turn. */
async function untilNobodyInterferes<T, R>(
	call: Call,
	attempt: Attempt<T>,
	resultOf: (outcome: Outcome<T>) => R,
	finish: (outcome: Outcome<T>, events: readonly NewEvent[], result: R) => Promise<void>,
): Promise<R> {
	for (let attempts = 1; ; attempts++) {
		let decided: { result: R; events: NewEvent[] } | undefined;
		try {
			const outcome = await attempt(attempts === 1);
			decided = { result: resultOf(outcome), events: identified(outcome.changes, call.now) };
			await finish(outcome, decided.events, decided.result);
			return decided.result;
		} catch (error) {
			if (isRefuted(error) && attempts === 1) continue;
			const isRefused = isStale(error) || (error instanceof Refusal && error.code !== 'unavailable');
			if (isRefused && decided && (await isStored(call, decided.events))) return decided.result;
			if (!isStale(error)) throw error;
			if (attempts === MAX_ATTEMPTS) throw unavailable(error);
			await jitter(attempts);
		}
	}
}

export const authorOf = ({ actor, requestId }: Call): Author => ({
	type: actor.operations === null && !actor.isDirectory ? 'USER' : 'API_KEY',
	userId: actor.userId,
	sessionId: actor.sessionId,
	roles: actor.roles,
	requestId,
});

async function store(
	call: Call,
	outcome: Outcome<unknown>,
	events: readonly NewEvent[],
	answer: Answer,
): Promise<void> {
	const { db, claim } = call;
	const statements = statementsOf(call, outcome, events);
	const { violations } = outcome;
	if (claim === undefined) {
		await outcome.prepare?.();
		await commit(db, statements, violations);
		await finish(db, outcome);
		return;
	}
	if (claim.recordId === null) {
		const now = realTime(db, call.now);
		const [, found] = await batch(db, claimStatements(db, claim, now));
		const earlier = hold(claim, found, now);
		if (earlier !== null) throw new Replay(earlier);
	}
	await outcome.prepare?.();
	const { repeatedBody = answer.body, status, headers } = answer;
	const subjectId = claim.subjectId ?? outcome.changes[0]?.subjectId ?? null;
	const kept = { status, headers, body: repeatedBody, subjectId };
	await commit(db, [...statements, saveAnswer(db, claim, kept, realTime(db, call.now))], {
		...violations,
		attempt_expired: () => inProgress(1),
	});
	await finish(db, outcome);
}

async function finish(db: Db, { follow, isSending }: Outcome<unknown>): Promise<void> {
	if (isSending) db.sendWebhooks?.();
	await follow?.().catch(() => {});
}

const statementsOf = (
	call: Call,
	{ statements }: Outcome<unknown>,
	events: readonly NewEvent[],
): Statement[] => [...statements, ...recordEvents(call.db, authorOf(call), call.now, events)];

/** True when the batch took effect, although the database refused its repetition after a lost response. */
async function isStored({ db }: Call, [first]: readonly NewEvent[]): Promise<boolean> {
	if (first === undefined) return false;
	const [found] = await batch(db, [eventById(db, first.id)]);
	return found.length > 0;
}
