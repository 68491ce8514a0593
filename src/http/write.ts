import type { Context, TypedResponse } from 'hono';
import { REFUSALS, Refusal } from '../core/refusals.ts';
import type { Call } from '../db/call.ts';
import { type Answer, inProgress, Replay, release } from '../db/idempotency.ts';
import { dryRun, type Outcome, perform } from '../db/write.ts';
import { etagOf, requireMatch } from './conditional.ts';
import type { AppEnv } from './env.ts';

/** One attempt of an action that changes something. */
type Attempt<T> = (call: Call) => Promise<Outcome<T>>;

interface Options<T> {
	/** Offers `?dryRun=true`: answered like the change itself, or as the function spells it. */
	dryRun?: true | ((after: T) => object);
}

/** Makes a change and answers the record or the timeline that results. */
export const answerChanged = <T, W extends object>(
	c: Context<AppEnv>,
	attempt: Attempt<T>,
	toWire: (state: T) => W,
	options: Options<T> = {},
) =>
	answerWrite(c, attempt, toWire, options, (after) => recordAnswer(200, toWire(after))) as Promise<
		Response & TypedResponse<W, 200, 'json'>
	>;

/** Creates a record and answers it with its address. */
export const answerCreated = <T, W extends object>(
	c: Context<AppEnv>,
	attempt: Attempt<T>,
	toWire: (state: T) => W,
	addressOf: (after: T) => string,
	options: Options<T> = {},
) =>
	answerWrite(c, attempt, toWire, options, (after) =>
		recordAnswer(201, toWire(after), { Location: `/api/v2${addressOf(after)}` }),
	) as Promise<Response & TypedResponse<W, 201, 'json'>>;

/** Ends something on a date and answers that this was done; a dry run answers the timeline that would result. */
export const answerRevoked = <T>(c: Context<AppEnv>, attempt: Attempt<T>, toWire: (state: T) => object) =>
	answerWrite(c, attempt, toWire, { dryRun: true }, () => DONE) as Promise<
		Response & TypedResponse<{ success: true }, 200, 'json'>
	>;

/** Does what leaves no record to answer. */
export const answerDone = (c: Context<AppEnv>, attempt: Attempt<null>) =>
	answerWrite(
		c,
		attempt,
		() => ({}),
		{},
		() => DONE,
	) as Promise<Response & TypedResponse<{ success: true }, 200, 'json'>>;

const DONE: Answer = { status: 200, headers: {}, body: JSON.stringify({ success: true }) };

function recordAnswer(status: 200 | 201, wire: object, headers: Record<string, string> = {}): Answer {
	const body = JSON.stringify(wire);
	return { status, headers: { ...headers, ETag: etagOf(body) }, body };
}

async function answerWrite<T>(
	c: Context<AppEnv>,
	attempt: Attempt<T>,
	toWire: (state: T) => object,
	options: Options<T>,
	answerOf: (after: T) => Answer,
): Promise<Response> {
	const { call } = c.var;
	const preview = options.dryRun === true ? toWire : options.dryRun;
	if (preview === undefined) refuseDryRun(c);
	const requireUnchanged = ({ before }: Outcome<T>) =>
		requireMatch(c, () => (before === null ? null : toWire(before)));
	try {
		if (preview !== undefined && c.req.query('dryRun') === 'true') {
			return c.json(preview(await dryRun(call, () => attempt(call), requireUnchanged)), 200);
		}
		const answer = await perform(
			call,
			() => attempt(call),
			(outcome) => {
				requireUnchanged(outcome);
				return answerOf(outcome.after);
			},
		);
		return jsonOf(c, answer);
	} catch (error) {
		if (error instanceof Replay) return jsonOf(c, error.answer, { 'Idempotency-Replayed': 'true' });
		throw await afterRelease(call, error);
	}
}

/** Frees the idempotency key of an attempt that failed, and returns what to throw. */
async function afterRelease({ db, claim }: Call, error: unknown): Promise<unknown> {
	if (claim === undefined) return error;
	const isRefused = error instanceof Refusal && REFUSALS[(error as Refusal).code].status < 500;
	// Should this fail as well, the key comes free by itself.
	const isTakenOver = await release(db, claim, !isRefused).catch(() => false);
	return isTakenOver && isRefused ? inProgress(1) : error;
}

const jsonOf = (c: Context<AppEnv>, { status, headers, body }: Answer, more: Record<string, string> = {}) =>
	c.body(body, status, { ...headers, ...more, 'Content-Type': 'application/json' });

/** For operations without a dry run: refused rather than ignored, since the caller expects that nothing is written. */
export function refuseDryRun(c: Context<AppEnv>): void {
	if (c.req.queries('dryRun')?.every((asked) => asked === 'false') ?? true) return;
	const detail = 'This operation has no dry run. Leave dryRun out to perform it.';
	throw new Refusal('validation_failed', detail, {
		errors: [{ pointer: '#/query/dryRun', code: 'not_supported', detail }],
	});
}
