import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Context, TypedResponse } from 'hono';
import { Refusal } from '../core/refusals.ts';
import type { AppEnv } from './env.ts';

/** Of one header: some eighty tags. */
const MAX_TAGS_LENGTH = 4096;

/** The strong validator of a JSON answer (RFC 9110, section 8.8.3): equal for equal bytes. */
export const etagOf = (json: string): string => `"${createHash('sha256').update(json).digest('base64url')}"`;

/** Answers a record or a timeline with its `ETag`, or 304 when the caller has it already. */
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

/** Refuses a change of what is no longer as the caller saw it. `read` spells it as it is now; null for what is new. */
export function requireMatch(c: Context<AppEnv>, read: () => object | null): void {
	const wanted = c.req.header('If-Match');
	if (wanted === undefined) return;
	const before = read();
	if (before !== null && !names(wanted, etagOf(JSON.stringify(before)))) {
		throw new Refusal(
			'precondition_failed',
			'The record has changed since you read it. Read it again and decide anew.',
		);
	}
}

/** Request headers of operations that read a record. */
export const readHeaders = z.object({
	'If-None-Match': tags('The `ETag` that you have: answered with 304 while nothing has changed'),
});

export const ifMatch = tags(
	'The `ETag` of the record or timeline as you read it: refused with 412 once it has changed',
);

function tags(description: string) {
	return z.string().max(MAX_TAGS_LENGTH).optional().openapi({
		description,
		pattern: '^(\\*|(W/)?".*"(, *(W/)?".*")*)$',
		example: '"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"',
	});
}

/** Whether a list of tags holds this one. A proxy that compresses answers may have marked it as weak. */
const names = (list: string, etag: string): boolean =>
	list.trim() === '*' || [...list.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
