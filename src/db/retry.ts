import { Refusal } from '../core/refusals.ts';

const ATTEMPTS = 4;
const FIRST_DELAY_MS = 20;
const MAX_DELAY_MS = 400;

const LOST =
	/Network connection lost|storage caused object to be reset|reset because its code was updated|transient issue on remote node/;
const OVERLOADED =
	/overloaded|D1_ERROR: D1 is|timed out|Too many requests|exceeded (timeout|its (memory|CPU))/i;

/**
 * Repeats an operation whose connection was lost. The first try may have taken effect, so it must be safe to repeat. An
 * overloaded database is not tried again and refuses with `unavailable` (503).
 */
export async function withRetry<T>(operation: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await operation();
		} catch (error) {
			const message = databaseMessage(error);
			if (OVERLOADED.test(message) || (LOST.test(message) && attempt === ATTEMPTS)) throw unavailable(error);
			if (!LOST.test(message)) throw error;
			await jitter(attempt);
		}
	}
}

/** Waits a random time up to an exponentially growing bound (full jitter). */
export function jitter(attempt: number): Promise<void> {
	const bound = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
	return new Promise((resolve) => setTimeout(resolve, Math.random() * bound));
}

/** SQLite's own message. Drizzle's outer message contains bound values and must not be read or logged. */
export function databaseMessage(error: unknown): string {
	if (!(error instanceof Error)) return '';
	return error.cause instanceof Error ? error.cause.message : error.message;
}

/** `cause` is for the log only. */
export function unavailable(cause: unknown): Refusal {
	const detail = 'The service is busy or its storage cannot be reached. Try the same request again.';
	const error = new Refusal('unavailable', detail, { retryAfter: 2 });
	error.cause = cause;
	return error;
}
