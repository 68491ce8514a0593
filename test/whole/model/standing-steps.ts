import fc from 'fast-check';
import { dayOf, dayStart, monthStart } from './calendar.ts';
import { currencies, nameOf, someone } from './flex-steps.ts';
import type { Reference, Standing } from './reference.ts';
import { back, latest } from './spending-steps.ts';
import { endStanding, prove, submitStanding, verify } from './standing.ts';
import { ask, asking, inSequence, moveClock, type Step, step } from './step.ts';
import { runningCronNow } from './time-steps.ts';

const PDF = new TextEncoder().encode('%PDF-1.7');

/** Days before and behind the present one. Few are far away. */
const distances = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -70, max: 400 }));

const people = fc.oneof(
	{ weight: 6, arbitrary: fc.constant('self') },
	{ weight: 2, arbitrary: fc.constant('admin') },
	{ weight: 1, arbitrary: fc.constantFrom('colleague', 'verifier') },
);

const personOf = (reference: Reference, employee: string, by: string): string => {
	if (by !== 'self' && by !== 'colleague') return by;
	if (by === 'self') return `user of ${employee}`;
	return `user of ${nameOf(reference, Number(employee.split('-')[1]) + 1)}`;
};

const submission = {
	employee: someone,
	by: people,
	module: fc.constantFrom('INTERNET', 'MOBILITY', 'SPORTS', 'KITA'),
	value: fc.oneof(fc.constantFrom(1, 1000, 2500, 5000, 5001), fc.integer({ min: 1, max: 7000 })),
	currency: currencies,
	dayOfMonth: fc.oneof(fc.constantFrom(1, 28), fc.integer({ min: 1, max: 28 })),
	start: distances,
	end: fc.option(distances, { freq: 2 }),
	proof: fc.integer({ min: 0, max: 400 }),
	isPublicTransport: fc.boolean(),
	upTo: fc.boolean(),
};

const submittingAs = (given: typeof submission) =>
	asking(
		'submit standing expense',
		fc.record(given),
		(reference, { employee, by: who, value, currency, start, end, proof, ...given }) => {
			const name = nameOf(reference, employee);
			const by = personOf(reference, name, who);
			const input = {
				...given,
				amount: { value, currency },
				startDate: dayStart(reference.now, start),
				endDate: end === null ? null : dayStart(reference.now, end),
				proofUntil: dayStart(reference.now, proof),
				isPublicTransport: given.module === 'MOBILITY' ? given.isPublicTransport : null,
			};
			const { startDate, endDate, proofUntil } = input;
			const body = {
				...input,
				startDate: dayOf(startDate),
				endDate: endDate === null ? null : dayOf(endDate),
				proofUntil: dayOf(proofUntil),
			};
			const line = `POST /employees/${name}/flex/standing-expenses`;
			return ask(by, line, body, () => submitStanding(reference, by, name, input), 201);
		},
	);

export const submittingStanding = submittingAs(submission);

/** Selects one of the wanted records if there are any, the latest most often. */
const chosen = (
	{ standing }: Reference,
	back: number,
	isWanted: (one: Standing) => boolean,
): Standing | undefined => latest(standing.some(isWanted) ? standing.filter(isWanted) : standing, back);

const isGoingOn = ({ state }: Standing): boolean => state === 'SUBMITTED' || state === 'ACTIVE';
const path = (name: string) => `/flex/standing-expenses/${name}`;

/** True if the cron submits it while a proof covers the month. */
const isActive = ({ state }: Standing): boolean => state === 'ACTIVE';

const provingFor = (
	isWanted: (one: Standing) => boolean,
	given: { back: typeof back; by: typeof people; days: fc.Arbitrary<number> },
) =>
	asking('prove standing expense', fc.record(given), (reference, { back, by: who, days }) => {
		const { name = 'unknown', employee = 'employee-0' } = chosen(reference, back, isWanted) ?? {};
		const by = personOf(reference, employee, who);
		const until = dayStart(reference.now, days);
		const line = `POST ${path(name)}/proofs?proofUntil=${dayOf(until)}`;
		return ask(by, line, PDF, () => prove(reference, by, name, until), 201);
	});

export const proving = provingFor(isGoingOn, { back, by: people, days: distances });

const verifications = {
	back,
	by: fc.constantFrom('verifier', 'verifier', 'verifier', 'platform', 'admin'),
	share: fc.option(fc.integer({ min: 1, max: 110 })),
	currency: currencies,
	isRejection: fc.constantFrom(false, false, false, true),
};

const verifyingBy = (given: { [Key in keyof typeof verifications]: (typeof verifications)[Key] }) =>
	asking(
		'verify standing expense',
		fc.record(given),
		(reference, { back, by, share, currency, isRejection }) => {
			const { name = 'unknown', amount } =
				chosen(reference, back, ({ waitingSince }) => waitingSince !== null) ?? {};
			if (isRejection) {
				const reason = 'Not legible';
				return ask(by, `POST ${path(name)}/rejection`, { reason }, () =>
					verify(reference, by, name, { reason }),
				);
			}
			const part =
				share === null ? null : { value: Math.ceil(((amount?.value ?? 1) * share) / 100), currency };
			const body = part === null ? undefined : { amount: part };
			return ask(by, `POST ${path(name)}/approval`, body, () => verify(reference, by, name, { part }));
		},
	);

export const verifying = verifyingBy(verifications);

const lastOwn = { back: fc.constant(0), by: fc.constant('self') };
const approvingWhole = verifyingBy({
	back: fc.constant(0),
	by: fc.constant('verifier'),
	share: fc.constant(null),
	currency: currencies,
	isRejection: fc.constant(false),
});

/** Begins a standing expense, which mostly becomes active. */
export const activatingStanding = inSequence(
	submittingAs({
		...submission,
		by: lastOwn.by,
		module: fc.constant('INTERNET'),
		value: fc.integer({ min: 1, max: 2500 }),
		start: fc.integer({ min: -40, max: 10 }),
		end: fc.option(fc.integer({ min: 100, max: 400 }), { freq: 4 }),
		proof: fc.integer({ min: 30, max: 90 }),
	}),
	provingFor(isGoingOn, { ...lastOwn, days: fc.integer({ min: 30, max: 90 }) }),
	approvingWhole,
);

/** Waits until months after the last day of a proof may be closed. If the cron has not run, earlier months are late too. */
const waitingForLastDay = fc.constantFrom(3, 3, 2).map((months) =>
	step('wait for the last day of a proof', months, async (reference, service) => {
		const last = reference.standing.findLast(isActive)?.proofUntil;
		const then = last === undefined ? 0 : monthStart(last, months);
		moveClock(reference, service, Math.max(reference.now, then));
		service.tell('it is');
	}),
);

/** Adds and approves a new proof long after the last one has ended. */
const renewingAfter = (...meanwhile: fc.Arbitrary<Step>[]) =>
	inSequence(
		waitingForLastDay,
		...meanwhile,
		provingFor(isActive, { ...lastOwn, days: fc.integer({ min: -20, max: 60 }) }),
		approvingWhole,
	);
export const renewingLate = renewingAfter(runningCronNow);
export const renewingBeforeCron = renewingAfter();

export const endingStanding = asking(
	'end standing expense',
	fc.record({ back, by: people }),
	(reference, { back, by: who }) => {
		const { name = 'unknown', employee = 'employee-0' } = chosen(reference, back, isGoingOn) ?? {};
		const by = personOf(reference, employee, who);
		return ask(by, `POST ${path(name)}/withdrawal`, undefined, () => endStanding(reference, by, name));
	},
);
