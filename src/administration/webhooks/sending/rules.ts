import type { Failure } from '../rules.ts';

/** The time that an endpoint has for its whole response. */
export const TIMEOUT_MS = 10_000;

/** The part of a response that is kept. */
export const MAX_RESPONSE_BYTES = 1024;

/** Nobody else sends to an endpoint during this time. It covers the attempts of a step, which begin in time to end within it. */
export const LEASE_MS = 30_000;
export const BEGIN_WITHIN_MS = 18_000;

/** The hourly run has the sender woken for deliveries that are due within this time. */
export const SWEEP_AHEAD_MS = 3_600_000;

/** How an attempt ended. */
export interface Attempted {
	/** Null for a success. */
	failure: Failure | null;
	status: number | null;
	response: string | null;
}

/** With this status, an endpoint says that it is gone for good. */
export const GONE = 410;

export const failureOf = (status: number): Failure | null =>
	status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS';
