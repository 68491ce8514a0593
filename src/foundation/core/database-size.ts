/** D1 and a cell hold 10 GB each. Beyond that, every write fails. */
const MOST_BYTES = 10_000_000_000;
const NEARLY_FULL_BYTES = 7_000_000_000;
const ALMOST_FULL_BYTES = 9_000_000_000;

/** True when an operator should act, because growth until the limit takes weeks rather than years. */
export const isNearlyFull = (bytes: number): boolean => bytes >= NEARLY_FULL_BYTES;

/** True when an operator must act now. */
export const isAlmostFull = (bytes: number): boolean => bytes >= ALMOST_FULL_BYTES;

/** Returns how many tenths of a gigabyte are used, as a number of gigabytes. It is never rounded up to the warning. */
const gigabytes = (bytes: number): number => Math.floor(bytes / 100_000_000) / 10;

const LIMIT = `of ${MOST_BYTES / 1_000_000_000} GB. When it is full, every write fails.`;

/** Says what an operator should do about a cell that is nearly full. */
export const adviceForCell = (bytes: number): string =>
	`This database holds ${gigabytes(bytes)} ${LIMIT} Erase former employees whose retention has ended, and shorten \`retentionMonths\`. Put new employees into a second company.`;

/** Says what an operator should do when D1 is nearly full. */
export const adviceForD1 = (bytes: number): string =>
	`D1 holds ${gigabytes(bytes)} ${LIMIT} Give the largest companies databases of their own.`;
