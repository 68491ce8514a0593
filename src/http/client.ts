import type { Context } from 'hono';
import { type Client, deviceOf } from '../core/client.ts';
import type { AppEnv } from './env.ts';
import { placeOf } from './throttle.ts';

/** In characters. What Cloudflare tells is shorter. */
const MAX_NAME_LENGTH = 100;

/** Read before the body: a request that is made anew does not keep what Cloudflare tells of it. */
export function clientOf(c: Context<AppEnv>): Client {
	const { country, city } = c.req.raw.cf ?? {};
	return {
		place: placeOf(c),
		country: nameOf(country),
		city: nameOf(city),
		device: deviceOf(c.req.header('User-Agent')),
	};
}

const nameOf = (told: unknown): string | null =>
	typeof told === 'string' && told !== '' ? told.slice(0, MAX_NAME_LENGTH) : null;
