import { asc, gt, sql } from 'drizzle-orm';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { insertMany } from '../../../foundation/db/records.ts';
import type { IMPORT_RESULTS } from './rules.ts';
import { knownTills } from './table.ts';

export type KnownTill = typeof knownTills.$inferSelect;

export interface Imported {
	result: (typeof IMPORT_RESULTS)[number];
	/** Null for the certificate of an authority, which is skipped. */
	till: KnownTill | null;
}

export const tillsPage = (db: Db, after: string, limit: number) =>
	db.select().from(knownTills).where(gt(knownTills.id, after)).orderBy(asc(knownTills.id)).limit(limit);

export const tillById = (db: Db, id: string) => db.select().from(knownTills).where(sql`id = ${id}`);

export const tillsWith = (db: Db, fingerprints: readonly string[]) =>
	db
		.select()
		.from(knownTills)
		.where(sql`${knownTills.fingerprint} IN ${oneOf(fingerprints)}`);

export const countTills = (db: Db) =>
	db.select({ count: sql<number>`count(*)`.as('tills') }).from(knownTills);

export const insertTills = (db: Db, tills: readonly KnownTill[]) => insertMany(db, knownTills, tills);

export const deleteTill = (db: Db, id: string) => db.delete(knownTills).where(sql`id = ${id}`);
