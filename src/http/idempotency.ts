import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { type Claim, newClaim } from '../db/idempotency.ts';
import type { AppEnv } from './env.ts';

/**
 * Ties the caller's key to exactly this request: its method, address and body; of a file that passes through, first its size
 * and its first bytes, and its operation compares the rest. `seal` makes a keyed fingerprint, from which nobody can guess a
 * secret in the body.
 */
export function acceptKey(
	seal: (env: AppEnv['Bindings'], content: string) => Promise<Claim['fingerprints']>,
) {
	return createMiddleware<AppEnv>(async (c, next) => {
		const key = c.req.header('Idempotency-Key');
		const { method, url } = c.req;
		if (key !== undefined && method !== 'GET' && c.req.query('dryRun') !== 'true') {
			const { call, upload } = c.var;
			const { pathname, search } = new URL(url);
			const digest = createHash('sha256')
				.update(`${method} ${pathname}${search}\n`)
				.update(upload === undefined ? '' : `${upload.size} bytes\n`)
				.update(upload?.head ?? new Uint8Array(await c.req.arrayBuffer()))
				.digest('base64url');
			const claim = newClaim(call.actor.userId, key, await seal(c.env, digest), call.now);
			c.set('call', { ...call, claim });
		}
		await next();
	});
}
