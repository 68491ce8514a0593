import type { Context, TypedResponse } from 'hono';
import { REFUSALS, Refusal } from '../core/refusals.ts';
import type { Call } from '../db/call.ts';
import { type Answer, inProgress, Replay, release } from '../db/idempotency.ts';
import { dryRun, type Outcome, perform } from '../db/write.ts';
import { etagOf, requireMatch } from './conditional.ts';
import { PREVIEW_TYPE } from './contract.ts';
import type { AppEnv } from './env.ts';
import { wakeForMails } from './mail.ts';

type Attempt<T> = (call: Call, isFirst: boolean) => Promise<Outcome<T>>;

interface Options<T, W = object> {
	/** Offers `?dryRun=true`. Its response is that of the change itself, or the result of this function. */
	dryRun?: true | ((after: T) => object);
	/** Offers `?dryRun=true` for a change in several steps, which a dry run could not undo. */
	preview?: (call: Call) => Promise<object>;
	/** Removes the secret from a response that shows it once. Repetitions under the same key get the result. */
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

/** Responds with success; a dry run responds with the resulting timeline. */
export const answerRevoked = <T>(c: Context<AppEnv>, attempt: Attempt<T>, toWire: (state: T) => object) =>
	answerWrite(c, attempt, toWire, { dryRun: true }, () => DONE) as Promise<
		Response & TypedResponse<{ success: true }, 200, 'json'>
	>;

/** Responds to a change that leaves no record. */
export const answerDone = (c: Context<AppEnv>, attempt: Attempt<null>) =>
	answerWrite(
		c,
		attempt,
		() => ({}),
		{},
		() => DONE,
	) as Promise<Response & TypedResponse<{ success: true }, 200, 'json'>>;

const DONE: Answer = { status: 200, headers: {}, body: JSON.stringify({ success: true }) };

function recordAnswer<W extends object>(
	status: 200 | 201,
	wire: W,
	headers: Record<string, string>,
	shownOnce?: (wire: W) => W,
): Answer {
	const body = JSON.stringify(wire);
	// Later reads do not show the secret either, so the tag covers the rest.
	const repeatedBody = shownOnce === undefined ? body : JSON.stringify(shownOnce(wire));
	return { status, headers: { ...headers, ETag: etagOf(repeatedBody) }, body, repeatedBody };
}

async function answerWrite<T>(
	c: Context<AppEnv>,
	attempt: Attempt<T>,
	toWire: (state: T) => object,
	options: Pick<Options<T>, 'dryRun' | 'preview'>,
	answerOf: (after: T) => Answer,
): Promise<Response> {
	const call = c.get('call');
	const preview = options.dryRun === true ? toWire : options.dryRun;
	const isDryRun = c.req.query('dryRun') === 'true';
	if (options.preview !== undefined && isDryRun) return previewed(c, await options.preview(call));
	if (preview === undefined && options.preview === undefined) refuseDryRun(c);
	const requireUnchanged = ({ before }: Outcome<T>) =>
		requireMatch(c, () => (before === null ? null : toWire(before)));
	try {
		if (preview !== undefined && isDryRun) {
			const { after } = await dryRun(call, (isFirst) => attempt(call, isFirst), requireUnchanged);
			return previewed(c, preview(after));
		}
		let mails: readonly string[] = [];
		const answer = await perform(
			call,
			(isFirst) => attempt(call, isFirst),
			(outcome) => {
				requireUnchanged(outcome);
				mails = outcome.mails ?? [];
				return answerOf(outcome.after);
			},
		);
		wakeForMails(c, mails);
		return jsonOf(c, answer);
	} catch (error) {
		if (error instanceof Replay) return jsonOf(c, error.answer, { 'Idempotency-Replayed': 'true' });
		throw await afterRelease(call, error);
	}
}

const previewed = (c: Context<AppEnv>, wire: object): Response =>
	c.body(JSON.stringify(wire), 200, { 'Content-Type': PREVIEW_TYPE });

/** Frees the idempotency key of a failed attempt, and returns the error to throw. */
export async function afterRelease({ db, claim }: Call, error: unknown): Promise<unknown> {
	if (claim === undefined) return error;
	const isRefused = error instanceof Refusal && REFUSALS[(error as Refusal).code].status < 500;
	// If this fails too, the key becomes free when its lease ends.
	const isTakenOver = await release(db, claim, !isRefused).catch(() => false);
	return isTakenOver && isRefused ? inProgress(1) : error;
}

const jsonOf = (c: Context<AppEnv>, { status, headers, body }: Answer, more: Record<string, string> = {}) =>
	c.body(body, status, { ...headers, ...more, 'Content-Type': 'application/json' });

/** For operations without a dry run: ignoring `dryRun` would write unexpectedly. */
export function refuseDryRun(c: Context<AppEnv>): void {
	if (c.req.queries('dryRun')?.every((asked) => asked === 'false') ?? true) return;
	const detail = 'This operation has no dry run. Omit dryRun to perform it.';
	throw new Refusal('validation_failed', detail, {
		errors: [{ pointer: '#/query/dryRun', code: 'not_supported', detail }],
	});
}
