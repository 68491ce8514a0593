import { type SQL, sql } from 'drizzle-orm';
import { byOwn, part, type TablePart } from '../../../foundation/cells/move/belonging.ts';
import { movers, moves, places } from '../../../foundation/cells/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { CATALOGUE, type RowOwner, type TableName } from '../../../foundation/core/tables.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { isHere } from '../../../foundation/db/scope.ts';
import { companies } from '../../companies/table.ts';
import { FRESH } from '../moves/rules.ts';
import { SERVICE } from './rules.ts';

/** SQL that is true for users who are not employees of a company of D1. Backups of companies also contain users. */
const isOthers = (id: string) =>
	`NOT EXISTS (SELECT 1 FROM employees e WHERE e.user_id = ${id}
		AND NOT EXISTS (SELECT 1 FROM places p WHERE p.company_id = e.company_id))`;

/** SQL of the numbers of companies in cells. D1 may still have events about them. */
const ELSEWHERE = `SELECT n.id FROM places p JOIN event_parties n ON n.uuid = unhex(replace(p.company_id, '-', ''))`;
const OF_NO_COMPANY = ['company IS NULL', `company IN (${ELSEWHERE})`];

const EVENTS = OF_NO_COMPANY.map((where) => byOwn('events', where, 'position', 2000, true));

const PLATFORM_KEYS = 'api_keys WHERE company_id IS NULL';

/** Rows of D1 that belong to none of its companies, in tables where the owner does not say so. */
const OF_NONE: Partial<Record<TableName, readonly TablePart[]>> = {
	users: [
		byOwn(
			'users',
			`(${isOthers('users.id')} OR id IN (SELECT user_id FROM ${PLATFORM_KEYS} UNION SELECT maker_id FROM ${PLATFORM_KEYS}))`,
			'id',
			500,
		),
	],
	api_keys: [part('api_keys', 'company_id IS NULL')],
	mails: [byOwn('mails', `company_id IS NULL AND ${isOthers('mails.user_id')}`, 'id', 1000)],
	access_events: ['company_id IS NULL', 'company_id IN (SELECT company_id FROM places)'].map((where) =>
		byOwn('access_events', where, 'position', 2000, true),
	),
	tax_rule_templates: [part('tax_rule_templates', 'TRUE')],
	events: EVENTS,
	event_values: EVENTS.map(({ where, ...page }) => ({
		...page,
		table: 'event_values',
		where: `id IN (SELECT after FROM events WHERE ${where} AND typeof(after) = 'blob')`,
	})),
	event_authors: [byOwn('event_authors', 'TRUE', 'id', 2000, true)],
	event_parties: [byOwn('event_parties', 'TRUE', 'id', 5000, true)],
	event_hours: [part('event_hours', 'TRUE')],
	event_archives: OF_NO_COMPANY.map((where) => part('event_archives', where)),
	event_archive_subjects: OF_NO_COMPANY.map((where) =>
		part('event_archive_subjects', `archive IN (SELECT id FROM event_archives WHERE ${where})`),
	),
	event_files: [
		byOwn(
			'event_files',
			'NOT EXISTS (SELECT 1 FROM companies c WHERE c.id = substr(key, 1, 36))',
			'key',
			1000,
		),
	],
};

/** The user of a row, by the column that names the owner. */
const USERS: Partial<Record<RowOwner, (column: string) => string>> = {
	user_id: (column) => column,
	caller_id: (column) => column,
	session_id: (column) => `(SELECT s.user_id FROM sessions s WHERE s.id = ${column})`,
};

function sharedParts([name, { owner, pages, isUnsaved }]: (typeof CATALOGUE)[number]): readonly TablePart[] {
	if (isUnsaved) return [];
	const known = OF_NONE[name];
	if (known !== undefined) return known;
	const userOf = USERS[owner];
	if (userOf !== undefined)
		return [byOwn(name, isOthers(userOf(`${name}.${owner}`)), ...(pages ?? [owner, 500]))];
	if (owner !== 'database' && owner !== 'D1') return [];
	return [pages === undefined ? part(name, 'TRUE') : byOwn(name, 'TRUE', ...pages)];
}

/**
 * Rows of D1 that belong to no company of D1, in the order of the foreign keys. Some belong to a company too. A restore replaces these
 * by those of the company.
 */
export const SHARED: readonly TablePart[] = CATALOGUE.flatMap(sharedParts);

export const allCompanies = (db: Db) =>
	db
		.select({
			companyId: sql<string>`a.id`.as('listed_id'),
			cell: sql<string | null>`a.cell`.as('listed_cell'),
		})
		.from(
			sql`(SELECT ${companies.id} AS id, NULL AS cell FROM ${companies} WHERE ${isHere(companies.id)}
				UNION ALL SELECT company_id, cell FROM places) a`,
		)
		.orderBy(sql`a.id`);

/** Reads whether this database has anything that a restore would mix with. */
export const anyThere = (db: Db) =>
	db
		.select({
			isAny:
				sql`EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM companies) OR EXISTS (SELECT 1 FROM places)
				OR EXISTS (SELECT 1 FROM events)`
					.mapWith(Boolean)
					.as('any_there'),
			restoring: backupOf(sql`date_ended IS NULL`).as('restoring'),
			restored: backupOf(sql`date_ended IS NOT NULL`).as('restored'),
			/** When the command line reported the end of this restore; null before. */
			reported:
				sql<Instant | null>`(SELECT date_ended FROM moves WHERE company_id = ${SERVICE} AND key = ${REPORTED})`.as(
					'reported',
				),
			position: sql<number>`coalesce((SELECT max(position) FROM events), 0)`.as('last_position'),
		})
		.from(sql`(SELECT 1)`);

const backupOf = (state: SQL) =>
	sql<string | null>`(SELECT backup FROM moves WHERE company_id = ${SERVICE} AND ${state})`;

/** Marks a restore whose end the command line has reported. */
export const REPORTED = 'REPORTED';

/** Marks the restore of a backup as reported, when none of its work is left. */
export const markReported = (db: Db, companyId: string, backup: string): Statement =>
	db
		.update(moves)
		.set({ key: REPORTED })
		.where(
			sql`company_id = ${companyId} AND backup = ${backup} AND ${moves.step} IN ('OPENED', 'DONE') AND date_opened IS NOT NULL`,
		);

/** Records that D1 is being restored. D1's jobs wait for it, as they wait for a company that is leaving. */
export const insertRestoring = (db: Db, backup: string, now: Instant): readonly [Statement, Statement] => [
	db
		.insert(moves)
		.values({ ...FRESH, cell: SERVICE, companyId: SERVICE, source: null, dateStarted: now, backup })
		.onConflictDoNothing(),
	db
		.insert(movers)
		.values({ companyId: SERVICE, id: SERVICE, kind: 'COMPANY', isClosed: true })
		.onConflictDoNothing(),
];

export const placeIn = (db: Db, companyId: string) =>
	db.select({ cell: places.cell }).from(places).where(sql`company_id = ${companyId}`);

export const restoredAfter = (db: Db, after: string, limit: number) =>
	db.select({ id: companies.id }).from(companies).where(sql`id > ${after}`).orderBy(sql`id`).limit(limit);
