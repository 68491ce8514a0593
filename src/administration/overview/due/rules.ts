import { addMonths, type Instant } from '../../../foundation/core/instant.ts';
import { isInRealTime, JOBS, type Job } from '../../../foundation/core/jobs.ts';
import { digestOf, nextTurn, REMINDERS, type Reminder } from '../../../tenants/mail/reminders/rules.ts';
import { tomorrow } from '../../../tenants/mail/rules.ts';

/** The time at which each job is due next: null for never, and `AT_EACH_RUN` if no column says it. */
export type DueTimes = Record<Job, Instant | null>;

/** Such a job looks for work at each run. No run begins because of it alone. */
export const AT_EACH_RUN = 0;

const AN_HOUR_MS = 3_600_000;

export const nextHour = (now: Instant): Instant => now - (now % AN_HOUR_MS) + AN_HOUR_MS;

/**
 * Returns the time of the next run: the first full hour at which a job is due, because the cron runs at full hours too. It is at
 * the latest the start of the next day. `ahead` is how far the clock of a sandbox is ahead.
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

/**
 * Returns the next full hour of the clock of a sandbox at which one of its jobs is due, after `its` present. Infinity stands for never.
 */
export function nextStep(times: DueTimes, its: Instant): Instant {
	const due = JOBS.flatMap((job) => (isInRealTime(job) ? [] : (times[job] ?? [])));
	const first = Math.min(...due);
	return first === Number.POSITIVE_INFINITY ? first : Math.max(nextHour(first - 1), nextHour(its));
}

/** Returns when the next reminder is due. `turns` are the finished ones. `submitted` is the first expense that no digest counts. */
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

/** The counts of a month are deleted when it is over. */
export const monthOver = (month: string): Instant => addMonths(Date.parse(`${month}-01T00:00:00.000Z`), 1);

/** The counts of a day are deleted when it is over. */
export const dayOver = (day: number): Instant => tomorrow(day * 24 * AN_HOUR_MS);

/** Returns the instant of an id. */
export const instantOf = (id: string): Instant => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
