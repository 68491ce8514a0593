import type { Context, TypedResponse } from 'hono';
import { DomainError } from '../core/domain-error.ts';
import { type Answer, inProgress, Replay, release } from '../db/idempotency.ts';
import { type Outcome, perform, rehearseWrite, type Write } from '../db/write.ts';
import { etagOf, requireMatch } from './conditional.ts';
import type { AppEnv } from './env.ts';
import { CATALOGUE } from './problem-catalogue.ts';

/** How the outcome of a write is answered; `toWire` spells the record or timeline that is changed. */
interface Manner<T> {
	status: 200 | 201;
	toWire: (state: T) => object;
	answer: (after: T) => object;
	headers: (after: T) => Record<string, string>;
	/** What a dry run answers; without it the operation has none. */
	preview: ((after: T) => object) | undefined;
}

/** Performs a change and answers the record or the timeline that results. */
export function answerChanged<T, W extends object>(
	c: Context<AppEnv>,
	write: Write<T>,
	toWire: (state: T) => W,
	preview?: (after: T) => object,
) {
	const headers = (after: T) => ({ ETag: etagOf(JSON.stringify(toWire(after))) });
	const manner = { status: 200 as const, toWire, answer: toWire, headers, preview };
	return answerWrite(c, write, manner) as Promise<Response & TypedResponse<W, 200, 'json'>>;
}

/** Performs a creation and answers the new record with its address. */
export function answerCreated<T, W extends object>(
	c: Context<AppEnv>,
	write: Write<T>,
	toWire: (state: T) => W,
	addressOf: (after: T) => string,
	preview?: (after: T) => object,
) {
	const headers = (after: T) => ({
		Location: `/api/v2${addressOf(after)}`,
		ETag: etagOf(JSON.stringify(toWire(after))),
	});
	const manner = { status: 201 as const, toWire, answer: toWire, headers, preview };
	return answerWrite(c, write, manner) as Promise<Response & TypedResponse<W, 201, 'json'>>;
}

/** Performs a revocation, which is answered with its success alone. */
export function answerDone<T>(
	c: Context<AppEnv>,
	write: Write<T>,
	toWire: (state: T) => object,
	preview?: (after: T) => object,
) {
	const answer = () => ({ success: true as const });
	const manner = { status: 200 as const, toWire, answer, headers: () => ({}), preview };
	return answerWrite(c, write, manner) as Promise<Response & TypedResponse<{ success: true }, 200, 'json'>>;
}

async function answerWrite<T>(c: Context<AppEnv>, write: Write<T>, manner: Manner<T>): Promise<Response> {
	const { db, claim } = write.call;
	const { status, toWire, answer, headers, preview } = manner;
	const requireUnchanged = ({ before }: Outcome<T>) =>
		requireMatch(c, before === null ? null : toWire(before));
	try {
		if (isDryRun(c, preview !== undefined)) {
			const after = await rehearseWrite(write, requireUnchanged);
			return c.json(preview?.(after) ?? {}, 200);
		}
		let given: Answer | undefined;
		await perform(write, (outcome) => {
			requireUnchanged(outcome);
			const { after } = outcome;
			given = { status, headers: headers(after), body: JSON.stringify(answer(after)) };
			return given;
		});
		return given === undefined ? c.body(null, status) : jsonOf(c, given);
	} catch (error) {
		if (error instanceof Replay) return jsonOf(c, error.answer, { 'Idempotency-Replayed': 'true' });
		// Should this fail as well, the key comes free by itself.
		const isTakenOver = claim && (await release(db, claim, !isRefusal(error)).catch(() => false));
		throw isTakenOver && isRefusal(error) ? inProgress(1) : error;
	}
}

const jsonOf = (c: Context<AppEnv>, { status, headers, body }: Answer, more: Record<string, string> = {}) =>
	c.body(body, status, { ...headers, ...more, 'Content-Type': 'application/json' });

/** Whether nothing may be written. An operation that cannot do without writing refuses rather than write. */
function isDryRun(c: Context<AppEnv>, isOffered: boolean): boolean {
	if (!isOffered) refuseDryRun(c);
	return c.req.query('dryRun') === 'true';
}

/** For operations without a dry run. */
export function refuseDryRun(c: Context<AppEnv>): void {
	if (c.req.queries('dryRun')?.every((asked) => asked === 'false') ?? true) return;
	const detail = 'This operation has no dry run. Leave dryRun out to perform it.';
	throw new DomainError('validation_failed', detail, {
		errors: [{ pointer: '#/query/dryRun', code: 'not_supported', detail }],
	});
}

const isRefusal = (error: unknown): boolean =>
	error instanceof DomainError && CATALOGUE[error.code].status < 500;
