import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { isTried } from '../../harness/sampling.ts';
import { at } from '../../harness/service.ts';
import { testsFind } from '../../harness/snapshot.ts';
import { later } from '../../tenants/auth/addresses/people.ts';
import { ACTS, doorsThatOpen, newStage, type Stage, useEverything } from './attacker.ts';

const DAY_MS = 86_400_000;
const PAUSES = { 'no time': 0, '73 hours': 73 * 3_600_000, 'eight days': 8 * DAY_MS };

/** These do nothing before another act, because they need a link, a provider or a colleague that it leaves. */
const SECOND = [
	'claim the account at the provider',
	'restore the address',
	'move the address as an administrator of the own making',
];

const names = Object.keys(ACTS);
const pairs = names
	.filter((one) => !SECOND.includes(one))
	.flatMap((one) => names.map((other) => [one, other]));
/** The night also tries three acts. */
const triples = pairs.flatMap((pair) => names.map((third) => [...pair, third]));

const sequences = Object.entries(PAUSES)
	.flatMap(([pause, milliseconds]) =>
		[...pairs, ...(env.ALL_FAULTS === 'true' ? triples : [])].map((acts) => ({
			name: acts.join(`, after ${pause} `),
			milliseconds,
			acts,
		})),
	)
	// Each first act has other second acts by day.
	.filter(({ milliseconds }, index) =>
		isTried(index + Math.floor(index / names.length), milliseconds === 0 ? 2 : 14),
	);

let first: Stage;

const touch = testsFind(async () => {
	at('2023-03-07T12:00:00.000Z');
	first = await newStage();
	later(30 * DAY_MS);
});

describe('an administrator does not become a colleague by these acts:', () => {
	test.each(sequences)('$name', async ({ acts, milliseconds }) => {
		touch();
		const stage: Stage = { ...first, mailboxes: [], tokens: new Set(), helpers: [] };
		for (const act of acts) {
			await ACTS[act]?.(stage);
			await useEverything(stage);
			later(milliseconds);
		}
		expect(await doorsThatOpen(stage)).toEqual([]);
	});
});
