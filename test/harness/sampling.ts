import { env } from 'cloudflare:workers';

/**
 * True when a test tries a case. `npm test` tries one of `oneOf` similar cases. With `ALL_FAULTS=true`, it tries all of them
 * (`.ci/nightly`).
 */
export const isTried = (index: number, oneOf: number): boolean =>
	env.ALL_FAULTS === 'true' || index % oneOf === 0;

/** Returns the values that the test of one row of a table tries. `npm test` tries one of `oneOf`, and other ones in the next row. */
export const inTurns = <T>(values: readonly T[], row: number, oneOf: number): T[] =>
	values.filter((_, place) => isTried(row + place, oneOf));
