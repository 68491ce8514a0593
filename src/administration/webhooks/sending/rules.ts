import type { Failure } from '../rules.ts';

/** The time within which an endpoint must send its whole response. */
export const TIMEOUT_MS = 10_000;

/** How many bytes of a response are stored. */
export const MAX_RESPONSE_BYTES = 1024;

/** The time for which one run reserves an endpoint. The attempts of a step begin early enough to end within it. */
export const LEASE_MS = 30_000;
export const BEGIN_WITHIN_MS = 18_000;

/** The hourly run schedules the sender for deliveries that are due within this time. */
export const SWEEP_AHEAD_MS = 3_600_000;

export interface Attempted {
	/** Null for a success. */
	failure: Failure | null;
	status: number | null;
	response: string | null;
}

/** The status with which an endpoint says that it no longer exists. */
export const GONE = 410;

export const failureOf = (status: number): Failure | null =>
	status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS';
