import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newTill } from '../../harness/tills.ts';
import { Person, running } from '../browser.ts';
import { KINDS, prepareDrawing, type Sample, sampleOf } from '../photos/photos.ts';
import { WIDE } from '../ways.ts';

const IS_LONG = process.env.ALL_FAULTS !== undefined;
const OTHERS = [
	'https://kantine.example/feedback/12345',
	'https://app.example/bonus?card=8347834783478',
	'WIFI:S:Kantine;T:WPA;P:geheim123;;',
];

/** How many photos of a kind are drawn, and the share of them that must be read. Few photos say little about the difficult kinds. */
const sizeOf = (kind: string): number => (kind === 'clean' ? (IS_LONG ? 200 : 8) : IS_LONG ? 40 : 1);
const leastOf = (kind: string): number => (kind === 'clean' ? 0.95 : IS_LONG ? (LEAST[kind] ?? 0.95) : 0);
const LEAST: Record<string, number> = { crumpled: 0.6, dark: 0.85, blurred: 0.85 };

describe('photos of receipts', () => {
	let person: Person;
	let page: Page;
	beforeAll(async () => {
		person = await Person.at(running, WIDE);
		({ page } = person);
		await person.signIn('employee@demo.example');
		await page.goto('/console/benefits/new');
		await prepareDrawing(page);
	});
	afterAll(() => person.leave());

	test.each(KINDS)(
		'%s: enough of them are read, and the code of the till is chosen',
		async (kind) => {
			const sign = newTill('brainpoolP256r1', 'd1c5a7e0-4711-4b1b-9a55');
			const samples: Sample[] = [];
			for (let seed = 0; seed < sizeOf(kind); seed++) {
				const code = sign((seed + 1.5).toFixed(2), '2026-02-27T12:00:00.000Z');
				samples.push(await sampleOf(page, kind, kind === 'four codes' ? [...OTHERS, code] : [code], seed));
			}
			const read = samples.filter(
				({ found }, seed) => found.length === 1 && found[0]?.includes(`;Beleg^${(seed + 1.5).toFixed(2)}_`),
			);
			const times = samples.map(({ ms }) => ms).sort((a, b) => a - b);
			console.info(
				`${kind}: ${read.length} of ${samples.length} read, ${Math.round(times[times.length >> 1] ?? 0)} ms`,
			);
			expect(read.length / samples.length).toBeGreaterThanOrEqual(leastOf(kind));
		},
		IS_LONG ? 600_000 : 30_000,
	);
});
