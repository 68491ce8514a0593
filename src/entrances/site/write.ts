import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stringify } from 'yaml';
import type { Instant } from '../../foundation/core/instant.ts';
import { type Asset, consoleAssets, hashed, writeNames } from './assets.ts';
import { openApiDocument } from './document.ts';
import { llmsText } from './llms.ts';
import { signInPage } from './page.ts';
import { referencePages } from './reference.ts';
import { releasedFiles } from './released.ts';
import { schemaFiles } from './schema.ts';

const HERE = import.meta.dirname;
const STATIC = join(HERE, 'static');

/** Returns all static files by name: the API reference, its document in every format, and files for crawlers. */
function siteFiles(now: Instant): Map<string, Buffer> {
	const document = openApiDocument(now);
	const reference = hashed('reference.css', readFileSync(join(HERE, 'reference.css'), 'utf8'));
	const parts = [reference, ...consoleAssets()];
	const texts = {
		...referencePages(document, reference.address),
		'sign-in.html': signInPage(reference.address),
		...Object.fromEntries(parts.map(({ address, content }) => [address.slice(1), content])),
		'openapi.json': JSON.stringify(document),
		'openapi.yaml': stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
		'llms.txt': llmsText(document),
		...schemaFiles(),
		...releasedFiles(),
		_headers: headersOf(parts),
	};
	const copied = readdirSync(STATIC).map((name) => [name, readFileSync(join(STATIC, name))] as const);
	const written = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const);
	return new Map([...copied, ...written]);
}

/** Updates the folder. Unchanged files are not written again, so that watchers see no change. */
export function writeSite(folder: string, now: Instant): void {
	writeNames();
	const files = siteFiles(now);
	for (const [name, content] of files) {
		const path = join(folder, name);
		if (existsSync(path) && readFileSync(path).equals(content)) continue;
		mkdirSync(dirname(path), { recursive: true });
		replaceFile(path, content, `${folder}.${process.pid}`);
	}
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isFile() && !files.has(relative(folder, path))) rmSync(path, { force: true });
	}
}

/** Writes a file in one step, because another build may read or write it at the same time. */
function replaceFile(path: string, content: Buffer, draft: string): void {
	writeFileSync(draft, content);
	renameSync(draft, path);
}

const HOUR_SECONDS = 3600;
const YEAR_SECONDS = 31_536_000;

/** Content policies of workers. They reach only this service, so no picture leaves it. One of them compiles WebAssembly. */
const WORKER_SOURCES: Record<string, string> = {
	'codes.js': "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
	'phone-worker.js': "connect-src 'self'",
};

const policyOf = (name: string): string =>
	WORKER_SOURCES[name] === undefined
		? ''
		: `  ! Content-Security-Policy
  Content-Security-Policy: default-src 'none'; ${WORKER_SOURCES[name]}
`;

/**
 * Only the last page of a sign-in may run a script, and no page may be framed. Files with a hash in their name are cached forever,
 * others for an hour.
 */
const headersOf = (unchanging: readonly Asset[]): string => `/*
  Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  X-Frame-Options: DENY
  Referrer-Policy: no-referrer
  Cross-Origin-Resource-Policy: same-origin
  Strict-Transport-Security: max-age=${YEAR_SECONDS}; includeSubDomains
  Cache-Control: public, max-age=${HOUR_SECONDS}
/sign-in
  ! Content-Security-Policy
  Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
  ! Cache-Control
  Cache-Control: no-store
${['/openapi.*', '/openapi/*']
	.map(
		(path) => `${path}
  ! Cross-Origin-Resource-Policy
  Cross-Origin-Resource-Policy: cross-origin
  Access-Control-Allow-Origin: *
`,
	)
	.join('')}/llms.txt
  Content-Type: text/markdown; charset=utf-8
${unchanging
	.map(
		({ name, address }) => `${address}
  ! Cache-Control
  Cache-Control: public, max-age=${YEAR_SECONDS}, immutable
${policyOf(name)}`,
	)
	.join('')}`;
