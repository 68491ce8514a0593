const RESTORED =
	'A restored company numbers its events from a thousand million on, so that no number is used twice.';

/**
 * Changes since the last release that break clients for a good reason: the sentence of the check, and the reason. The release that
 * contains them empties this list, and has a new first number.
 */
export const ALLOWED: Record<string, string> = {
	'response Event.sequence: maximum was 100000000, is 9007199254740991': RESTORED,
	'response Event.sequence: format was "int32", is "int64"': RESTORED,
};
