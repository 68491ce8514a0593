import type { Handler } from 'hono';
import { Refusal } from '../../foundation/core/refusals.ts';
import type { AppEnv } from '../../foundation/http/env.ts';

/** Serves an assistant. The protocol is loaded with the first request, so that other requests do not wait for it. */
export const serveAssistant: Handler<AppEnv> = async (c) => {
	const { handlerFor } = await import('./server.ts');
	// The middleware that limits bodies holds the request's stream, so the protocol's handler cannot read it.
	const parsedBody = await c.req.json().catch(() => {
		throw new Refusal('malformed_json', 'The body is not JSON.');
	});
	return handlerFor(c).fetch(c.req.raw, { parsedBody });
};
