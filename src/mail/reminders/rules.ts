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
} from '../../core/instant.ts';
import type { NoticeKind } from '../rules.ts';

/** Notices that no single change causes but the time. */
export const REMINDERS = [
	'expenses_waiting',
	'access_ending',
	'month_closing',
	'budget_expiring',
] as const satisfies readonly NoticeKind[];
export type Reminder = (typeof REMINDERS)[number];

const AN_HOUR_MS = 3_600_000;
const DECEMBER = 11;

/** The latest instant at which people are told of it: the full hour, the start of the day, or 1 December. */
export function turnOf(kind: Reminder, now: Instant): Instant {
	if (kind === 'expenses_waiting') return now - (now % AN_HOUR_MS);
	if (kind !== 'budget_expiring') return startOfDay(now);
	const december = addMonths(startOfYear(now), DECEMBER);
	return december <= now ? december : addMonths(december, -12);
}

/** A write may be stored this much later than its date says. */
const STORED_WITHIN_MS = 60_000;

/** The expenses of which a digest at `turn` tells are of before this instant. */
export const submittedUntil = (turn: Instant): Instant => turn - STORED_WITHIN_MS;

const ENDING_DAYS = 30;

/** The accesses of whose end people are told at `turn` end at or before this instant. */
export const endingUntil = (turn: Instant): Instant => addDays(turn, ENDING_DAYS);

const CLOSING_DAYS = 3;

/** A month that closes for the companies with this last day of submission, which lies in the month after. */
interface Closing {
	submissionDay: number;
	monthStart: Instant;
	monthEnd: Instant;
	month: string;
	lastDay: string;
}

/** The closings of which people are told after `from` until `turn`. What has closed by now is not told any more. */
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
