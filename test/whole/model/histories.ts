import fc from 'fast-check';
import { DAY } from './calendar.ts';
import { checkDraws } from './draws.ts';
import { hiringForGood } from './employee-steps.ts';
import { grantingAccess } from './flex-steps.ts';
import { planning } from './goodies-steps.ts';
import { newReference, type Rarity, type TaxRule } from './reference.ts';
import { Service } from './service.ts';
import { paying } from './spending-steps.ts';
import { compareEverything } from './step.ts';
import { themesOf } from './themes.ts';
import { waitingForNextMonth } from './time-steps.ts';

const TEMPLATES: Record<string, TaxRule[]> = {
	capped: [
		{
			budgets: [{ budget: { value: 6000, currency: 'EUR_CENT' } }],
			maxDaysPerMonth: 6,
			isOnlyPublicTransportAllowed: true,
		},
	],
	layered: [
		{ budgets: [], maxDaysPerMonth: 10, isOnlyPublicTransportAllowed: false },
		{
			budgets: [
				{ budget: { value: 3000, currency: 'CHF_CENTIMES' } },
				{ budget: { value: 4000, currency: 'EUR_CENT' } },
			],
			maxDaysPerMonth: null,
			isOnlyPublicTransportAllowed: false,
		},
	],
};

/** Ends of months and years, a leap day, and the borders of reference days. */
const starts = fc
	.tuple(
		fc.constantFrom(
			'2023-03-07',
			'2023-12-31',
			'2024-01-31',
			'2024-02-28',
			'2024-02-29',
			'2023-10-15',
			'2026-11-20',
		),
		fc.constantFrom(0, DAY / 2, DAY - 3),
	)
	.map(([day, ms]) => Date.parse(day) + ms);

export const historiesOf = (isMoving: boolean, maxSteps: number) =>
	fc.record({
		isMoving: fc.constant(isMoving),
		start: starts,
		referenceDay: fc.constantFrom(1, 7, 7, 15, 28),
		begin: fc.tuple(hiringForGood, grantingAccess, planning),
		paid: fc.option(fc.tuple(...paying, waitingForNextMonth), { freq: 2 }),
		steps: fc.oneof(
			...themesOf(isMoving).map(({ begin, steps }) =>
				fc
					.tuple(fc.tuple(...begin), fc.array(steps, { maxLength: maxSteps, size: 'max' }))
					.map((all) => all.flat()),
			),
		),
	});
type History = ReturnType<typeof historiesOf> extends fc.Arbitrary<infer H> ? H : never;

/** Plays a history on a company of its own, and returns the rare things that it reached. An error about a difference tells its story. */
export async function play(
	{ isMoving, start, referenceDay, begin, paid, steps }: History,
	isWatched = false,
): Promise<ReadonlySet<Rarity>> {
	const service = await Service.open(start, referenceDay, TEMPLATES, isMoving);
	if (isWatched) await service.watch();
	const reference = newReference(start, referenceDay, TEMPLATES);
	try {
		for (const step of [...begin, ...(paid ?? []), ...steps]) await step.run(reference, service);
		await compareEverything(reference, service);
		await checkDraws(reference, service);
		return reference.reached;
	} catch (error) {
		const story = [`With reference day ${referenceDay}:`, ...service.story, ...difference(error)].join('\n');
		throw new Error(story, { cause: error });
	}
}

function difference(error: unknown): string[] {
	const { message, expected, actual } = error as { message?: string; expected?: unknown; actual?: unknown };
	const shown = (label: string, value: unknown) => `${label} ${JSON.stringify(value)}`;
	return [String(message), shown('The reference says', expected), shown('The service says  ', actual)];
}
