import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { isBoundToSso } from '../../companies/single-sign-on/table.ts';
import { companies } from '../../companies/table.ts';
import type { Role, Scope } from '../../core/actor.ts';
import type { Db } from '../../db/client.ts';
import { oneOf } from '../../db/columns.ts';
import { isCompanyReached } from '../../db/scope.ts';
import { isOpen, users } from '../../users/table.ts';
import { hasSecondFactor } from '../second-factor/table.ts';

/** Whether the selected user would have to set up a second factor first, where one is demanded. */
const lacksFactor = sql`(NOT ${hasSecondFactor} AND NOT ${isBoundToSso})`;

export type Standing = Awaited<ReturnType<typeof standingOf>>[number];

/** Of companies that the scope reaches, how many others than a user administer and verify them, and how many of those lack a second factor. */
export function standingOf(db: Db, scope: Scope, companyIds: readonly string[], userId: string) {
	const others = (role: Role, onlyIf: SQL = sql`TRUE`) =>
		sql<number>`(SELECT count(*) FROM user_companies m CROSS JOIN users ON users.id = m.user_id
			WHERE m.company_id = companies.id AND instr(users.roles, ${`"${role}"`}) AND ${isOpen}
				AND users.id <> ${userId} AND ${onlyIf})`;
	return db
		.select({
			id: companies.id,
			name: companies.name,
			isFactorDemanded: companies.secondFactorRequired,
			administrators: others('COMPANY_ADMIN').as('administrators'),
			administratorsWithout: others('COMPANY_ADMIN', lacksFactor).as('administrators_without'),
			verifiers: others('FLEX_DOCUMENT_VERIFIER').as('verifiers'),
			verifiersWithout: others('FLEX_DOCUMENT_VERIFIER', lacksFactor).as('verifiers_without'),
		})
		.from(companies)
		.where(and(sql`${companies.id} IN ${oneOf(companyIds)}`, isCompanyReached(scope, companies.id)))
		.orderBy(asc(companies.id));
}

export const factorOf = (db: Db, userId: string) =>
	db
		.select({ isLacking: lacksFactor.mapWith(Boolean).as('is_lacking') })
		.from(users)
		.where(eq(users.id, userId));
