import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Movers } from '../../harness/moving.ts';
import { at, now } from '../../harness/service.ts';
import { asked, ways } from '../../tools/random/asked.ts';
import { brokenRequests } from './broken.ts';
import { inCells } from './broken-cells.ts';
import { exchange } from './exchange.ts';
import { judge } from './judgement.ts';
import { validRequests } from './requests.ts';
import { newStage } from './stage.ts';

const namingCells = fc.tuple(validRequests(), inCells).map(([draft, breakage]) => breakage(draft));

/** Before a request, a company may go on with its move by some pages, or to its end. */
const moves = fc.oneof(
	{ weight: 5, arbitrary: fc.constant(null) },
	{
		weight: 1,
		arbitrary: fc.record({
			owner: fc.constantFrom('own' as const, 'own' as const, 'foreign' as const),
			pages: fc.constantFrom(8, 16, 28, undefined),
		}),
	},
);

const REQUESTS = 15;
const rounds = fc.array(
	fc.record({
		move: moves,
		draft: fc.oneof(validRequests(), brokenRequests, { arbitrary: namingCells, weight: 2 }),
	}),
	{ minLength: REQUESTS, maxLength: REQUESTS, size: 'max' },
);

const { seed = 20230307, path = '' } = asked;
const runs = asked.runs === undefined ? 1 : Math.ceil(asked.runs / REQUESTS);
const ENDS_SESSIONS = /^(POST|DELETE) .*\/(logout|sessions|closure)\b/;
/** Processes trust for this long in which database they have found somebody. */
const TRUSTED_MS = 11_000;

test.runIf(ways.includes(true))(
	`no request reaches another company while both companies move: ${runs} times ${REQUESTS} requests (seed ${seed})`,
	{ timeout: 60_000 + runs * 60_000 },
	async () => {
		vi.spyOn(console, 'log').mockImplementation(() => {});
		// The access log takes no refusals while a company is closed.
		vi.spyOn(console, 'error').mockImplementation(() => {});
		const counts = { moves: 0, granted: 0, refused: 0, waiting: 0 };
		const property = fc.asyncProperty(rounds, async (round) => {
			at('2023-03-07T12:00:00.000Z');
			const stage = await newStage(true);
			const movers = new Movers();
			for (const { move, draft } of round) {
				if (move !== null) {
					await movers.goOn(stage.ids[move.owner].companyId ?? '', move.pages);
					at(new Date(now() + TRUSTED_MS).toISOString());
				}
				const told = await exchange(draft, stage);
				judge(told, stage);
				const { status } = told.answer;
				// Later requests of the same caller would have no valid token.
				if (status < 300 && ENDS_SESSIONS.test(`${draft.method} ${told.sent.path}`)) break;
				counts[status === 503 ? 'waiting' : status < 300 ? 'granted' : 'refused']++;
			}
			await movers.finishAll();
			counts.moves += movers.moves;
		});
		await fc.assert(property, { numRuns: runs, seed, path, endOnFailure: true });
		if (asked.runs !== undefined) console.warn(JSON.stringify(counts));
		// A short run does not reach every kind of answer.
		const { moves, refused } = counts;
		for (const [name, count] of Object.entries(asked.runs === undefined ? { moves, refused } : counts))
			expect(count, name).toBeGreaterThan(0);
	},
);
