import { env } from 'cloudflare:workers';

/**
 * True when a test tries a case. `npm test` tries one of `oneOf` similar cases. With `ALL_FAULTS=true`, it tries all of them
 * (`.ci/nightly`).
 */
export const isTried = (index: number, oneOf: number): boolean =>
	env.ALL_FAULTS === 'true' || index % oneOf === 0;
