import type { Role } from '../../core/actor.ts';
import type { Context } from '../env.ts';

interface Demo {
	password: string;
	accounts: { email: string; role: Role; company: string | null }[];
}

/** The demo accounts that a local start offers; null elsewhere. */
export function demoOf(c: Context): Demo | null {
	const { DEMO_ACCOUNTS } = c.env;
	const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(c.req.url).hostname);
	return DEMO_ACCOUNTS === undefined || !isLocal ? null : (JSON.parse(DEMO_ACCOUNTS) as Demo);
}
