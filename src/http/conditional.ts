import type { Context, TypedResponse } from 'hono';
import { xxHash32 } from 'js-xxhash';
import { Refusal } from '../core/refusals.ts';
import type { AppEnv } from './env.ts';

/** The shape of what `etagOf` returns. */
export const ETAG_SHAPE = { pattern: '^"[0-9a-f]{16}"$', maxLength: 18 };

/**
 * Returns the strong validator of a JSON response (RFC 9110, section 8.8.3). Two hashes of 32 bits are enough, because
 * nobody gains from a collision. A cryptographic hash would take 5 % of the time of a read.
 */
export function etagOf(json: string): string {
	const bytes = utf8.encode(json);
	const [first, second] = [0, 1].map((seed) => xxHash32(bytes, seed).toString(16).padStart(8, '0'));
	return `"${first}${second}"`;
}

const utf8 = new TextEncoder();

/** Answers a record or a timeline with its `ETag`, or 304 when the caller already has it. */
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

/** Refuses a change when `If-Match` does not name the state that `read` returns; null for a new record. */
export function requireMatch(c: Context<AppEnv>, read: () => object | null): void {
	const wanted = c.req.header('If-Match');
	if (wanted === undefined) return;
	const before = read();
	if (before !== null && !names(wanted, etagOf(JSON.stringify(before)))) {
		throw new Refusal(
			'precondition_failed',
			'The record has changed since you read it. Read it again and repeat the change if it is still right.',
		);
	}
}

/** True when a list of tags contains this one. A weak tag counts too, because a compressing proxy may have weakened it. */
const names = (list: string, etag: string): boolean =>
	list.trim() === '*' || [...list.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
