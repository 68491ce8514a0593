import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fileOf, VERSIONS } from '../http/versions.ts';
import type { OpenApiDocument } from './openapi.ts';

const pathOf = (version: string): string => join(import.meta.dirname, 'released', `${version}.json.gz`);

const textOf = (version: string): string => gunzipSync(readFileSync(pathOf(version))).toString();

export const releasedDocument = (version: string): OpenApiDocument => JSON.parse(textOf(version));

/** Returns the static files with the documents of all released versions, by name. */
export const releasedFiles = (): Record<string, string> =>
	Object.fromEntries(VERSIONS.map((version) => [fileOf(version), textOf(version)]));

/** Stores the document of a version for good. Returns false if there is one. */
export function storeReleased(document: OpenApiDocument): boolean {
	const path = pathOf(document.info.version);
	if (existsSync(path)) return false;
	writeFileSync(path, gzipSync(JSON.stringify(document), { level: 9 }));
	return true;
}
