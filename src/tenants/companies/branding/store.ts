import { and, eq, sql } from 'drizzle-orm';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { isManaged } from '../../../foundation/db/scope.ts';
import { companies } from '../table.ts';
import { companyLogos } from './table.ts';

export type Logo = typeof companyLogos.$inferSelect;

/** Reads a company's logo, for people who manage the company or work there. */
export const logoInScope = (db: Db, { all, managerId, employeeId }: Scope, companyId: string) =>
	db
		.select({ mediaType: companyLogos.mediaType, content: companyLogos.content, logo: companies.logo })
		.from(companyLogos)
		.innerJoin(companies, eq(companies.id, companyLogos.companyId))
		.where(
			and(
				eq(companyLogos.companyId, companyId),
				all
					? undefined
					: sql`(${isManaged(companyLogos.companyId, managerId)} OR EXISTS (
						SELECT 1 FROM employees WHERE id = ${employeeId} AND company_id = ${companyLogos.companyId}))`,
			),
		);

export const saveLogo = (db: Db, logo: Logo): Statement =>
	db.insert(companyLogos).values(logo).onConflictDoUpdate({ target: companyLogos.companyId, set: logo });

export const deleteLogo = (db: Db, companyId: string): Statement =>
	db.delete(companyLogos).where(eq(companyLogos.companyId, companyId));
