import {
	addDays,
	addMonths,
	dayOfMonth,
	type Instant,
	startOfDay,
	startOfMonth,
	startOfYear,
	toIso,
	toYearMonth,
} from '../../../foundation/core/instant.ts';
import type { NoticeKind } from '../rules.ts';

/** The notices that are caused by time, and not by a change. */
export const REMINDERS = [
	'expenses_waiting',
	'access_ending',
	'proof_ending',
	'month_closing',
	'budget_expiring',
] as const satisfies readonly NoticeKind[];
export type Reminder = (typeof REMINDERS)[number];

const AN_HOUR_MS = 3_600_000;
const DECEMBER = 11;

/** Returns the latest turn of this reminder: the full hour, the start of the day, or 1 December. */
export function turnOf(kind: Reminder, now: Instant): Instant {
	if (kind === 'expenses_waiting') return now - (now % AN_HOUR_MS);
	if (kind !== 'budget_expiring') return startOfDay(now);
	const december = addMonths(startOfYear(now), DECEMBER);
	return december <= now ? december : addMonths(december, -12);
}

export function nextTurn(kind: Reminder, doneUntil: Instant): Instant {
	if (kind === 'expenses_waiting') return turnOf(kind, doneUntil) + AN_HOUR_MS;
	return kind === 'budget_expiring'
		? addMonths(turnOf(kind, doneUntil), 12)
		: addDays(turnOf(kind, doneUntil), 1);
}

/** Returns the turn of the first digest that counts an expense submitted at this instant. */
export const digestOf = (submitted: Instant): Instant =>
	nextTurn('expenses_waiting', submitted + STORED_WITHIN_MS);

/** A write can be stored this long after its own date. */
const STORED_WITHIN_MS = 60_000;

/** Returns the instant before which an expense must be submitted to count for a digest at `turn`. */
export const submittedUntil = (turn: Instant): Instant => turn - STORED_WITHIN_MS;

const ENDING_DAYS = 30;

/** Returns the latest end of the accesses that a reminder at `turn` is about. */
export const endingUntil = (turn: Instant): Instant => addDays(turn, ENDING_DAYS);

/** How many days before the end of a proof the person is reminded. */
export const PROOF_DAYS = [30, 7] as const;

const CLOSING_DAYS = 3;

/** A month that closes for the companies with this day as the last day of submission. The day is in the following month. */
interface Closing {
	submissionDay: number;
	monthStart: Instant;
	monthEnd: Instant;
	month: string;
	lastDay: string;
}

/** Returns the closings to announce after `from` until `turn`, without months that are already closed. */
export function closingsOf(from: Instant, turn: Instant): Closing[] {
	const closings: Closing[] = [];
	for (
		let day = Math.max(addDays(from, 1), addDays(turn, -CLOSING_DAYS));
		day <= turn;
		day = addDays(day, 1)
	) {
		const lastDay = addDays(startOfDay(day), CLOSING_DAYS);
		const monthStart = addMonths(startOfMonth(lastDay), -1);
		closings.push({
			submissionDay: dayOfMonth(lastDay),
			monthStart,
			monthEnd: startOfMonth(lastDay) - 1,
			month: toYearMonth(monthStart),
			lastDay: toIso(lastDay).slice(0, 10),
		});
	}
	return closings;
}
