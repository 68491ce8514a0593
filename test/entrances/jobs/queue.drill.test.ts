import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundle, bundled } from '../../../src/entrances/cli/bundle.ts';
import { startRuntime, workerOptions } from '../../../src/entrances/cli/local-state.ts';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { DUE, seedCompanies, seededId, seedPendingLines } from '../../tools/bench/seed.ts';

const COMPANIES = 3;
const LINES = 10_002;

const state = mkdtempSync(join(tmpdir(), 'zubrot-'));
let runtime: Miniflare;
let DB: D1Database;

beforeAll(async () => {
	await bundle(Date.now());
	const secret = 'a secret of the tests that is no secret at all';
	runtime = startRuntime(
		{
			...workerOptions(),
			...bundled(),
			modulesRules: undefined,
			// The router that serves the files locally is not in front of the Worker.
			assets: undefined,
			serviceBindings: { ASSETS: () => new Response(null, { status: 404 }) },
			bindings: { JWT_SECRET: secret, ENCRYPTION_KEY: secret },
		},
		{ host: '127.0.0.1', port: 0, resourcePersistencePath: join(state, 'v3') },
	);
	await runtime.ready;
	({ DB } = await runtime.getBindings<Bindings & Record<string, unknown>>());
	await migrate(DB);
	await seedCompanies(DB, 1, COMPANIES + 1);
	await seedPendingLines(DB, [0, LINES], `1 + i % ${COMPANIES}`, DUE);
}, 120_000);

afterAll(async () => {
	await runtime.dispose();
	rmSync(state, { recursive: true });
});

test('the queue hands the companies with many due records to the Worker, each by itself', async () => {
	const { scheduled } = await runtime.getWorker();
	expect(await scheduled({ scheduledTime: new Date(DUE), cron: '0 * * * *' })).toMatchObject({
		outcome: 'ok',
	});
	await vi.waitFor(
		async () => {
			const { results } = await DB.prepare(
				`SELECT company_id, line_count FROM payroll_runs WHERE state = 'CLOSED' ORDER BY company_id`,
			).all();
			expect(results).toEqual(
				Array.from({ length: COMPANIES }, (_, n) => ({
					company_id: seededId('company', n + 1),
					line_count: LINES / COMPANIES,
				})),
			);
			const jobs = await DB.prepare('SELECT jobs FROM job_runs').first<string>('jobs');
			expect(JSON.parse(jobs ?? '{}')).toMatchObject({
				closeDueRuns: { dateRun: DUE, dateSucceeded: DUE, handled: COMPANIES },
				issueDueVouchers: { dateRun: DUE, dateSucceeded: DUE, handled: 0 },
			});
		},
		{ timeout: 30_000, interval: 200 },
	);
});
