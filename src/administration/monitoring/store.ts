import { sql } from 'drizzle-orm';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { CELL_LATE_MS, type Counts } from './rules.ts';
import { requestCounts } from './table.ts';

export const saveCounts = (db: Db, id: string, counts: Counts): Statement =>
	db
		.insert(requestCounts)
		.values({ id, counts })
		.onConflictDoUpdate({ target: requestCounts.id, set: { counts: sql`excluded.counts` } });

const EACH = sql`request_counts c CROSS JOIN json_each(c.counts) o`;

export const sumsOfCounts = (db: Db) =>
	db
		.select({
			key: sql<string>`o.key`.as('counted'),
			requests: sumOf(0, 'requests'),
			slow: sumOf(1, 'slow'),
			ms: sumOf(2, 'ms'),
			trips: sumOf(3, 'trips'),
			rowsRead: sumOf(4, 'rows_read'),
			rowsWritten: sumOf(5, 'rows_written'),
		})
		.from(EACH)
		.where(sql`c.id >= ''`)
		.groupBy(sql`o.key`);

const sumOf = (place: number, name: string) =>
	sql<number>`sum(o.value ->> ${sql.raw(String(place))})`.as(name);

/** Adds the rows with smaller ids to the sum, and deletes them. */
export const foldCounts = (db: Db, before: string): readonly [Statement, Statement] => [
	db.run(sql`INSERT INTO request_counts (id, counts) SELECT '', json_group_object(counted, json_array(a, b, c, d, e, f)) FROM (
		SELECT o.key AS counted, ${sql.join(
			['a', 'b', 'c', 'd', 'e', 'f'].map(
				(name, place) => sql`sum(o.value ->> ${sql.raw(String(place))}) AS ${sql.raw(name)}`,
			),
			sql`, `,
		)} FROM ${EACH} WHERE c.id < ${before} GROUP BY o.key)
		WHERE TRUE HAVING EXISTS (SELECT 1 FROM request_counts WHERE id > '' AND id < ${before})
		ON CONFLICT (id) DO UPDATE SET counts = excluded.counts`),
	db.run(sql`DELETE FROM request_counts WHERE id > '' AND id < ${before}`),
];

const MOST_COUNTED = 10_000;

const FIRST_MAIL = (priority: number) =>
	sql`(SELECT min(date_due) FROM mails WHERE state = 'waiting' AND priority = ${sql.raw(String(priority))})`;

/** The conditions must equal those of the index, so that SQLite uses it. */
const PLATFORM_ADMINS = sql`users u INDEXED BY users_platform_admins
	WHERE instr(u.roles, '"PLATFORM_ADMIN"') > 0 AND u.date_closed IS NULL AND u.date_deleted IS NULL`;

export const stateOfService = (db: Db, now: Instant) =>
	db
		.select({
			schema: sql<string>`(SELECT replace(name, '.sql', '') FROM d1_migrations ORDER BY id DESC LIMIT 1)`.as(
				'last_migration',
			),
			dateMigrated:
				sql<Instant>`(SELECT unixepoch(applied_at) * 1000 FROM d1_migrations ORDER BY id LIMIT 1)`.as(
					'date_migrated',
				),
			securityMailSince: sql<Instant | null>`${FIRST_MAIL(0)}`.as('security_mail'),
			otherMailSince:
				sql<Instant | null>`(SELECT min(due) FROM (SELECT ${FIRST_MAIL(1)} AS due UNION ALL SELECT ${FIRST_MAIL(2)}))`.as(
					'other_mail',
				),
			// The first two conditions equal those of the index, so that SQLite uses it.
			deliverySince: sql<Instant | null>`(SELECT min((SELECT min(d.date_due) FROM webhook_deliveries d
				WHERE d.endpoint_id = e.id AND d.state = 'WAITING'))
				FROM webhook_endpoints e INDEXED BY webhook_endpoints_party
				WHERE e.state <> 'DISABLED' AND e.date_deleted IS NULL AND e.state = 'ACTIVE')`.as('first_delivery'),
			archivesDue: sql<number>`(SELECT count(*) FROM (SELECT 1 FROM event_archive_subjects WHERE is_due LIMIT
				${sql.raw(String(MOST_COUNTED))}))`.as('archives_due'),
			lateCells: sql<number>`(SELECT count(*) FROM places WHERE next_due < ${now - CELL_LATE_MS})`.as(
				'late_cells',
			),
			platformAdmins: sql<number>`(SELECT count(*) FROM ${PLATFORM_ADMINS})`.as('platform_admins'),
			platformAdminsWithoutSecondFactor: sql<number>`(SELECT count(*) FROM ${PLATFORM_ADMINS} AND NOT EXISTS (
				SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.date_confirmed IS NOT NULL))`.as(
				'platform_admins_without',
			),
		})
		.from(sql`(SELECT 1)`);

export const sumsOfCells = (db: Db) =>
	db
		.select({
			largestCellBytes: sql<number>`coalesce(max(bytes), 0)`.as('largest_cell'),
			cellBytes: sql<number>`coalesce(sum(bytes), 0)`.as('cell_bytes'),
			companies: sql<number>`count(*)`.as('companies_in_cells'),
			people: sql<number>`coalesce(sum(people), 0)`.as('people_in_cells'),
		})
		.from(sql`places`);

/** Changes nothing. Its result contains the size of the database. */
export const sizeOfDatabase = (db: Db): Statement => db.run(sql`SELECT 1`);

/** Reads how many companies and employees D1 has. A trigger counts the employees of each company. */
export const sizesOfD1 = (db: Db) =>
	db
		.select({
			companies: sql<number>`(SELECT count(*) FROM companies WHERE id > '')`.as('companies_in_d1'),
			people:
				sql<number>`(SELECT coalesce(sum(used), 0) FROM quota_usage WHERE month = '' AND quota = 'employees')`.as(
					'people_in_d1',
				),
		})
		.from(sql`(SELECT 1)`);

export const unsent = (db: Db) =>
	db
		.select({
			kind: sql<'mail' | 'delivery'>`u.kind`.as('unsent_kind'),
			status: sql<string>`u.state`.as('unsent_state'),
			count: sql<number>`count(*)`.as('unsent_count'),
		})
		.from(
			sql`(SELECT * FROM (SELECT 'mail' AS kind, state FROM mails INDEXED BY mails_unsent WHERE state <> 'sent' LIMIT ${sql.raw(String(MOST_COUNTED))})
				UNION ALL SELECT * FROM (SELECT 'delivery', state FROM webhook_deliveries INDEXED BY webhook_deliveries_unsent
					WHERE state <> 'DELIVERED' LIMIT ${sql.raw(String(MOST_COUNTED))})) u`,
		)
		.groupBy(sql`u.kind, u.state`);
