/** D1 and a cell hold 10 GB each. Beyond that, every write fails. */
const MOST_BYTES = 10_000_000_000;
const NEARLY_FULL_BYTES = 7_000_000_000;
const ALMOST_FULL_BYTES = 9_000_000_000;

/** True when an operator should act, because the limit may be only weeks away. */
export const isNearlyFull = (bytes: number): boolean => bytes >= NEARLY_FULL_BYTES;

/** True when an operator must act now. */
export const isAlmostFull = (bytes: number): boolean => bytes >= ALMOST_FULL_BYTES;

/** Returns the used gigabytes with one decimal. It rounds down, so that the text never shows a higher warning level. */
const gigabytes = (bytes: number): number => Math.floor(bytes / 100_000_000) / 10;

const LIMIT = `of ${MOST_BYTES / 1_000_000_000} GB. When it is full, every write fails.`;

export const adviceForCell = (bytes: number): string =>
	`This database holds ${gigabytes(bytes)} ${LIMIT} Erase former employees whose retention has ended, and shorten \`retentionMonths\`. Put new employees into a second company.`;

export const adviceForD1 = (bytes: number): string =>
	`D1 holds ${gigabytes(bytes)} ${LIMIT} Give the largest companies databases of their own.`;
