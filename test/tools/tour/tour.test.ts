import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Running, startConsole } from '../../console/browser.ts';
import { getWith, kindOf, pagesBehindLinks } from '../../console/links.ts';
import { READERS, signedIn } from '../../console/readers.ts';
import { NARROW, type Way, WIDE } from '../../console/ways.ts';

let running: Running;
beforeAll(async () => {
	running = await startConsole();
});
afterAll(() => running?.stop());

const NARROW_WITH_SCRIPT: Way = { ...NARROW, name: 'narrow, English, dark', javaScriptEnabled: true };

describe.each([WIDE, NARROW_WITH_SCRIPT])('$name', (way) => {
	test.each(READERS)(
		'every page that links lead %s to can be read, and is kept as a picture',
		async (reader) => {
			const person = await signedIn(running, way, reader);
			for (const address of await pagesBehindLinks(getWith(person.page.request))) {
				await person.page.goto(address, { waitUntil: 'networkidle' });
				await person.look(`tour ${reader} ${kindOf(address).replace('/console/', '')}`);
			}
			await person.leave();
		},
	);
});
