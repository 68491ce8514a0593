import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAST_INSTANT } from '../../src/core/instant.ts';
import type { Bindings } from '../../src/http/env.ts';
import { at, uniqueEmail } from '../harness.ts';
import { racing, TIMEOUT_MS } from './race.ts';
import type { Operations, Stage } from './stage.ts';

const NOW = '2023-03-07T12:00:00.000Z';
const RUNS = { numRuns: 20, seed: 1 };
const READ = 'SELECT attempts FROM login_attempts WHERE key = ?';

/** A counter in the database, and ways to count. */
function counters(operations: Operations<string>): Stage<string> {
	return {
		async build() {
			const key = uniqueEmail();
			await env.DB.prepare('INSERT INTO login_attempts VALUES (?, ?, 0)').bind(key, LAST_INSTANT).run();
			return key;
		},
		setClock: () => at(NOW),
		subjects: [operations],
		histories: [[]],
		observe: async (key) => ({ attempts: await env.DB.prepare(READ).bind(key).first('attempts') }),
		names: () => ({}),
	};
}

const run = ({ DB }: Bindings, sql: string, ...values: unknown[]) =>
	DB.batch<{ attempts: number }>([DB.prepare(sql).bind(...values)]);
const done = { status: 200, body: null };

const careless: Operations<string> = {
	async count(key, bindings) {
		const [read] = await run(bindings, READ, key);
		const attempts = (read?.results[0]?.attempts ?? 0) + 1;
		await run(bindings, 'UPDATE login_attempts SET attempts = ? WHERE key = ?', attempts, key);
		return done;
	},
};

const careful: Operations<string> = {
	async count(key, bindings) {
		await run(bindings, 'UPDATE login_attempts SET attempts = attempts + 1 WHERE key = ?', key);
		return done;
	},
};

test(
	'an update that a careless writer loses is found, and replayed from its seed and path',
	async () => {
		const found = await fc.check(racing(counters(careless)), RUNS);
		expect(String(found.errorInstance)).toMatch(/No serial order .*attempts.*at once: {2}1.*in order: 2/s);
		const again = await fc.check(racing(counters(careless)), {
			...RUNS,
			path: found.counterexamplePath ?? '',
		});
		expect(fc.stringify(again.counterexample)).toBe(fc.stringify(found.counterexample));
	},
	TIMEOUT_MS,
);

test('a careful writer passes', () => fc.assert(racing(counters(careful)), RUNS), TIMEOUT_MS);
