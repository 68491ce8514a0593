import { env } from 'cloudflare:workers';

/** Whether a test tries a case. `npm test` tries one of so many cases that are alike, `ALL_FAULTS=true` all of them (`.ci/nightly`). */
export const isTried = (index: number, oneOf: number): boolean =>
	env.ALL_FAULTS === 'true' || index % oneOf === 0;
