import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Refusal } from '../core/refusals.ts';
import type { AppEnv } from './env.ts';

/** The period of READ_RATE_LIMIT and WRITE_RATE_LIMIT in `wrangler.toml`. */
const WINDOW_SECONDS = 10;

/** Limits how many reads and writes a user sends, so that one runaway client leaves capacity for the others. */
export const throttle = createMiddleware<AppEnv>(async (c, next) => {
	const isRead = ['GET', 'HEAD'].includes(c.req.method);
	const limiter = isRead ? c.env.READ_RATE_LIMIT : c.env.WRITE_RATE_LIMIT;
	const { success } = await limiter.limit({ key: c.var.call.actor.userId });
	if (!success) {
		const detail = `Too many ${isRead ? 'reads' : 'writes'}. Go on in ${WINDOW_SECONDS} seconds.`;
		throw new Refusal('too_many_requests', detail, { retryAfter: WINDOW_SECONDS });
	}
	await next();
});

/** Limits how often strangers from one place make us look into the database for whom a key stands for. */
export async function requireFewStrangers(c: Context<AppEnv>): Promise<void> {
	const { success } = await c.env.WRITE_RATE_LIMIT.limit({ key: `stranger ${placeOf(c)}` });
	if (success) return;
	const detail = `Too many attempts. Go on in ${WINDOW_SECONDS} seconds.`;
	throw new Refusal('too_many_requests', detail, { retryAfter: WINDOW_SECONDS });
}

/** Counts an attempt from the caller's place, for this `kind` alone; returns whether it may go on. */
export async function isPlaceFree(c: Context<AppEnv>, kind: string): Promise<boolean> {
	return (await c.env.LOGIN_RATE_LIMIT.limit({ key: kind + placeOf(c) })).success;
}

/** The caller's IPv4 address, or the first 64 bits of its IPv6 address: one line may use all the rest. */
export function placeOf(c: Context<AppEnv>): string {
	const address = c.req.header('CF-Connecting-IP') ?? 'unknown';
	const url = `http://[${address}]`;
	if (!address.includes(':') || !URL.canParse(url)) return address;
	const groupsOf = (part: string) => part.split(':').filter((group) => group !== '');
	const [head = [], tail = []] = new URL(url).hostname.slice(1, -1).split('::').map(groupsOf);
	const zeros = Array<string>(8 - head.length - tail.length).fill('0');
	return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
