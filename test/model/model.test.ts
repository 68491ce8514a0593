import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asked } from '../random/asked.ts';
import { histories, play } from './histories.ts';

const { runs = 15, seed = 20230307, path = '' } = asked;

const limit = 60_000 + runs * 10_000;

test(
	`the service and its reference tell the same of ${runs} random histories (seed ${seed})`,
	async () => {
		const property = fc.asyncProperty(fc.noBias(histories), play);
		const bounds = { interruptAfterTimeLimit: limit, markInterruptAsFailure: true };
		const details = await fc.check(property, { numRuns: runs, seed, path, ...bounds });
		if (!details.failed) return;
		const replay = `npm run test:model -- --seed ${seed} --path ${details.counterexamplePath}`;
		expect.fail(`${details.errorInstance}\n\n${fc.defaultReportMessage(details)}\n\nReplay it: ${replay}`);
	},
	2 * limit,
);
