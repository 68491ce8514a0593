import type { Context, TypedResponse } from 'hono';
import { xxHash32 } from 'js-xxhash';
import { isRefusal, REFUSALS, Refusal } from '../core/refusals.ts';
import type { Call } from '../db/call.ts';
import { type Answer, inProgress, Replay, release } from '../db/idempotency.ts';
import { dryRun, messagesOf, type Outcome, perform } from '../db/write.ts';
import { attemptOf, handOver, type Requested } from './attempts.ts';
import { PREVIEW_TYPE } from './contract.ts';
import type { AppEnv, Taken } from './env.ts';
import { wakeForMails } from './mail.ts';

type Attempt<T> = (call: Call, isFirst: boolean) => Promise<Outcome<T>>;

interface Options<T, W> {
	/** The response to a dry run. The default is that of the change itself. */
	preview?: (after: T) => object | Promise<object>;
	/** For a change in several steps. A dry run could not roll it back. */
	inSteps?: {
		preview: (call: Call) => Promise<object>;
		/** The change as a single batch, for a proposal. `follow` does the rest. */
		begin: Attempt<null>;
	};
	/** Removes the secret from a response that shows it only once. Repetitions with the same key get the result. */
	shownOnce?: (wire: W) => W;
}

export const answerChanged = <T, W extends object>(
	c: Context<AppEnv>,
	attempt: Attempt<T>,
	toWire: (state: T) => W,
	options: Options<T, W> = {},
) =>
	answerWrite(c, attempt, toWire, options, (after) =>
		recordAnswer(200, toWire(after), {}, options.shownOnce),
	) as Promise<Response & TypedResponse<W, 200, 'json'>>;

export const answerCreated = <T, W extends object>(
	c: Context<AppEnv>,
	attempt: Attempt<T>,
	toWire: (state: T) => W,
	addressOf: (after: T) => string,
	options: Options<T, W> = {},
) =>
	answerWrite(c, attempt, toWire, options, (after) =>
		recordAnswer(201, toWire(after), { Location: `/api/v2${addressOf(after)}` }, options.shownOnce),
	) as Promise<Response & TypedResponse<W, 201, 'json'>>;

/** Responds with success. A dry run responds with the timeline that would result. */
export const answerRevoked = <T>(c: Context<AppEnv>, attempt: Attempt<T>, toWire: (state: T) => object) =>
	answerWrite(c, attempt, toWire, {}, () => DONE) as Promise<
		Response & TypedResponse<{ success: true }, 200, 'json'>
	>;

/** Responds to a change after which there is no record to return. */
export const answerDone = (c: Context<AppEnv>, attempt: Attempt<null>) =>
	answerWrite(
		c,
		attempt,
		() => SUCCESS,
		{},
		() => DONE,
	) as Promise<Response & TypedResponse<{ success: true }, 200, 'json'>>;

const SUCCESS = { success: true };
const DONE: Answer = { status: 200, headers: {}, body: JSON.stringify(SUCCESS) };

function recordAnswer<W extends object>(
	status: 200 | 201,
	wire: W,
	headers: Record<string, string>,
	shownOnce?: (wire: W) => W,
): Answer {
	const body = JSON.stringify(wire);
	// Later reads do not show the secret either, so the tag is computed without it.
	const repeatedBody = shownOnce === undefined ? body : JSON.stringify(shownOnce(wire));
	return { status, headers: { ...headers, ETag: etagOf(repeatedBody) }, body, repeatedBody };
}

async function answerWrite<T, W extends object>(
	c: Context<AppEnv>,
	attempt: Attempt<T>,
	toWire: (state: T) => W,
	{ inSteps, shownOnce = asIs, preview = (after) => shownOnce(toWire(after)) }: Options<T, W>,
	answerOf: (after: T) => Answer,
): Promise<Response> {
	const call = c.get('call');
	const isDryRun = c.req.query('dryRun') === 'true';
	if (!c.var.hasDryRun) refuseDryRun(c);
	if (handOver(c, { attempt: inSteps?.begin ?? attempt, toWire })) return c.body(null);
	if (isDryRun && inSteps !== undefined) return previewed(c, await inSteps.preview(call));
	const requireUnchanged = ({ before }: Outcome<T>) =>
		requireMatch(c, () => (before === null ? null : toWire(before)));
	try {
		if (isDryRun) {
			const { after } = await dryRun(call, (isFirst) => attempt(call, isFirst), requireUnchanged);
			return previewed(c, await preview(after));
		}
		let [mails, delayMs]: [readonly string[], number] = [[], 0];
		const answer = await perform(
			call,
			(isFirst) => attempt(call, isFirst),
			(outcome) => {
				requireUnchanged(outcome);
				[mails, delayMs] = [messagesOf(call, outcome), outcome.mailDelayMs ?? 0];
				return answerOf(outcome.after);
			},
		);
		wakeForMails(c, mails, delayMs);
		return jsonOf(c, answer);
	} catch (error) {
		if (error instanceof Replay) return jsonOf(c, error.answer, { 'Idempotency-Replayed': 'true' });
		const refusal = wantedMatch(c) !== undefined && isRefusal(error, 'not_found') ? recordMissing() : error;
		throw await afterRelease(call, refusal);
	}
}

