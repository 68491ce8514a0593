import { expect, test } from 'vitest';
import { running } from '../browser.ts';
import { getWith, pagesBehindLinks } from '../links.ts';
import { READERS, signedIn } from '../readers.ts';
import { WIDE } from '../ways.ts';

test.each(READERS)('every link that leads %s on leads to a page', async (reader) => {
	const person = await signedIn(running, WIDE, reader);
	expect((await pagesBehindLinks(getWith(person.page.request))).length).toBeGreaterThan(5);
	await person.leave();
});
