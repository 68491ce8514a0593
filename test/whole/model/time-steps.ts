import fc from 'fast-check';
import { DAY, iso, monthStart } from './calendar.ts';
import { learnDraws } from './draws.ts';
import { doDue } from './everything.ts';
import { rejectUnmended } from './expenses.ts';
import { advances, type Moment, offsets, resolve } from './moments.ts';
import { type Reference, Refused } from './reference.ts';
import { applyRules } from './rules.ts';
import type { Service } from './service.ts';
import { submitMonths } from './standing.ts';
import { ask, asking, compareEverything, inSequence, moveClock, step } from './step.ts';

/** The next call comes at that moment, or at once when it has passed. */
const waitingUntil = (moments: fc.Arbitrary<Moment>) =>
	moments.map((moment) =>
		step('wait until', moment, async (reference, service) =>
			waitUntil(reference, service, resolve(moment, reference.now)),
		),
	);

export const waiting = waitingUntil(advances);
export const waitingForNextMonth = waitingUntil(fc.constant({ of: 'month', months: 1, days: 0, ms: 0 }));

/** Waits until rules look at a picture that has just come, or until right before. A step takes a millisecond. */
const waitingForRules = waitingUntil(
	fc.constantFrom(-1, 0, 0, 0).map((ms) => ({ of: 'now', months: 0, days: 0, ms: 5 * 60_000 - 1 + ms })),
);

/** Waits until the last millisecond on which the month before may change, or be submitted for, or next to it. */
export const waitingForCutOff = fc.tuple(offsets, fc.boolean()).map(([ms, isToSubmit]) =>
	step('wait for the cut-off', [ms, isToSubmit], async (reference, service) => {
		const { now, referenceDay, submissionDay } = reference;
		const day = (isToSubmit ? submissionDay : null) ?? referenceDay;
		const cutOffs = [0, 1].map((months) => monthStart(now, months) + day * DAY - 1 + ms);
		waitUntil(reference, service, cutOffs.find((cutOff) => cutOff >= now) ?? now);
	}),
);

function waitUntil(reference: Reference, service: Service, then: number): void {
	moveClock(reference, service, Math.max(reference.now, then));
	service.tell('it is');
}

/**
 * The cron runs late or twice, after a few earlier runs or none. Sometimes it is scheduled exactly at a termination or right before it. For the reference only the latest scheduled time counts, but a rejection and a month of a standing expense name the run that made them.
 */
const runningCronAt = (given: fc.Arbitrary<Runs>) =>
	given.map((given) =>
		step('run cron', given, async (reference, service) => {
			const { late, termination, earlier, isDoubled } = given;
			const terminated = reference.employees[0]?.dateTerminated ?? null;
			const wanted =
				termination === null || terminated === null ? reference.now - late : terminated + termination;
			const last = service.timeOfCron(Math.min(wanted, reference.now));
			const before = earlier.map((lead) => last - lead);
			service.tell(`cron of ${[...before, last].map(iso).join(', ')}${isDoubled ? ', doubled' : ''}`);
			for (const scheduled of before) {
				const instant = service.timeOfCron(scheduled);
				await service.runCron([instant]);
				await learnDraws(reference, service);
				submitMonths(reference, instant);
				rejectUnmended(reference, instant);
				applyRules(reference, instant);
			}
			await service.runCron(isDoubled ? [last, last] : [last]);
			await learnDraws(reference, service);
			const closedBefore = closedIn(reference);
			doDue(reference, last);
			await compareEverything(reference, service);
			// A session that was checked before counts for ten seconds more.
			if (closedIn(reference) > closedBefore) moveClock(reference, service, reference.now + 10_000);
		}),
	);

interface Runs {
	late: number;
	termination: number | null;
	earlier: number[];
	isDoubled: boolean;
}

export const runningCron = runningCronAt(
	fc.record({
		late: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(0) },
			{ weight: 1, arbitrary: fc.integer({ min: 0, max: DAY }) },
			{ weight: 1, arbitrary: fc.integer({ min: 0, max: 60 * DAY }) },
		),
		termination: fc.option(fc.constantFrom(0, -1), { freq: 3 }),
		earlier: fc.array(fc.integer({ min: 1, max: 100 * DAY }), { maxLength: 2 }),
		isDoubled: fc.boolean(),
	}),
);

export const runningCronNow = runningCronAt(
	fc.constant({ late: 0, termination: null, earlier: [], isDoubled: false }),
);

/** Waits until rules may look at the last receipt, and runs the cron. */
export const lettingRulesLook = inSequence(waitingForRules, runningCronNow);

const closedIn = ({ employees }: Reference): number => employees.filter(({ isClosed }) => isClosed).length;

export const restricting = asking('restrict', fc.boolean(), (reference, monthlyBudgetRestrictsFlex) =>
	ask('platform', 'PUT /companies/company', { monthlyBudgetRestrictsFlex }, () => {
		reference.isRestricted = monthlyBudgetRestrictsFlex;
	}),
);

export const settingPayroll = asking(
	'set payroll',
	fc.record({
		splitsMeals: fc.constantFrom(true, true, false),
		recordsAbsences: fc.boolean(),
		booksVouchers: fc.boolean(),
		bookingMonth: fc.constantFrom('RUN' as const, 'FOLLOWING' as const),
	}),
	(reference, settings) => {
		const wageTypes = settings.booksVouchers ? { GOODIES: { number: '300' } } : {};
		const { booksVouchers: _, ...others } = settings;
		const body = { wageTypes, ...others };
		return ask('admin', 'PUT /companies/company/payroll-settings', body, () => {
			Object.assign(reference, settings);
		});
	},
);

export const movingReferenceDay = asking(
	'move reference day',
	fc.constantFrom(1, 7, 15, 28),
	(reference, payrollReferenceDay) =>
		ask('platform', 'PUT /companies/company', { payrollReferenceDay }, () => {
			if (payrollReferenceDay < (reference.submissionDay ?? 0)) throw new Refused('validation_failed');
			reference.referenceDay = payrollReferenceDay;
		}),
);

export const movingSubmissionDay = asking(
	'move submission day',
	fc.constantFrom(null, 1, 5, 14, 28),
	(reference, submissionDay) =>
		ask('admin', 'PUT /companies/company', { submissionDay }, () => {
			if (submissionDay !== null && submissionDay > reference.referenceDay) {
				throw new Refused('validation_failed');
			}
			reference.submissionDay = submissionDay;
		}),
);

/** The company goes on with its move by some pages: into the copy, into the time without writes, or to its end. */
export const moving = fc.constantFrom(8, 16, 28, undefined).map((pages) =>
	step('go on moving', pages ?? null, async (reference, service) => {
		service.tell(`the company moves on by ${pages ?? 'all'} pages`);
		await service.move(pages);
		await compareEverything(reference, service);
		moveClock(reference, service, reference.now + 1);
	}),
);
