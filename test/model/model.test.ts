import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histories, play } from './histories.ts';

const { runs, seed, path } = env.MODEL;

test(
	`the service and its reference tell the same of ${runs} random histories (seed ${seed})`,
	async () => {
		const property = fc.asyncProperty(fc.noBias(histories), play);
		const details = await fc.check(property, { numRuns: runs, seed, path, endOnFailure: false });
		if (!details.failed) return;
		const replay = `npm run test:model -- --runs 1 --seed ${seed} --path ${details.counterexamplePath}`;
		expect.fail(`${details.errorInstance}\n\n${fc.defaultReportMessage(details)}\n\nReplay it: ${replay}`);
	},
	60_000 + runs * 30_000,
);
