import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { UNREACHED } from '../../../tenants/mail/rules.ts';
import { mails } from '../../../tenants/mail/table.ts';
import { users } from '../../../tenants/users/table.ts';
import { lackAt, lastInvitation, mayProveAt } from '../people/queries.ts';
import type { Lack } from '../people/rules.ts';
import { employees } from '../table.ts';

/** Counts people by missing detail that an administrator can add, and those who should prove their address, as the list does. */
export const lacking = (db: Db, companyId: SQL, now: Instant) => {
	const count = (lack: Lack) => sql<number>`coalesce(sum(${lackAt(now, lack)}), 0)`.as(lack);
	return db
		.select({
			PERSONNEL_NUMBER: count('PERSONNEL_NUMBER'),
			BUDGET: count('BUDGET'),
			unproven: sql<number>`coalesce(sum(${mayProveAt(now)}), 0)`.as('unproven'),
		})
		.from(employees)
		.innerJoin(users, eq(users.id, employees.userId))
		.where(sql`${employees.companyId} = ${companyId} AND ${isNull(employees.dateErased)}`);
};

/** Counts people whose invitation did not arrive, by its status. */
export const unreached = (db: Db, companyId: SQL) =>
	db
		.select({ state: mails.state, people: sql<number>`count(*)`.as('people') })
		.from(mails)
		.crossJoin(users)
		.crossJoin(employees)
		.where(
			and(
				sql`${mails.companyId} = ${companyId} AND ${mails.state} <> 'sent'`,
				inArray(mails.state, UNREACHED),
				eq(users.id, mails.userId),
				sql`${employees.userId} = ${users.id} AND ${employees.companyId} = ${mails.companyId}`,
				isNull(employees.dateErased),
				sql`${mails.id} = ${lastInvitation(sql`m.id`)}`,
			),
		)
		.groupBy(mails.state);
