import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { type DirectoryGroup, directoryGroups } from '../../../benefits/employees/directory/table.ts';
import { employeeGroups, employees } from '../../../benefits/employees/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import type { Condition } from '../filter.ts';
import { people, whereOf } from '../store.ts';

/** A group that occurs only in the groups of employees has no id, no dates and no external id. */
export type StoredGroup = Pick<DirectoryGroup, 'key' | 'name' | 'externalId' | 'revision'> & {
	id: string | null;
	dateCreated: Instant | null;
	dateModified: Instant | null;
};

/** All groups of a company: those that SCIM has stored, and names that occur only in the groups of employees. */
const groupsOf = (companyId: string): SQL => sql`(
	WITH RECURSIVE names (name) AS (
		SELECT min(name) FROM ${employeeGroups} WHERE company_id = ${companyId}
		UNION ALL
		SELECT (SELECT min(o.name) FROM ${employeeGroups} o WHERE o.company_id = ${companyId} AND o.name > names.name)
		FROM names WHERE names.name IS NOT NULL)
	SELECT id, key, name, external_id, date_created, date_modified, revision
	FROM ${directoryGroups} WHERE company_id = ${companyId}
	UNION ALL
	SELECT NULL, name, name, NULL, NULL, NULL, 0 FROM names WHERE name IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM ${directoryGroups} d WHERE d.company_id = ${companyId} AND d.name = names.name)
	AND NOT EXISTS (SELECT 1 FROM ${directoryGroups} d WHERE d.company_id = ${companyId} AND d.key = names.name)) g`;

const groupsWhere = (db: Db, companyId: string, where: SQL | undefined) =>
	db
		.select({
			id: sql<string | null>`g.id`.as('group_id'),
			key: sql<string>`g.key`.as('group_key'),
			name: sql<string>`g.name`.as('group_name'),
			externalId: sql<string | null>`g.external_id`.as('group_external_id'),
			dateCreated: sql<Instant | null>`g.date_created`.as('group_created'),
			dateModified: sql<Instant | null>`g.date_modified`.as('group_modified'),
			revision: sql<number>`g.revision`.as('group_revision'),
		})
		.from(groupsOf(companyId))
		.where(where)
		.$dynamic();

export const groupsPage = (
	db: Db,
	companyId: string,
	conditions: readonly Condition[],
	skip: number,
	count: number,
) =>
	groupsWhere(db, companyId, whereOf(companyId, conditions))
		.orderBy(asc(sql`g.name`))
		.limit(count)
		.offset(skip);

export const groupsCount = (db: Db, companyId: string, conditions: readonly Condition[]) =>
	db
		.select({ total: sql<number>`count(*)`.as('total') })
		.from(groupsOf(companyId))
		.where(whereOf(companyId, conditions));

/** A group as SCIM and its employees know it: by key, or by name. */
type GroupReference = { key: string } | { name: string };

export const groupKnown = (db: Db, companyId: string, known: GroupReference) =>
	groupsWhere(db, companyId, 'key' in known ? sql`g.key = ${known.key}` : sql`g.name = ${known.name}`);

/** Reads the people in a group, including those that the directory has deleted. */
export const membersOf = (db: Db, companyId: string, known: GroupReference) =>
	people(
		db,
		companyId,
		sql`${employees.id} IN (SELECT m.employee_id FROM ${employeeGroups} m
			WHERE m.company_id = ${companyId} AND m.name = ${'key' in known ? nameOf(companyId, known.key) : known.name})`,
	).orderBy(asc(employees.id));

const nameOf = (companyId: string, key: string): SQL => sql`coalesce((SELECT d.name FROM ${directoryGroups} d
	WHERE d.company_id = ${companyId} AND d.key = ${key}), ${key})`;

/** Reads a group with this key, whatever its name is now. */
export const keyTaken = (db: Db, companyId: string, key: string) =>
	db
		.select({ key: directoryGroups.key })
		.from(directoryGroups)
		.where(and(eq(directoryGroups.companyId, companyId), eq(directoryGroups.key, key)));

export const GROUP_TAKEN = 'group.taken';

/** Fails with `GROUP_TAKEN` when another group of the company has the name, in whatever case. */
export const requireFreeGroup = (
	db: Db,
	companyId: string,
	{ key, name }: Pick<DirectoryGroup, 'key' | 'name'>,
) =>
	requireThat(
		db,
		sql`NOT EXISTS (SELECT 1 FROM ${groupsOf(companyId)} WHERE lower(g.name) = lower(${name}) AND g.key <> ${key})`,
		GROUP_TAKEN,
	);

export const insertGroup = (db: Db, row: typeof directoryGroups.$inferInsert) =>
	insertOnce(db, directoryGroups, row);

/** Fails with `stale_revision` when the group has changed. */
export const saveGroup = (db: Db, { id, ...values }: DirectoryGroup): Statement =>
	db.update(directoryGroups).set(values).where(eq(directoryGroups.id, id));

export const removeGroup = (db: Db, id: string): Statement =>
	db.delete(directoryGroups).where(eq(directoryGroups.id, id));
