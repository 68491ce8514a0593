import { Refusal } from '../core/refusals.ts';

const FIRST_DELAY_MS = 20;
const MAX_DELAY_MS = 400;

/** Waits a random time up to an exponentially growing bound (full jitter). Returns it in milliseconds. */
export function jitter(attempt: number): Promise<number> {
	const delay = Math.random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
	return new Promise((resolve) => setTimeout(resolve, delay, delay));
}

/** Returns SQLite's own message. Drizzle's outer message contains bound values and must not be read or logged. */
export function databaseMessage(error: unknown): string {
	if (!(error instanceof Error)) return '';
	return error.cause instanceof Error ? error.cause.message : error.message;
}

/** The error with which triggers refuse writes of a company that is moving to another database. */
export const MOVING = 'company_moving';

export const companyMoving = (): Refusal =>
	new Refusal(
		MOVING,
		'The company is moving to a new database. This takes a moment, in which nothing is stored. Try the same request again.',
		{ retryAfter: 2 },
	);

/** `cause` is for the log only. */
export function unavailable(cause: unknown): Refusal {
	const detail = 'The service is busy or its storage cannot be reached. Try the same request again.';
	const error = new Refusal('unavailable', detail, { retryAfter: 2 });
	error.cause = cause;
	return error;
}
