import { expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '../../../src/cli/demo.ts';
import { ROLES } from '../../../src/core/actor.ts';
import { running } from '../browser.ts';
import { getWith, pagesBehindLinks } from '../links.ts';
import { READERS, signedIn } from '../readers.ts';
import { WIDE } from '../ways.ts';

test.each(READERS)('every link that leads %s on leads to a page', async (reader) => {
	const person = await signedIn(running, WIDE, reader);
	expect((await pagesBehindLinks(getWith(person.page.request))).length).toBeGreaterThan(5);
	await person.leave();
});

test('the accounts of the demo have every role', () => {
	expect(new Set(DEMO_ACCOUNTS.map(({ role }) => role))).toEqual(new Set(ROLES));
});
