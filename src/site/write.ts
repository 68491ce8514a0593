import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stringify } from 'yaml';
import type { Instant } from '../core/instant.ts';
import { openApiDocument } from './document.ts';
import { llmsText } from './llms.ts';
import { referencePages } from './reference.ts';

const HERE = import.meta.dirname;
const STATIC = join(HERE, 'static');

/** Everything that is served as a file, by its name: the API reference and its document, in every form, and what crawlers ask for. */
function siteFiles(now: Instant): Map<string, Buffer> {
	const document = openApiDocument(now);
	const css = readFileSync(join(HERE, 'reference.css'), 'utf8');
	const style = `/reference.${createHash('sha256').update(css).digest('hex').slice(0, 12)}.css`;
	const texts = {
		...referencePages(document, style),
		[style.slice(1)]: css,
		'openapi.json': JSON.stringify(document),
		'openapi.yaml': stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
		'llms.txt': llmsText(document),
		_headers: headersOf(style),
	};
	const copied = readdirSync(STATIC).map((name) => [name, readFileSync(join(STATIC, name))] as const);
	const written = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const);
	return new Map([...copied, ...written]);
}

/** Brings the folder to that state; a file that is right already is left alone, so that nobody who watches it is disturbed. */
export function writeSite(folder: string, now: Instant): void {
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

/** Another build may read or write the same file meanwhile: nobody sees half of it. */
function replaceFile(path: string, content: Buffer, draft: string): void {
	writeFileSync(draft, content);
	renameSync(draft, path);
}

const HOUR_SECONDS = 3600;
const YEAR_SECONDS = 31_536_000;

/** Pages run nothing and may not be framed. What has a hash in its name never changes; the rest may be kept for an hour. */
const headersOf = (style: string): string => `/*
  Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  X-Frame-Options: DENY
  Referrer-Policy: no-referrer
  Cross-Origin-Resource-Policy: same-origin
  Strict-Transport-Security: max-age=${YEAR_SECONDS}; includeSubDomains
  Cache-Control: public, max-age=${HOUR_SECONDS}
/openapi.*
  ! Cross-Origin-Resource-Policy
  Cross-Origin-Resource-Policy: cross-origin
  Access-Control-Allow-Origin: *
/llms.txt
  Content-Type: text/markdown; charset=utf-8
${style}
  ! Cache-Control
  Cache-Control: public, max-age=${YEAR_SECONDS}, immutable
`;
