/**
 * Changes since the last release that break clients for a good reason: the sentence of the check, and the reason. The release that
 * contains them empties this list, and has a new first number.
 */
export const ALLOWED: Record<string, string> = {};
