import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openApiDocument } from '../src/entrances/site/document.ts';
import { releasedDocument } from '../src/entrances/site/released.ts';
import { VERSIONS } from '../src/foundation/http/versions.ts';
import { ALLOWED } from './breaking-changes.ts';
import { breakingChanges, type Contract } from './whole/compatibility/changes.ts';

const ROOT = resolve(import.meta.dirname, '..');
const NEWEST = VERSIONS.at(-1) ?? '';

const contract = (document: object) => document as Contract;
const found = breakingChanges(
	contract(releasedDocument(NEWEST)),
	contract(openApiDocument(Date.UTC(2026, 2))),
);

test('the contract breaks no client of the last release, except for a reason in test/breaking-changes.ts', () => {
	expect(found.filter((change) => ALLOWED[change] === undefined)).toEqual([]);
});

test('every allowed change has a reason, and is one of the current document', () => {
	expect(Object.keys(ALLOWED).filter((change) => !found.includes(change))).toEqual([]);
	expect(Object.values(ALLOWED).filter((reason) => !/^[A-Z].{20,}/.test(reason))).toEqual([]);
});

test('every version has one document, which names it, and the package has the newest one', () => {
	const files = readdirSync(join(ROOT, 'src/entrances/site/released')).sort();
	expect(files).toEqual(VERSIONS.map((version) => `${version}.json.gz`).sort());
	expect(VERSIONS.map((version) => releasedDocument(version).info.version)).toEqual(VERSIONS);
	const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
	expect(version.replace(/\.\d+$/, '')).toBe(NEWEST);
});
