/** Mutates the pure rules and fails below 90 %. Arguments narrow it: `npm run test:mutation -- src/foundation/core/timeline.ts`. */
import { availableParallelism } from 'node:os';
import { Stryker } from '@stryker-mutator/core';

/** Pure code that decides something. Lists of words are left to the tests of the contract. */
const RULES = [
	'src/foundation/core/{balance,budget,date-window,email,employment,history,id,instant,patch,policy,refusals,restriction,timeline}.ts',
	'src/**/rules.ts',
	'src/foundation/core/months.ts',
	'src/benefits/payroll/export/{rules,csv,datev}.ts',
];

/** Far from UTC, and with summer time: a rule that asked the machine for the date would be caught. */
process.env.TZ = 'Pacific/Auckland';

const narrowedTo = process.argv.slice(2);

await new Stryker({
	mutate: narrowedTo.length === 0 ? RULES : narrowedTo,
	thresholds: { high: 95, low: 90, break: 90 },
	testRunner: 'pure',
	plugins: ['./test/tools/mutation/runner.ts'],
	ignorePatterns: ['/*', '!/src', '!/test', '!/tsconfig.json'],
	// Stryker would rewrite it with an interface that TypeScript 7 does not have.
	tsconfigFile: 'none',
	disableTypeChecks: false,
	concurrency: Math.min(2, availableParallelism()),
	tempDirName: '.wrangler/mutation',
	cleanTempDir: 'always',
	reporters: ['progress-append-only', 'clear-text', 'html'],
	clearTextReporter: { logTests: false },
	htmlReporter: { fileName: '.wrangler/mutation.html' },
	allowConsoleColors: false,
}).runMutationTest();
