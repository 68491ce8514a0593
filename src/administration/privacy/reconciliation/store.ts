import { sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { CATALOGUE, OWNERS } from '../../../foundation/core/tables.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { eventArchives } from '../../../tenants/history/archive/table.ts';

/** The rows that name files in the bucket of receipts. Their owners say which company they belong to. */
const FILES = sql.raw(
	`(${CATALOGUE.flatMap(([table, { owner, file }]) =>
		file === 'RECEIPTS'
			? `SELECT f.id, o.company_id, f.sha256, f.date_stored, f.date_discarded FROM ${table} f JOIN ${OWNERS[owner as keyof typeof OWNERS]} o ON o.id = f.${owner}`
			: [],
	).join(' UNION ALL ')})`,
);

export const receiptsBetween = (db: Db, after: string, until: string, limit: number) =>
	db
		.select({
			id: sql<string>`f.id`.as('id_'),
			companyId: sql<string>`f.company_id`.as('company_id_'),
			sha256: sql<string | null>`f.sha256`.as('sha256_'),
			isThere: sql`(f.date_stored IS NOT NULL AND f.date_discarded IS NULL)`.mapWith(Boolean).as('is_there'),
		})
		.from(sql`${FILES} f`)
		.where(sql`f.id > ${after} AND f.id <= ${until}`)
		.orderBy(sql`f.id`)
		.limit(limit);

export const knownReceipts = (db: Db, ids: readonly string[]) =>
	db
		.select({ key: sql<string>`f.id`.as('known') })
		.from(sql`${FILES} f`)
		.where(sql`f.id IN ${oneOf(ids)}`);

/** Reads which of these people were changed between their own time and `until`. */
export const changedAfter = (d1: Db, people: readonly (readonly [id: string, Instant])[], until: Instant) =>
	d1
		.select({ id: sql<string>`k.id`.as('changed') })
		.from(
			sql`(SELECT value ->> 0 AS id, value ->> 1 AS date FROM json_each(${JSON.stringify(people)})) k
				JOIN users u ON u.id = coalesce((SELECT user_id FROM employees WHERE id = k.id), k.id)
				LEFT JOIN employees e ON e.user_id = u.id`,
		)
		.where(
			sql`max(u.date_modified, coalesce(e.date_modified, 0)) > k.date AND max(u.date_modified, coalesce(e.date_modified, 0)) <= ${until}`,
		);

export const archivesAfter = (db: Db, after: number, limit: number) =>
	db
		.select({
			id: eventArchives.id,
			key: eventArchives.key,
			sha256: eventArchives.sha256,
			month: eventArchives.month,
			firstPosition: eventArchives.firstPosition,
			lastPosition: eventArchives.lastPosition,
			count: eventArchives.count,
			/** True when values of the archive still have to be erased. Only then can another file replace its file. */
			isDue: sql`EXISTS (SELECT 1 FROM event_archive_subjects WHERE archive = ${eventArchives.id} AND is_due)`
				.mapWith(Boolean)
				.as('is_due_'),
			firstId: sql<string>`lower(hex(${eventArchives.firstId}))`.as('first_id_hex'),
			lastId: sql<string>`lower(hex(${eventArchives.lastId}))`.as('last_id_hex'),
		})
		.from(eventArchives)
		.where(sql`${eventArchives.id} > ${after}`)
		.orderBy(eventArchives.id)
		.limit(limit);

export const knownFiles = (db: Db, keys: readonly string[]) =>
	db
		.select({ key: sql<string>`k.key`.as('known') })
		.from(
			sql`(SELECT key FROM event_archives WHERE key IN ${oneOf(keys)} UNION SELECT key FROM event_files WHERE key IN ${oneOf(keys)}) k`,
		);

export const placesOfCompanies = (d1: Db, ids: readonly string[]) =>
	d1
		.select({
			companyId: sql<string>`k.id`.as('known'),
			cell: sql<string | null>`k.cell`.as('cell_'),
		})
		.from(
			sql`(SELECT company_id AS id, cell FROM places WHERE company_id IN ${oneOf(ids)}
				UNION ALL SELECT id, NULL FROM companies WHERE id IN ${oneOf(ids)}) k`,
		);

/** Reads which of these addresses and domains do not lead to the cell. */
export const strayAddresses = (d1: Db, cell: string, addresses: readonly string[]) =>
	d1
		.select({ address: sql<string>`a.value`.as('stray') })
		.from(sql`json_each(${JSON.stringify(addresses)}) a`)
		.where(sql`NOT EXISTS (SELECT 1 FROM addresses WHERE address = a.value AND cell = ${cell})`)
		.limit(1);
