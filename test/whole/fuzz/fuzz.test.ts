import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at } from '../../harness/service.ts';
import { snapshot } from '../../harness/snapshot.ts';
import { asked, ways } from '../../tools/random/asked.ts';
import { brokenRequests } from './broken.ts';
import { exchange } from './exchange.ts';
import { judge } from './judgement.ts';
import { reportOf } from './report.ts';
import { type Draft, validRequests } from './requests.ts';
import { newStage } from './stage.ts';

/** So many requests are of all kinds. */
const MIXED = 100;
const { runs = 100, seed = 20230307, path = '' } = asked;
const seconds = asked.runs === undefined ? 20 : 300;

test.runIf(ways.includes(false))(
	'whatever is sent, the answer is declared, within the rights and silent about the inside',
	{
		timeout: (seconds + 30) * 1000,
	},
	async () => {
		at('2023-03-07T12:00:00.000Z');
		const tally = { granted: 0, refused: 0, rowsWritten: 0 };
		const stage = await newStage();
		const restore = await snapshot();
		let hasWritten = false;

		const property = fc.asyncProperty(fc.oneof(validRequests(), brokenRequests), async (draft: Draft) => {
			// Written records would make this request depend on an earlier one, and its path could not reproduce a failure.
			if (hasWritten) await restore();
			const told = await exchange(draft, stage);
			hasWritten = told.rowsWritten > 0;
			judge(told, stage);
			tally[told.answer.status < 300 ? 'granted' : 'refused']++;
			tally.rowsWritten += told.rowsWritten;
		});
		const result = await fc.check(property, {
			numRuns: runs,
			seed,
			...(path !== '' && { path }),
			interruptAfterTimeLimit: seconds * 1000,
			markInterruptAsFailure: false,
		});
		if (result.failed) throw new Error(reportOf(result));
		if (result.interrupted) console.warn(`The time was up after ${result.numRuns} of ${runs} requests.`);
		if (result.numRuns < MIXED) return;
		expect(tally.granted).toBeGreaterThan(result.numRuns / 20);
		expect(tally.refused).toBeGreaterThan(result.numRuns / 4);
		expect(tally.rowsWritten).toBeGreaterThan(0);
	},
);
