import { type CellBindings, databaseOf } from '../../../foundation/cells/places.ts';
import { SCHEMA } from '../../../foundation/cells/schema.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { notFound, Refusal } from '../../../foundation/core/refusals.ts';
import type { Vault } from '../../../foundation/core/vault.ts';
import { batch } from '../../../foundation/db/database.ts';
import { backUpNow, type Saved } from '../backups/actions.ts';
import {
	type Buckets,
	type Erased,
	FORMAT,
	labelOf,
	type Manifest,
	type WithBackups,
} from '../backups/rules.ts';
import { erasedPages, noteErased } from '../erased-people/remote.ts';
import { saveShared } from '../shared-rows/actions.ts';
import { type Head, PROVEN, SERVICE } from './rules.ts';
import { allCompanies, anyThere, placeIn } from './store.ts';

export type Env = CellBindings & Buckets;

export function withBackups<E extends Buckets>(env: E): E & WithBackups {
	if (env.BACKUPS === undefined)
		throw new Refusal('misconfigured', 'This service has no bucket BACKUPS. Create it, and bind it.');
	return { ...env, BACKUPS: env.BACKUPS };
}

/** Describes the service for a backup: its schema, its key and its companies. */
export async function describeService(env: Env, { vault }: { vault: Vault }) {
	const db = databaseOf(env, null);
	const [proof, [companies, [there]]] = await Promise.all([
		vault.seal(PROVEN, PROVEN),
		batch(db, [allCompanies(db), anyThere(db)]),
	]);
	const head: Omit<Head, 'date'> = { format: FORMAT, schema: SCHEMA, proof };
	const listed = companies.map(({ companyId, cell }) => ({ companyId, isInCell: cell !== null }));
	return { ...head, isEmpty: there?.isAny !== true, companies: listed };
}

/** Saves a company now, in any database, or the rows of D1 that belong to no company. */
export async function saveNow(
	env: Env,
	companyId: string,
	now: Instant,
): Promise<Saved & { isInCell: boolean }> {
	const buckets = withBackups(env);
	if (companyId === SERVICE)
		return { manifest: await saveShared(env, buckets, now), missing: null, isInCell: false };
	const d1 = databaseOf(env, null);
	const [[place]] = await batch(d1, [placeIn(d1, companyId)]);
	const db = databaseOf(env, place?.cell ?? null);
	const saved = await backUpNow(db, buckets, now, companyId);
	if (saved !== null) return { ...saved, isInCell: place !== undefined };
	const [known] = await batch(d1, [allCompanies(d1)]);
	if (!known.some((one) => one.companyId === companyId)) throw notFound('company');
	throw new Refusal('unavailable', 'People change this company all the time. Try again.', { retryAfter: 5 });
}

/** Lists everybody who was ever erased. A backup contains the list, because a new service has none. */
export async function everErased(env: Env): Promise<Erased[]> {
	const all: Erased[] = [];
	for await (const page of erasedPages(withBackups(env).BACKUPS))
		all.push(...page.map(([companyId, id]): Erased => [companyId, id]));
	return all;
}

export async function noteAll(env: Env, erased: readonly Erased[]): Promise<void> {
	const { BACKUPS } = withBackups(env);
	for (const [companyId, id] of erased) await noteErased(BACKUPS, companyId, [id]);
}

export async function readObject(env: Env, key: string) {
	const object = await withBackups(env).BACKUPS.get(key);
	if (object === null) return undefined;
	const { sha256 } = object.checksums;
	return {
		body: object.body,
		sha256: sha256 === undefined ? null : Buffer.from(sha256).toString('hex'),
		type: object.httpMetadata?.contentType ?? 'application/octet-stream',
	};
}

/** Stores an object of a backup. R2 compares its hash. */
export async function storeObject(
	env: Env,
	key: string,
	body: ReadableStream,
	sha256: string,
	contentType: string | undefined,
	now: Instant,
): Promise<void> {
	const { BACKUPS } = withBackups(env);
	const isManifest = key.endsWith('/manifest.json');
	const content = isManifest ? await new Response(body).text() : body;
	// Lists of backups read this metadata of manifests. Old copies of files are deleted by their date.
	const customMetadata = typeof content === 'string' ? labelIn(key, content) : { copied: toIso(now) };
	try {
		await BACKUPS.put(key, content, {
			sha256,
			customMetadata,
			...(contentType && { httpMetadata: { contentType } }),
		});
	} catch (error) {
		if (/checksum|10037/.test(String(error)))
			throw new Refusal('backup_damaged', `The object ${key} has another hash.`);
		throw error;
	}
}

function labelIn(key: string, manifest: string): Record<string, string> {
	try {
		return labelOf(JSON.parse(manifest) as Manifest);
	} catch {
		throw new Refusal('backup_damaged', `The object ${key} is no manifest of a backup.`);
	}
}
