import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { backups } from '../../../foundation/cells/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { earliest } from '../../../foundation/db/due.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { isHere, isHereAfter } from '../../../foundation/db/scope.ts';
import { companies } from '../../companies/table.ts';

const LAST_EVENT = sql`coalesce((SELECT max(position) FROM events), 0)`;

const numberOf = (id: SQL): SQL =>
	sql`(SELECT p.id FROM event_parties p WHERE p.uuid = unhex(replace(${id}, '-', '')))`;

/** SQL that is true when an event without a company is about somebody in this table. */
const newsOf = (people: string): SQL =>
	sql`EXISTS (SELECT 1 FROM ${sql.raw(people)} p
		CROSS JOIN events e ON e.subject = ${numberOf(sql`p.user_id`)} AND e.position > b.position AND +e.company IS NULL
		WHERE p.company_id = companies.id)`;

/** SQL that is true if something has happened in the company or to its people since the last backup. */
const HAS_NEWS = sql`(b.date IS NULL OR b.date = 0
	OR EXISTS (SELECT 1 FROM events e WHERE e.company = ${numberOf(sql`companies.id`)} AND e.position > b.position)
	OR ${newsOf('employees')} OR ${newsOf('user_companies')})`;

/** SQL that is true if the last backup or check is older than this night. */
const isDue = (night: Instant): SQL => sql`coalesce(nullif(b.date, 0), ${companies.dateCreated}) < ${night}`;

export interface DueCompany {
	id: string;
	/** The date of the backup that was begun last. It is 0 before the first, and null if no run has seen the company yet. */
	begun: Instant | null;
	hasNews: boolean;
	/** The position of the database's last event. */
	position: number;
}

/** SQL of the time since which something has happened that no backup has. */
export const unsavedSince = earliest(
	sql`SELECT date FROM backups WHERE position < (SELECT max(position) FROM events) ORDER BY date LIMIT 1`,
	sql`SELECT date_created FROM companies WHERE NOT EXISTS (SELECT 1 FROM backups) ORDER BY id LIMIT 1`,
);

/** SQL of the time at which the oldest backup is deleted. */
export const outdatedAt = sql`SELECT min(outdated) FROM backups WHERE outdated IS NOT NULL`;

/** Reads companies of this database that were last saved or checked before this night, ordered by id, after an id. */
export const dueCompanies = (db: Db, night: Instant, after: string, limit: number) =>
	db
		.select({
			id: companies.id,
			begun: sql<Instant | null>`b.begun`.as('last_begun'),
			hasNews: sql`${HAS_NEWS}`.mapWith(Boolean).as('has_news'),
			position: sql<number>`${LAST_EVENT}`.as('last_position'),
		})
		.from(companies)
		.leftJoin(sql`backups b`, sql`b.company_id = ${companies.id}`)
		.where(and(isHereAfter(companies.id, after), isDue(night)))
		.orderBy(asc(companies.id))
		.limit(limit);

export const newsOfCompany = (db: Db, companyId: string) =>
	db
		.select({ hasNews: sql`${HAS_NEWS}`.mapWith(Boolean).as('has_news') })
		.from(companies)
		.leftJoin(sql`backups b`, sql`b.company_id = ${companies.id}`)
		.where(and(eq(companies.id, companyId), isHere(companies.id)));

/** Records companies that were never saved, so that later runs find those that still have no backup. */
export const noteFirst = (db: Db, ids: readonly string[]): Statement =>
	insertSelect(
		db,
		backups,
		{ companyId: sql`value` },
		sql`FROM json_each(${JSON.stringify(ids)}) WHERE TRUE`,
	).onConflictDoNothing();

/** Records that nothing has happened in these companies. Deletes the rows of companies that have left this database. */
export const noteLooks = (
	db: Db,
	ids: readonly string[],
	position: number,
	now: Instant,
): readonly [Statement, Statement] => [
	db
		.update(backups)
		.set({ date: now, position })
		.where(sql`${backups.companyId} IN ${oneOf(ids)}`),
	db.delete(backups).where(
		sql`${backups.date} < ${now} AND (EXISTS (SELECT 1 FROM places WHERE company_id = ${backups.companyId})
			OR NOT EXISTS (SELECT 1 FROM companies WHERE id = ${backups.companyId}))`,
	),
];

/**
 * Reserves a unique date for a backup, then reads the company and the position of the last event. Finds nothing if the company has a backup
 * of this night or is not in this database.
 */
export const beginBackup = (db: Db, companyId: string, night: Instant, now: Instant) => {
	const isWanted = sql`${companies.id} = ${companyId} AND ${isHere(companies.id)} AND ${isDue(night)}`;
	const wanted = sql`FROM companies LEFT JOIN backups b ON b.company_id = companies.id WHERE ${isWanted}`;
	return [
		insertSelect(db, backups, { companyId, begun: now }, wanted).onConflictDoUpdate({
			target: backups.companyId,
			set: { begun: sql`max(${backups.begun} + 1, excluded.begun)` },
		}),
		db
			.select({ name: companies.name, date: sql<Instant>`b.begun`, position: sql<number>`${LAST_EVENT}` })
			.from(companies)
			.innerJoin(sql`backups b`, sql`b.company_id = ${companies.id}`)
			.where(isWanted),
	] as const;
};

export const saveBackup = (
	db: Db,
	companyId: string,
	values: Partial<Pick<typeof backups.$inferSelect, 'date' | 'position' | 'outdated'>>,
): Statement => db.update(backups).set(values).where(eq(backups.companyId, companyId));

export const outdatedBackups = (db: Db, now: Instant, after: string, limit: number) =>
	db
		.select({ companyId: backups.companyId })
		.from(backups)
		.where(
			and(
				gt(backups.companyId, after),
				sql`${backups.outdated} <= ${now} AND NOT EXISTS (SELECT 1 FROM places WHERE company_id = ${backups.companyId})`,
			),
		)
		.orderBy(asc(backups.companyId))
		.limit(limit);

export const companyHere = (db: Db, companyId: string) =>
	db.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId));
