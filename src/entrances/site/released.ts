import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fileOf, VERSIONS } from '../../foundation/http/versions.ts';
import type { OpenApiDocument } from './openapi.ts';

const pathOf = (version: string): string => join(import.meta.dirname, 'released', `${version}.json.gz`);

const textOf = (version: string): string => gunzipSync(readFileSync(pathOf(version))).toString();

export const releasedDocument = (version: string): OpenApiDocument => JSON.parse(textOf(version));

/** Returns the static files with the documents of all released versions, by name. */
export const releasedFiles = (): Record<string, string> =>
	Object.fromEntries(VERSIONS.map((version) => [fileOf(version), textOf(version)]));

/** Stores the document of a version. Returns false if it is stored already. `replaces` is for a version that is not published. */
export function storeReleased(document: OpenApiDocument, replaces: boolean): boolean {
	const path = pathOf(document.info.version);
	if (!replaces && existsSync(path)) return false;
	writeFileSync(path, gzipSync(JSON.stringify(document), { level: 9 }));
	return true;
}
