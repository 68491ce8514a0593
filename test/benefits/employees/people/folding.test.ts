import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, REPLACED, wordsOf } from '../../../../src/benefits/employees/people/rules.ts';
import { newCompany, newEmployee } from '../../../harness/service.ts';

test('stored and searched text is folded alike', async () => {
	const own = await newCompany();
	const letters = [...new Set(`aeou AEZ-._/'ß${REPLACED.map(([one]) => one).join('')}`)];
	const name = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 20 });
	await fc.assert(
		fc.asyncProperty(name, async (lastName) => {
			const id = await newEmployee(own, { lastName });
			const row = await env.DB.prepare(
				`SELECT t.text FROM people t JOIN event_parties p ON p.id = t.employee WHERE p.uuid = unhex(replace(?, '-', ''))`,
			)
				.bind(id)
				.first<string>('text');
			expect(row?.startsWith(`  ${folded(lastName)} `), `${lastName}: ${row}`).toBe(true);
		}),
		{ numRuns: 40 },
	);
});

test('the longest word is looked for first', () => {
	expect(wordsOf('Ma MÜLLER-Lüdenscheid a a')).toEqual(['ludenscheid', 'muller', 'ma', 'a']);
});
