import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
	type Passage,
	passagesOfCode,
	passagesOfMarkdown,
	passagesOfScript,
	sentencesOf,
	wordsOf,
} from './harness/prose.ts';

/**
 * Sentences that a machine can tell to be hard to read. Run it for one folder:
 * `ONLY=src/benefits/flex npx vitest run --config test/vitest.config.ts test/plain-english.node.test.ts`
 */
const ROOT = resolve(import.meta.dirname, '..');
const ONLY = process.env.ONLY;

/** Sentences that break a rule for a reason. */
const ALLOWED: [start: string, reason: string][] = [
	['010203040506 ', 'a list of common passwords'],
	['access_events a', 'a list of tables'],
];

const BEGINNINGS = /^["'“(]*(of|who|what|whoever|where|be it|by its|the same)\b/i;
const WORDS =
	/\b(whoever|whom|whose keys are|anew|mend(s|ed|ing)?|be it|of which|as it was told|goes without saying|told|deeds?|holders?|wish(es|ed)?)\b/i;
const MOST_WORDS = 25;

const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER TABLE|WHERE)\b/;

function isProse({ kind, text }: Passage): boolean {
	if (kind !== 'string' && kind !== 'title') return true;
	const said = text.replace(/\{\w+\}/g, '…');
	return wordsOf(said).length >= 3 && !SQL.test(said) && !/[<>{}=]|https?:|^[./]/.test(said);
}

/** A string or a cell of a table without a full stop is a label, which may begin as it likes. */
const mayBeginSo = (sentence: string, kind: Passage['kind']): boolean =>
	sentence.endsWith('?') || (/string|cell/.test(kind) && !/[.!]["'”)]*$/.test(sentence));

function faultOf(sentence: string, kind: Passage['kind']): string | undefined {
	if (ALLOWED.some(([start]) => sentence.startsWith(start))) return undefined;
	const beginning = BEGINNINGS.exec(sentence)?.[1];
	if (beginning && !mayBeginSo(sentence, kind)) return `begins with "${beginning}"`;
	const word = WORDS.exec(sentence.replace(/`[^`]*`/g, ''))?.[1];
	if (word) return `holds "${word}"`;
	const { length } = wordsOf(sentence);
	return length > MOST_WORDS ? `has ${length} words` : undefined;
}

function passagesOf(path: string): Passage[] {
	const text = readFileSync(join(ROOT, path), 'utf8');
	if (path.endsWith('.md')) return passagesOfMarkdown(text);
	return /\.tsx?$/.test(path) ? passagesOfCode(text) : passagesOfScript(text);
}

const faultsOf = (path: string): string[] =>
	passagesOf(path)
		.filter(isProse)
		.flatMap(({ line, text, kind }) =>
			sentencesOf(text).flatMap((sentence) => {
				const fault = faultOf(sentence, kind);
				return fault ? [`${path}:${line} ${fault}: ${sentence}`] : [];
			}),
		);

/** The build of the client and its tests write these. */
const GENERATED = /^(clients\/typescript\/(dist\/|src\/api[.]ts)|test\/tools\/clients\/from-docs[.]ts)/;

const OWN = 'test/plain-english.node.test.ts';
const paths = globSync(
	[
		'*.md',
		'docs/*.md',
		'.github/**/*.{md,yml}',
		'.ci/*',
		'wrangler.toml',
		'{src,test}/**/*.{ts,tsx}',
		'clients/**/*.{ts,md}',
		'examples/**/*.{py,bru}',
	],
	{ cwd: ROOT, exclude: (path) => path.includes('node_modules') || path === OWN },
).filter((path) => path !== OWN && !GENERATED.test(path));

test('sentences are plain', () => {
	const folder = ONLY?.replace(/\/$/, '');
	const looked = paths.filter(
		(path) => folder === undefined || path === folder || path.startsWith(`${folder}/`),
	);
	expect(looked).not.toEqual([]);
	const faults = looked.flatMap(faultsOf);
	expect(faults.length, `sentences to rewrite:\n${faults.join('\n')}\n`).toBe(0);
});
