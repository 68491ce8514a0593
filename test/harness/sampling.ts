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

/**
 * The cases that a test tries of those that should end alike: `npm test` tries one of each kind, in turn for each `index`. With
 * `ALL_FAULTS=true`, it tries all of them.
 */
export function oneOfEach<T>(all: readonly T[], kindOf: (one: T) => unknown, index: number): T[] {
	if (env.ALL_FAULTS === 'true') return [...all];
	// Neighbours often are the page and the form of one thing, so that the turn does not alternate between them.
	const turn = index + Math.floor(index / 2);
	const kinds = [...Map.groupBy(all, kindOf).values()];
	const tried = new Set(kinds.map((kind) => kind[turn % kind.length]));
	return all.filter((one) => tried.has(one));
}
