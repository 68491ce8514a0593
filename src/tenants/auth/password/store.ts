import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { soleCompanyOf } from '../../../foundation/db/scope.ts';
import { isUnproven } from '../../users/identity/queries.ts';
import { isBoundToSso, isNamed } from '../../users/queries.ts';
import { nameColumns, users } from '../../users/table.ts';

/**
 * Finds the user of an address with a password or a mailed invitation. If there are several, it is the one who has proven the
 * address, or else the last one who waits for it. Closed users, and users bound to single sign-on, get no link.
 */
export const recipientOf = (db: Db, emailKey: string) =>
	db
		.select({
			userId: users.id,
			companyId: soleCompanyOf(sql`users.id`).as('sole_company'),
			restUntil: users.restUntil,
			isUnproven: isUnproven.mapWith(Boolean).as('is_unproven'),
			isRegistered: sql`${users.dateRegistered} IS NOT NULL`.mapWith(Boolean).as('is_registered'),
		})
		.from(users)
		.where(
			and(
				isNamed(emailKey),
				isNull(users.dateClosed),
				sql`NOT ${isBoundToSso}`,
				sql`(${users.passwordHash} IS NOT NULL OR (${users.dateRegistered} IS NULL AND EXISTS (
					SELECT 1 FROM one_time_tokens WHERE user_id = users.id AND purpose = 'REGISTRATION' AND code_hash IS NULL)))`,
			),
		)
		.orderBy(sql`${users.dateProven} IS NULL`, sql`${users.dateRegistered} IS NOT NULL`, desc(users.id))
		.limit(1);

export type Recipient = Awaited<ReturnType<typeof recipientOf>>[number];

export const ownPassword = (db: Db, userId: string) =>
	db
		.select({
			passwordHash: users.passwordHash,
			...nameColumns,
			companyId: soleCompanyOf(sql`users.id`).as('sole_company'),
			revision: users.revision,
		})
		.from(users)
		.where(eq(users.id, userId));

/** Fails with `stale_revision` after a concurrent change. */
export const setOwnPassword = (
	db: Db,
	userId: string,
	revision: number,
	passwordHash: string,
	now: Instant,
) => db.update(users).set({ passwordHash, dateModified: now, revision }).where(eq(users.id, userId));
