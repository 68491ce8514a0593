import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../core/actor.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Instant } from '../core/instant.ts';
import type { AppEnv } from '../http/env.ts';
import { loadActor } from './actions.ts';
import type { Tokens } from './tokens.ts';

/** How long a change of roles, companies or sessions may stay unnoticed. */
const FRESH_MS = 10_000;
const MAX_ACTORS = 10_000;

/** Lets pass only who bears a token of a live session, and tells the handlers who that is. */
export function bearer(tokensOf: (env: AppEnv['Bindings']) => Promise<Tokens>) {
	const known = new LRUCache<string, { actor: Actor; loaded: Instant }>({ max: MAX_ACTORS });

	return createMiddleware<AppEnv>(async (c, next) => {
		const { db, now } = c.var;
		const token = /^Bearer ([^\s]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
		const tokens = await tokensOf(c.env);
		const subject = token === undefined ? null : await tokens.verify(token, now);
		if (subject === null) throw unauthenticated();

		let entry = known.get(subject.sessionId);
		if (entry === undefined || Math.abs(now - entry.loaded) >= FRESH_MS) {
			const actor = await loadActor(db, subject, now);
			if (actor === null) throw unauthenticated();
			entry = { actor, loaded: now };
			known.set(subject.sessionId, entry);
		}
		c.set('call', { db, now, actor: entry.actor });
		await next();
		if (c.var.hasLoggedOut) known.delete(subject.sessionId);
	});
}

const unauthenticated = (): DomainError =>
	new DomainError('unauthenticated', 'Send a valid token as "Authorization: Bearer <idToken>".');
