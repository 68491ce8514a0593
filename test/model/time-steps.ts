import fc from 'fast-check';
import { DAY, iso } from './calendar.ts';
import { doDue } from './everything.ts';
import { advances, resolve } from './moments.ts';
import { ask, asking, compareEverything, moveClock, step } from './step.ts';

/** The next call comes at that moment, or at once when it has passed. */
export const waiting = advances.map((moment) =>
	step('wait until', moment, async (reference, service) => {
		const then = Math.max(reference.now, resolve(moment, reference.now));
		moveClock(reference, service, then);
		service.tell('it is');
	}),
);

/**
 * The cron comes, more or less late and perhaps doubled, after a few earlier runs or none. For the reference only the
 * latest scheduled time counts.
 */
export const runningCron = fc
	.record({
		late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: DAY }), fc.integer({ min: 0, max: 60 * DAY })),
		earlier: fc.array(fc.integer({ min: 1, max: 100 * DAY }), { maxLength: 3 }),
		isDoubled: fc.boolean(),
	})
	.map((given) =>
		step('run cron', given, async (reference, service) => {
			const { late, earlier, isDoubled } = given;
			const last = reference.now - late;
			const before = earlier.map((lead) => last - lead);
			service.tell(`cron of ${[...before, last].map(iso).join(', ')}${isDoubled ? ', doubled' : ''}`);
			for (const instant of before) await service.runCron([instant]);
			await service.runCron(isDoubled ? [last, last] : [last]);
			doDue(reference, last);
			await compareEverything(reference, service);
		}),
	);

export const movingReferenceDay = asking(
	'move reference day',
	fc.constantFrom(1, 7, 15, 28),
	(reference, payrollReferenceDay) =>
		ask('platform', 'PUT /companies/company', { payrollReferenceDay }, () => {
			reference.referenceDay = payrollReferenceDay;
		}),
);
