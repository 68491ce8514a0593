import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { signInPage } from '../../../src/entrances/site/page.ts';
import { pageOf } from '../../harness/page.ts';

const script = readFileSync(
	resolve(import.meta.dirname, '../../../src/entrances/site/static/sign-in.js'),
	'utf8',
);
const page = pageOf(signInPage('/reference.css'));

/** Runs the script on the elements of the page; returns them, and what stays in the address. */
function opened(hash: string) {
	const ids = page.select('[id]').map((part) => part.attribute('id') ?? '');
	const elements = Object.fromEntries(
		ids.map((id) => [
			id,
			{ hidden: true, textContent: '' as string | null, addEventListener: () => undefined },
		]),
	);
	const left: string[] = [];
	runInNewContext(script, {
		URLSearchParams,
		location: { hash, pathname: '/sign-in' },
		history: { replaceState: (_: null, __: string, path: string) => left.push(path) },
		document: { getElementById: (id: string) => elements[id] },
	});
	return { elements, left };
}

test('the page shows the code of a sign-in, and takes it out of the address', () => {
	const { elements, left } = opened('#code=abc-_1');
	expect(elements).toMatchObject({
		done: { hidden: false },
		refused: { hidden: true },
		code: { textContent: 'abc-_1' },
	});
	expect(left).toEqual(['/sign-in']);
});

test.each(['#error=refused', ''])('the page says that nobody was signed in for %j', (hash) => {
	expect(opened(hash).elements).toMatchObject({ done: { hidden: true }, refused: { hidden: false } });
});

test('the page runs nothing but its script, in two languages', () => {
	expect(page.select('script')).toHaveLength(1);
	expect(page.inlineCode).toEqual([]);
	expect(page.select('p[lang=de]')).toHaveLength(2);
});
