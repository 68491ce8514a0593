import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { startProvider } from './harness/outside/provider.ts';
import { startReceiver } from './harness/outside/receiver.ts';
import { startResolver } from './harness/outside/resolver.ts';
import { VAPID_KEY } from './harness/outside/vapid-key.ts';
import { keepFilesInMemory } from './memory.ts';
import { PURE_TESTS } from './pure.ts';
import { SkippedDrills } from './skipped-drills.ts';
import { SlowFirst } from './slow-first.ts';
import { writeSiteOnce } from './written-site.ts';

// The collector of the runtime can otherwise wait forever for a thread that has nothing to do. That is seen in long runs on two cores.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= '--single-threaded-gc';

// Some tests read files that are served, and a new clone has none yet.
const root = resolve(import.meta.dirname, '..');
writeSiteOnce(root, Date.now());
keepFilesInMemory();

/** Run by scripts of their own, with packages of their own. */
const OWN_TOOLS = [
	'test/tools/clients/**',
	'test/tools/contract-lint/**',
	'test/tools/mutation/**',
	'test/tools/tour/**',
];

/** Left out where a cell stands in for D1 (`npm run test:cells`): a cell has no copies, and thus no bookmarks. */
const D1_ONLY =
	process.env.DATABASE === 'CELL'
		? ['test/**/{near,bookmarks}*.test.ts', 'test/administration/monitoring/*.test.ts']
		: [];

/** Left out unless somebody asks for companies that move, or for everything. */
const AT_NIGHT = [
	...(process.env.COMPANIES_MOVE === undefined ? ['test/whole/black-box/in-cells.drill.test.ts'] : []),
	...(process.env.ALL_FAULTS === 'true'
		? []
		: [
				'test/price-of-a-change.drill.test.ts',
				'test/whole/upgrades/last-release-in-cells.drill.test.ts',
				'test/whole/faults/{given-up-moves,restore,several-companies}.test.ts',
				'test/administration/sandboxes/{moves,year}.test.ts',
			]),
	// `npm run test:kills` asks for a number of kills.
	...(process.env.KILLS === undefined ? ['test/whole/kills/kills.drill.test.ts'] : []),
];

/** Tests that start other processes: services, browsers, commands. `npm run drills` runs them, and `npm test` leaves them out. */
const DRILLS = ['test/**/*.drill.test.ts'];

/** The tests of the repository itself. `npm run check` runs them, and `npm test` leaves them out. */
const REPOSITORY = ['test/*.node.test.ts'];

export default defineConfig({
	root,
	test: {
		// On two cores vitest would use one. The tests that start services mostly wait for them.
		maxWorkers: Math.max(3, availableParallelism() - 1),
		sequence: { sequencer: SlowFirst },
		reporters: ['default', new SkippedDrills()],
		projects: [
			{
				plugins: [
					cloudflareTest(async () => ({
						wrangler: { configPath: `${root}/wrangler.toml` },
						miniflare: {
							// A copy of the database, for reads with a bookmark.
							d1Databases: { COPY: 'copy' },
							// Nobody listens, so that mail is sent only when a test says so, and at its time.
							queueProducers: {
								MAIL_QUEUE: { queueName: 'unheard' },
								JOBS_QUEUE: { queueName: 'unheard' },
								WEBHOOK_QUEUE: { queueName: 'unheard' },
							},
							bindings: {
								JWT_SECRET: 'the-secret-of-the-tests-is-no-secret-at-all',
								ENCRYPTION_KEY: 'the-key-of-the-tests-is-no-secret-either',
								IDENTITY_PROVIDER: await startProvider(),
								DNS_RESOLVER: await startResolver(),
								RECEIVER: await startReceiver(),
								WEBHOOKS_ALLOW_LOCAL: '1',
								// Tests that read the log of requests turn it on.
								LOG_SAMPLE: 'off',
								// Local runs write a key into `.dev.vars`, and requests would be counted.
								OPERATOR_KEY: '',
								LOCAL_IDENTITY_PROVIDERS: 'true',
								MAIL_FROM: 'Zubrot <zubrot@mail.example>',
								PUBLIC_URL: 'https://zubrot.example',
								VAPID_KEY,
								RECEIPTS_DOMAIN: 'in.zubrot.example',
								ASKED: process.env.ASKED ?? '{}',
								ALL_FAULTS: process.env.ALL_FAULTS ?? 'false',
								DATABASE: process.env.DATABASE ?? 'D1',
								MIGRATIONS: await readD1Migrations(`${root}/migrations`),
							},
						},
					})),
				],
				resolve: { alias: [{ find: /^node:crypto$/, replacement: `${root}/test/harness/cheap-scrypt.ts` }] },
				test: {
					name: 'workerd',
					root,
					include: ['test/**/*.test.ts'],
					exclude: [
						'test/**/*.node.test.ts',
						...DRILLS,
						...PURE_TESTS,
						...OWN_TOOLS,
						...D1_ONLY,
						...AT_NIGHT,
					],
					// The files share a worker and its modules; `fresh.ts` gives each an empty storage.
					isolate: false,
					setupFiles: ['test/harness/in-cell.ts', 'test/harness/fresh.ts'],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				test: {
					name: 'pure',
					root,
					include: PURE_TESTS,
					isolate: false,
					testTimeout: 60_000,
				},
			},
			{
				test: {
					name: 'node',
					root,
					include: ['test/**/*.node.test.ts'],
					exclude: [
						...OWN_TOOLS,
						...AT_NIGHT,
						...(process.env.WITHOUT_CHECK === undefined ? [] : REPOSITORY),
					],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				test: {
					name: 'drills',
					root,
					include: DRILLS,
					exclude: [...OWN_TOOLS, ...AT_NIGHT],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
