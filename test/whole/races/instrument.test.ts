import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAST_INSTANT } from '../../../src/foundation/core/instant.ts';
import { withRetry } from '../../../src/foundation/db/database.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { at, uniqueEmail } from '../../harness/service.ts';
import { racing, TIMEOUT_MS } from './race.ts';
import type { Operations, Stage } from './stage.ts';

const NOW = '2023-03-07T12:00:00.000Z';
const RUNS = { numRuns: 20, seed: 1 };
const READ = 'SELECT attempts FROM login_attempts WHERE key = ?';
const INSERT = 'INSERT INTO login_attempts VALUES (?, ?, 1) ON CONFLICT DO NOTHING';
const SUM = 'SELECT sum(attempts) AS attempts FROM login_attempts WHERE instr(key, ?) = 1';

/** Counters in the database, one of them existing, and ways to count. */
function counters(operations: Operations<string>): Stage<string> {
	return {
		async build() {
			const key = uniqueEmail();
			await env.DB.prepare(INSERT).bind(key, LAST_INSTANT).run();
			return key;
		},
		setClock: () => at(NOW),
		subjects: [operations],
		histories: [[]],
		observe: async (key) => ({ attempts: await env.DB.prepare(SUM).bind(key).first('attempts') }),
		names: () => ({}),
	};
}

const run = ({ DB }: Bindings, sql: string, ...values: unknown[]) =>
	withRetry(() => DB.batch<{ attempts: number }>([DB.prepare(sql).bind(...values)]));
const done = { status: 200, body: null };

const careless: Operations<string> = {
	async count(key, bindings) {
		const [read] = await run(bindings, READ, key);
		const attempts = (read?.results[0]?.attempts ?? 0) + 1;
		await run(bindings, 'UPDATE login_attempts SET attempts = ? WHERE key = ?', attempts, key);
		return done;
	},
};

/** Loses nothing, but counts again when it does not hear that it has counted. */
const hasty: Operations<string> = {
	async count(key, bindings) {
		await run(bindings, 'UPDATE login_attempts SET attempts = attempts + 1 WHERE key = ?', key);
		return done;
	},
};

const careful: Operations<string> = {
	async count(key, bindings) {
		await run(bindings, INSERT, `${key} ${uniqueEmail()}`, LAST_INSTANT);
		return done;
	},
};

test.each([
	['an update that a careless writer loses', careless, 2, 3],
	['a write that a hasty writer repeats', hasty, 4, 3],
])(
	'%s is found, and replayed from its seed and path',
	async (_, operations, atOnce, inOrder) => {
		const found = await fc.check(racing(counters(operations)), RUNS);
		const told = `No serial order .*attempts.*at once: {2}${atOnce}.*in order: ${inOrder}`;
		expect(String(found.errorInstance)).toMatch(new RegExp(told, 's'));
		const path = found.counterexamplePath ?? '';
		const again = await fc.check(racing(counters(operations)), { ...RUNS, path });
		expect(fc.stringify(again.counterexample)).toBe(fc.stringify(found.counterexample));
	},
	TIMEOUT_MS,
);

test('a careful writer passes', () => fc.assert(racing(counters(careful)), RUNS), TIMEOUT_MS);
