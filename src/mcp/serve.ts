import type { Handler } from 'hono';
import type { AppEnv } from '../http/env.ts';

/** Serves an assistant. The protocol is loaded with the first request, so that other requests do not wait for it. */
export const serveAssistant: Handler<AppEnv> = async (c) => {
	const { handlerFor } = await import('./server.ts');
	return handlerFor(c).fetch(c.req.raw);
};
