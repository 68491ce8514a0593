import type { Context } from 'hono';
import { type Client, deviceOf } from '../core/client.ts';
import type { AppEnv } from './env.ts';
import { placeOf } from './throttle.ts';

/** In characters. What Cloudflare tells is shorter. */
const MAX_NAME_LENGTH = 100;

/** Found out when it is asked for: most requests never do. */
export function clientOf(c: Context<AppEnv>): Client {
	// Later the body may have been read into another request, which does not keep what Cloudflare tells.
	const { raw } = c.req;
	return {
		get place() {
			return placeOf(raw);
		},
		get country() {
			return nameOf(raw.cf?.country);
		},
		get city() {
			return nameOf(raw.cf?.city);
		},
		get device() {
			return deviceOf(raw.headers.get('User-Agent') ?? undefined);
		},
	};
}

const nameOf = (told: unknown): string | null =>
	typeof told === 'string' && told !== '' ? told.slice(0, MAX_NAME_LENGTH) : null;
