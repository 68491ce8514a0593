import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import QuickLRU from 'quick-lru';
import { placeOf } from '../core/client.ts';
import { Refusal, tooManyAttempts } from '../core/refusals.ts';
import type { AppEnv } from './env.ts';

/** The period of READ_RATE_LIMIT and WRITE_RATE_LIMIT in `wrangler.toml`. */
const WINDOW_SECONDS = 10;
/** One call of a limit stands for this many requests, because a call costs more than most requests. */
const READS_A_QUESTION = 100;
const WRITES_A_QUESTION = 20;
const MAX_KNOWN_KEYS = 100_000;

/** Limits the reads and writes of each user, so that one faulty client leaves capacity for the others. */
export const throttle = createMiddleware<AppEnv>(async (c, next) => {
	const isRead = ['GET', 'HEAD'].includes(c.req.method);
	const { userId } = c.get('call').actor;
	const isFew = isRead
		? await isWithin(c.env.READ_RATE_LIMIT, READS_A_QUESTION, userId)
		: await isWithin(c.env.WRITE_RATE_LIMIT, WRITES_A_QUESTION, userId);
	if (!isFew) {
		const detail = `Too many ${isRead ? 'reads' : 'writes'}. Try again in ${WINDOW_SECONDS} seconds.`;
		throw new Refusal('too_many_requests', detail, { retryAfter: WINDOW_SECONDS });
	}
	await next();
});

/** Limits unknown keys from one network address, because each of them causes a read of the database. */
export async function requireFewStrangers(c: Context<AppEnv>): Promise<void> {
	if (await isWithin(c.env.WRITE_RATE_LIMIT, WRITES_A_QUESTION, `stranger ${placeOf(c.req.raw)}`)) return;
	const detail = `Too many attempts. Try again in ${WINDOW_SECONDS} seconds.`;
	throw new Refusal('too_many_requests', detail, { retryAfter: WINDOW_SECONDS });
}

/** The number of requests of each key since its last refusal, for each limit. */
const counts = new WeakMap<RateLimit, QuickLRU<string, number>>();

/** Calls the limit once for every `requests` requests. After a refusal, it calls the limit for each request until one is allowed. */
async function isWithin(limiter: RateLimit, requests: number, key: string): Promise<boolean> {
	const known = counts.get(limiter) ?? new QuickLRU<string, number>({ maxSize: MAX_KNOWN_KEYS });
	counts.set(limiter, known);
	const count = known.get(key) ?? 0;
	known.set(key, count + 1);
	if (count % requests !== 0) return true;
	const { success } = await limiter.limit({ key });
	if (!success) known.delete(key);
	return success;
}

/** The period of LOGIN_RATE_LIMIT. */
const PLACE_WINDOW_SECONDS = 60;

/** Like `isPlaceFree`, but refuses when there are too many attempts. */
export async function requireFreePlace(c: Context<AppEnv>, kind: string): Promise<void> {
	if (!(await isPlaceFree(c, kind))) throw tooManyAttempts(PLACE_WINDOW_SECONDS);
}

/** Counts an attempt of this `kind` from the caller's network address. Returns false when there are too many. */
export async function isPlaceFree(c: Context<AppEnv>, kind: string): Promise<boolean> {
	return (await c.env.LOGIN_RATE_LIMIT.limit({ key: kind + placeOf(c.req.raw) })).success;
}
