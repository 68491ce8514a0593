import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Person, running } from '../browser.ts';
import { NARROW, WIDE } from '../ways.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** `npm run pictures` names the folder of those in the README. */
const FOLDER = join(ROOT, process.env.PICTURES ?? '.wrangler/screenshots');

describe('the README shows', () => {
	const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

	async function take(person: Person, name: string): Promise<void> {
		await person.page.locator('main').waitFor();
		await person.page.screenshot({ path: join(FOLDER, `${name}.png`) });
		expect(readme).toContain(`docs/${name}.png`);
		expect(readFileSync(join(ROOT, 'docs', `${name}.png`)).length).toBeLessThan(150_000);
		expect(person.faults).toEqual([]);
		await person.leave();
	}

	test('somebody’s year, as an administrator sees it', async () => {
		const person = await Person.at(running, WIDE);
		await person.signIn('admin@demo.example');
		await person.page.goto('/console/people?q=mustermann');
		await person.page.getByRole('link', { name: 'Mustermann, Erika' }).click();
		await person.page.getByRole('heading', { name: 'Erika Mustermann' }).waitFor();
		await person.page.getByRole('button', { name: 'English', exact: true }).click();
		await person.page.locator('html[lang=en]').waitFor();
		await take(person, 'person');
	});

	test('the rest of this month, on an employee’s phone', async () => {
		const person = await Person.at(running, { ...NARROW, colorScheme: 'light' });
		await person.signIn('employee@demo.example');
		await take(person, 'benefits');
	});
});
