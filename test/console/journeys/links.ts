import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '../../../src/entrances/cli/demo.ts';
import { ROLES } from '../../../src/foundation/core/actor.ts';
import { pageOf } from '../../harness/page.ts';
import { running } from '../browser.ts';
import { getWith, pagesBehindLinks } from '../links.ts';
import { READERS, signedIn } from '../readers.ts';
import { WIDE } from '../ways.ts';

// The tests of rights follow the links of each role from more pages, without the demo data.
test.each(process.env.ALL_WAYS === undefined ? [] : READERS)(
	'every link that leads %s on leads to a page',
	async (reader) => {
		const person = await signedIn(running, WIDE, reader);
		expect((await pagesBehindLinks(getWith(person.page.request))).length).toBeGreaterThan(5);
		await person.leave();
	},
);

test('the accounts of the demo have every role', () => {
	expect(new Set(DEMO_ACCOUNTS.map(({ role }) => role))).toEqual(new Set(ROLES));
});

const MAX_FIRST_VIEW = 10 * 1024;

test.each(READERS)('the first view of %s has at most 10 KB, with its style and scripts', async (reader) => {
	const person = await signedIn(running, WIDE, reader);
	const { request } = person.page;
	const load = async (address: string) => (await request.get(address)).body();
	const document = await load('/console');
	const parts = pageOf(document.toString()).select('link[rel=stylesheet], script');
	const others = parts.map((part) => load(part.attribute('src') ?? part.href));
	const sizes = [document, ...(await Promise.all(others))].map((body) => gzipSync(body).length);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_FIRST_VIEW);
	await person.leave();
});
