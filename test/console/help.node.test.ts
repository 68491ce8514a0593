import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_TERMS, explained } from '../../src/console/help.tsx';

const DOCS = readFileSync(resolve(import.meta.dirname, '../../docs/glossary.md'), 'utf8');

test.each(ALL_TERMS.map((term) => explained(term, 'en')))(
	'the console and the docs explain “$word” alike',
	({ word, meaning }) => {
		expect(DOCS).toContain(`| ${word} | ${meaning} |`);
	},
);
