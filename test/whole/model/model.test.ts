import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Movers } from '../../harness/moving.ts';
import { asked, ways } from '../../tools/random/asked.ts';
import { historiesOf, play } from './histories.ts';
import { RARITIES, type Rarity } from './reference.ts';

const { runs = 2, path = '' } = asked;
/** The one history with moves that `npm test` plays needs a seed with which the company moves. */
const seedOf = (isMoving: boolean): number => asked.seed ?? (isMoving ? 5 : 20230307);
/** Moves take time, so that `npm test` plays few of them. */
const runsOf = (isMoving: boolean): number => (isMoving && asked.runs === undefined ? 1 : runs);

const limit = 60_000 + runs * 20_000;

/** `npm test` plays shorter histories. */
const MAX_STEPS = asked.runs === undefined ? 30 : 50;

/** Watching takes time too. */
const WATCHED_RUNS = 1;

/** This many histories reach every rare thing. Fewer may miss some. */
const REACHING_RUNS = 50;

/**
 * Those that are watched come first, because the tests share a database. A week after a move, the cron notes in D1 that the old cell is
 * clear, which the history does not tell. Watching is also faster while there are few rows.
 */
const kinds = [
	...(ways.includes(false)
		? [['whose changes the history records one by one', asked.runs ?? WATCHED_RUNS, seedOf(false)] as const]
		: []),
	...ways.map(
		(isMoving) => [isMoving ? 'with a company that moves' : '', runsOf(isMoving), seedOf(isMoving)] as const,
	),
];

test.each(kinds)(
	'the service and its reference tell the same of random histories %s, %i times (seed %i)',
	{ timeout: 2 * limit },
	async (title, numRuns, seed) => {
		const isMoving = title.includes('moves');
		const isWatched = title.includes('records');
		if (isMoving) vi.spyOn(console, 'log').mockImplementation(() => {});
		const goOn = vi.spyOn(Movers.prototype, 'goOn');
		const reached = new Map<Rarity, number>(RARITIES.map((one) => [one, 0]));
		const property = fc.asyncProperty(fc.noBias(historiesOf(isMoving, MAX_STEPS)), async (history) => {
			for (const one of await play(history, isWatched)) reached.set(one, (reached.get(one) ?? 0) + 1);
		});
		const bounds = { interruptAfterTimeLimit: limit, markInterruptAsFailure: true };
		const details = await fc.check(property, { numRuns, seed, path, ...bounds });
		if (!details.failed) {
			if (isMoving && path === '') expect(goOn).toHaveBeenCalled();
			if (asked.runs === undefined || path !== '') return;
			console.info(`Histories that reached what is rare: ${JSON.stringify(Object.fromEntries(reached))}`);
			const missed = RARITIES.filter((one) => reached.get(one) === 0);
			if (numRuns >= REACHING_RUNS) expect(missed, 'what no history has reached').toEqual([]);
			return;
		}
		const options = `--seed ${seed} --path ${details.counterexamplePath}${isMoving ? ' --cells' : ''}`;
		const replay = `npm run test:model -- ${options}`;
		expect.fail(`${details.errorInstance}\n\n${fc.defaultReportMessage(details)}\n\nReplay it: ${replay}`);
	},
);