const asIs = <W>(wire: W): W => wire;

const previewed = (c: Context<AppEnv>, wire: object): Response =>
	c.body(JSON.stringify(wire), 200, { 'Content-Type': PREVIEW_TYPE });

/** Frees the idempotency key of a failed attempt. Returns the error to throw. */
export async function afterRelease({ db, claim }: Call, error: unknown): Promise<unknown> {
	if (claim === undefined) return error;
	const isRefused = error instanceof Refusal && REFUSALS[(error as Refusal).code].status < 500;
	// If this also fails, the key becomes free when its lease ends.
	const isTakenOver = await release(db, claim, !isRefused).catch(() => false);
	return isTakenOver && isRefused ? inProgress(1) : error;
}

const jsonOf = (c: Context<AppEnv>, { status, headers, body }: Answer, more: Record<string, string> = {}) =>
	c.body(body, status, { ...headers, ...more, 'Content-Type': 'application/json' });

/** For operations without a dry run. Ignoring `dryRun` would cause an unwanted write. */
export function refuseDryRun(c: Context<AppEnv>): void {
	if (c.req.queries('dryRun')?.every((asked) => asked === 'false') ?? true) return;
	const detail = 'This operation has no dry run. Omit dryRun to perform it.';
	throw new Refusal('validation_failed', detail, {
		errors: [{ pointer: '#/query/dryRun', code: 'not_supported', detail }],
	});
}

/**
 * Returns the strong validator of a JSON response (RFC 9110, section 8.8.3). Two hashes of 32 bits are enough, because a collision helps
 * nobody. A cryptographic hash would take 5 % of the time of a read.
 */
export function etagOf(json: string): string {
	const bytes = utf8.encode(json);
	const [first, second] = [0, 1].map((seed) => xxHash32(bytes, seed).toString(16).padStart(8, '0'));
	return `"${first}${second}"`;
}

const utf8 = new TextEncoder();

/** Returns a function that gets the attempt of a proposed request, with the fingerprint of its outcome. */
export const takenBy = (c: Context<AppEnv>) => async (call: Call, requested: Requested) => {
	const taken = await attemptOf(c, call, requested);
	return { ...taken, versionOf: (outcome: Outcome<unknown>) => versionOf(taken, outcome) };
};

/** A fingerprint of the records before a change, of the types of its events, and of the changes of later steps. */
const versionOf = ({ toWire }: Taken, { before, changes, foreseen = [] }: Outcome<unknown>): string =>
	etagOf(
		JSON.stringify([
			before === null ? null : toWire(before as never),
			changes.map(({ type, before: were, recordId }) => [type, were, were && recordId]),
			...foreseen.map(({ after }) => after),
		]),
	);

/** Responds with a record or a timeline and its `ETag`, or with 304 if the caller already has it. */
export function answerRecord<W extends object>(
	c: Context<AppEnv>,
	wire: W,
): Response & TypedResponse<W, 200, 'json'> {
	const json = JSON.stringify(wire);
	const etag = etagOf(json);
	const known = c.req.header('If-None-Match');
	const isKnown = known !== undefined && names(known, etag);
	const response = isKnown
		? c.body(null, 304, { ETag: etag })
		: c.body(json, 200, { ETag: etag, 'Content-Type': 'application/json' });
	return response as unknown as Response & TypedResponse<W, 200, 'json'>;
}

/** Refuses a change when `If-Match` does not match the state that `read` returns. Null means no record, and matches nothing. */
function requireMatch(c: Context<AppEnv>, read: () => object | null): void {
	const wanted = wantedMatch(c);
	if (wanted === undefined) return;
	const before = read();
	if (before === null) throw recordMissing();
	if (!names(wanted, etagOf(JSON.stringify(before)))) {
		throw new Refusal(
			'precondition_failed',
			'The record has changed since you read it. Read it again and repeat the change if it is still right.',
		);
	}
}

const wantedMatch = (c: Context<AppEnv>): string | undefined =>
	c.get('heedsIfMatch') ? c.req.header('If-Match') : undefined;

/** The refusal for a record that does not exist or is out of reach. Both look the same. */
const recordMissing = (): Refusal =>
	new Refusal('precondition_failed', 'There is no such record, so If-Match matches nothing.');

/** True when a list of tags contains this one. A weak tag counts too, because a proxy that compresses may have weakened it. */
const names = (list: string, etag: string): boolean =>
	list.trim() === '*' || [...list.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
