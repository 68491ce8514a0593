import type { EventType } from '../../foundation/core/history.ts';
import { addMonths, type Instant, toIso } from '../../foundation/core/instant.ts';
import type { Job } from '../../foundation/core/jobs.ts';
import { invalidField, Refusal } from '../../foundation/core/refusals.ts';

const MAX_ADVANCE_MONTHS = 24;

export const MAX_EMPLOYEES = 200;
export const MAX_MONTHS = 24;

/** Refuses to turn the clock of a sandbox back, or to move it by more than two years. */
export function requireForward(to: Instant, now: Instant): void {
	if (to <= now)
		throw invalidField(
			'to',
			'too_small',
			`Must be after ${toIso(now)}, the present of the sandbox. To begin again, reset it.`,
		);
	const latest = addMonths(now, MAX_ADVANCE_MONTHS);
	if (to > latest)
		throw invalidField(
			'to',
			'too_big',
			`Must not be after ${toIso(latest)}. One request moves the clock by at most two years.`,
		);
}

export const sandboxBusy = (): Refusal =>
	new Refusal(
		'sandbox_busy',
		'Another request is moving the clock of this sandbox, or is filling or emptying it. Nothing was done. Try again when that has ended.',
		{ retryAfter: 5 },
	);

export const sandboxNotEmpty = (): Refusal =>
	new Refusal('sandbox_not_empty', 'The sandbox has employees already. Reset it first.');

export interface SandboxState {
	companyId: string;
	/** The present time of its clock. */
	now: Instant;
	/** How many seconds its clock is ahead of the real time. */
	aheadSeconds: number;
}

export interface Advance {
	reachedUntil: Instant;
	/** False if the time of one request was not enough. It must then be repeated. */
	done: boolean;
	events: { type: EventType; count: number }[];
	/** The jobs that have failed. Their next runs repeat them. */
	failedJobs: Job[];
}

export interface Filled {
	done: boolean;
	employees: number;
	months: number;
	reachedUntil: Instant;
}
