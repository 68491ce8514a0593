import { addMonths, type Instant } from '../../../foundation/core/instant.ts';
import { AT_EACH_RUN, isInRealTime, JOBS, type Job } from '../../../foundation/core/jobs.ts';
import { digestOf, nextTurn, REMINDERS, type Reminder } from '../../../tenants/mail/reminders/rules.ts';
import { tomorrow } from '../../../tenants/mail/rules.ts';

/** When each job is due next. Null means never. `AT_EACH_RUN` means that no column shows it. */
export type DueTimes = Record<Job, Instant | null>;

const AN_HOUR_MS = 3_600_000;

export const nextHour = (now: Instant): Instant => now - (now % AN_HOUR_MS) + AN_HOUR_MS;

/**
 * Returns the time of the next run: the first full hour at which a job is due, because the cron also runs at full hours. It is the start of
 * the next day at the latest. `ahead` is how far a sandbox's clock is ahead.
 */
export function nextRun(times: DueTimes, now: Instant, ahead = 0): Instant {
	const due = JOBS.flatMap((job) => {
		const time = times[job];
		if (time === null || time === AT_EACH_RUN) return [];
		return isInRealTime(job) ? time : time - ahead;
	});
	const first = Math.min(...due, tomorrow(now));
	return Math.max(nextHour(first - 1), nextHour(now));
}

/** Returns the next full hour of a sandbox's clock at which a job is due, after the clock's present `its`. Infinity means never. */
export function nextStep(times: DueTimes, its: Instant): Instant {
	const due = JOBS.flatMap((job) => (isInRealTime(job) ? [] : (times[job] ?? [])));
	const first = Math.min(...due);
	return first === Number.POSITIVE_INFINITY ? first : Math.max(nextHour(first - 1), nextHour(its));
}

/** Returns when the next reminder is due. `turns` are the finished turns. `submitted` is the first expense that no digest has counted. */
export function remindersDue(
	turns: readonly { kind: string; doneUntil: Instant }[],
	submitted: Instant | null,
): Instant {
	const times = REMINDERS.map((kind: Reminder) => {
		const done = turns.find((turn) => turn.kind === kind)?.doneUntil;
		if (done === undefined) return AT_EACH_RUN;
		if (kind !== 'expenses_waiting') return nextTurn(kind, done);
		return submitted === null
			? Number.POSITIVE_INFINITY
			: Math.max(digestOf(submitted), nextTurn(kind, done));
	});
	return Math.min(...times);
}

export const monthOver = (month: string): Instant => addMonths(Date.parse(`${month}-01T00:00:00.000Z`), 1);

export const dayOver = (day: number): Instant => tomorrow(day * 24 * AN_HOUR_MS);

export const instantOf = (id: string): Instant => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
