import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { moving } from '../../../foundation/db/directory.ts';
import { prepared } from '../../../foundation/db/prepared.ts';
import { updateMany } from '../../../foundation/db/records.ts';
import { employerId, managedCompanyIds } from '../queries.ts';
import { emailKey } from '../rules.ts';
import { users } from '../table.ts';

/** Reads the users of addresses, also those who wait, with the data that decides whether others may use these addresses. */
export const holdersOf = (db: Db, emails: readonly string[]) =>
	holdersQuery(db, { emailKeys: JSON.stringify(emails.map(emailKey)) });

const holdersQuery = prepared((db) =>
	db
		.select({
			id: users.id,
			email: users.email,
			emailKey: users.emailKey,
			roles: users.roles,
			firstName: users.firstName,
			lastName: users.lastName,
			language: users.language,
			dateRegistered: users.dateRegistered,
			dateProven: users.dateProven,
			revision: users.revision,
			companyIds: managedCompanyIds,
			employerId,
			dateTerminated:
				sql<Instant | null>`(SELECT date_terminated FROM employees WHERE user_id = users.id)`.as(
					'date_terminated',
				),
		})
		.from(users)
		.where(
			and(
				sql`${users.id} IN (SELECT u.id FROM json_each(${sql.placeholder('emailKeys')}) w
					CROSS JOIN users u ON u.email_key >= w.value AND u.email_key < w.value || '$')`,
				isNull(users.dateDeleted),
			),
		),
);

export type Holder = Awaited<ReturnType<typeof holdersOf>>[number];

/** Fails with `stale_revision` unless these users have still left their companies. */
export const requireLeft = (db: Db, leavers: readonly Pick<Holder, 'id'>[], now: Instant): Statement =>
	requireThat(
		db,
		sql`NOT EXISTS (SELECT 1 FROM employees WHERE user_id IN ${oneOf(leavers.map(({ id }) => id))}
			AND (date_terminated IS NULL OR date_terminated > ${now}))`,
		'users.stale_revision',
	);

/** Fails with `stale_revision` when the user has changed. */
export const addEmployeeRole = (
	db: Db,
	{ id, roles, revision }: Pick<Holder, 'id' | 'roles' | 'revision'>,
	names: Pick<Holder, 'firstName' | 'lastName' | 'language'>,
	now: Instant,
) =>
	db
		.update(users)
		.set({
			...names,
			roles: [...new Set<Role>([...roles, 'EMPLOYEE'])],
			dateModified: now,
			revision: revision + 1,
		})
		.where(eq(users.id, id));

/** Takes the addresses from users, but keeps their records. Fails with `stale_revision` when a user has changed. */
export function releaseAddresses(
	db: Db,
	released: readonly Pick<Holder, 'id' | 'revision'>[],
	now: Instant,
): Statement[] {
	const rows = released.map(({ id, revision }) => ({
		id,
		emailKey: id,
		passwordHash: null,
		dateRegistered: null,
		dateModified: now,
		revision: revision + 1,
	}));
	// The directory has these users under their ids, where lists of users find them.
	const moves = released.map(({ id }) => ({ userId: id, address: id, now }));
	const columns = ['emailKey', 'passwordHash', 'dateRegistered', 'dateModified', 'revision'] as const;
	return updateMany(db, users, rows, columns).map((statement) => moving(statement, moves));
}
