import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { Country } from '../../../foundation/core/countries.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { DEFAULT_TEMPLATE_ID, type TaxRule } from '../../../foundation/core/modules.ts';
import { jsonColumn } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { prepared } from '../../../foundation/db/prepared.ts';
import { insertOnce, insertSelect } from '../../../foundation/db/records.ts';
import { type CompanyKey, type EmployeeKey, reachedCompanies } from '../../../foundation/db/scope.ts';
import { nameColumns, users } from '../../../tenants/users/table.ts';
import { statusOf } from '../../employees/people/queries.ts';
import { employees } from '../../employees/table.ts';
import { flexAccesses } from '../access/table.ts';
import { taxRuleTemplateCompanies, taxRuleTemplates } from './table.ts';

/** A template. Its companies and tax affiliations are limited to companies that the reader manages. */
export interface TaxRuleTemplate {
	id: string;
	name: string;
	rules: TaxRule[];
	companies: { id: string; taxAffiliation: Country }[];
}

/** Reads the template if it belongs to the employee's company. The built-in one applies to all companies. */
export const applicableTemplate = (db: Db, templateId: string, employeeId: string) =>
	applicableQuery(db, { templateId, employeeId });

const applicableQuery = prepared((db) =>
	db
		.select({ id: taxRuleTemplateCompanies.templateId })
		.from(taxRuleTemplateCompanies)
		.where(
			and(
				eq(taxRuleTemplateCompanies.templateId, sql.placeholder('templateId')),
				sql`${taxRuleTemplateCompanies.companyId} = (SELECT company_id FROM employees WHERE id = ${sql.placeholder('employeeId')})`,
			),
		),
);

/** Reads a page of templates. The built-in one comes first, the others by the first of their companies that the reader manages. */
export function templatesPage(db: Db, scope: Scope, after: CompanyKey, limit: number) {
	const companies = reachedCompanies(scope, after.companyId);
	const links = taxRuleTemplateCompanies;
	const earlier = visibleCompanies(scope, { below: companies.id });
	const later = visibleCompanies(scope, { above: companies.id });
	return db
		.select({
			...templateColumns(sql`SELECT ${companies.id} UNION ALL SELECT * FROM (${later})`),
			companyId: links.companyId,
		})
		.from(companies.table)
		.crossJoin(links)
		.crossJoin(taxRuleTemplates)
		.where(
			and(
				companies.where,
				sql`${links.companyId} = ${companies.id}`,
				sql`${links.templateId} > iif(${companies.id} = ${after.companyId}, ${after.id}, '')`,
				eq(taxRuleTemplates.id, links.templateId),
				sql`NOT EXISTS (${earlier})`,
			),
		)
		.orderBy(companies.id, links.templateId)
		.limit(limit);
}

/** Reads the templates of a company in the order of creation, without the built-in one. */
export const templatesOfCompany = (db: Db, companyId: string, after: string, limit: number) =>
	db
		.select(templateColumns(sql`SELECT ${companyId}`))
		.from(taxRuleTemplateCompanies)
		.innerJoin(taxRuleTemplates, eq(taxRuleTemplates.id, taxRuleTemplateCompanies.templateId))
		.where(
			and(eq(taxRuleTemplateCompanies.companyId, companyId), gt(taxRuleTemplateCompanies.templateId, after)),
		)
		.orderBy(asc(taxRuleTemplateCompanies.templateId))
		.limit(limit);

/** Counts for each template how many people of a company have an access by it now, and how many accesses will begin. */
export const usesOfTemplates = (db: Db, companyId: string, now: Instant) =>
	db
		.select({
			templateId: flexAccesses.taxRuleTemplateId,
			people: sql<number>`sum(${flexAccesses.validFrom} <= ${now})`.as('people_now'),
			later: sql<number>`sum(${flexAccesses.validFrom} > ${now})`.as('later_accesses'),
		})
		.from(employees)
		.crossJoin(flexAccesses)
		.where(and(eq(employees.companyId, companyId), isInUse(now)))
		.groupBy(flexAccesses.taxRuleTemplateId);

/** Reads the current and future accesses by a template, ordered by employee and start, which are the key of the page. */
export const accessesByTemplate = (
	db: Db,
	companyId: string,
	templateId: string,
	now: Instant,
	after: EmployeeKey,
	limit: number,
	at?: Instant,
) =>
	db
		.select({
			id: sql<string>`${flexAccesses.id}`.as('access_id'),
			employeeId: employees.id,
			personnelNumber: employees.personnelNumber,
			...nameColumns,
			validFrom: flexAccesses.validFrom,
			validUntil: flexAccesses.validUntil,
			dateTerminated: employees.dateTerminated,
			personStatus: statusOf(sql`flex_accesses.employee_id`, at),
		})
		.from(employees)
		.crossJoin(flexAccesses)
		.crossJoin(users)
		.where(
			and(
				sql`${employees.companyId} = ${companyId} AND ${employees.id} >= ${after.employeeId}`,
				isInUse(now),
				eq(flexAccesses.taxRuleTemplateId, templateId),
				sql`${flexAccesses.validFrom} > iif(${employees.id} = ${after.employeeId}, CAST(${after.id} AS INTEGER), 0)`,
				eq(users.id, employees.userId),
			),
		)
		.orderBy(asc(employees.id), asc(flexAccesses.validFrom))
		.limit(limit);

export type TemplateAccess = Omit<Awaited<ReturnType<typeof accessesByTemplate>>[number], 'dateTerminated'>;

/** SQL that is true when an access of the selected employee is or will be in force. It has not ended, and no termination comes before it. */
const isInUse = (now: Instant): SQL =>
	sql`${flexAccesses.employeeId} = ${employees.id} AND ${flexAccesses.dateDeleted} IS NULL
		AND coalesce(${flexAccesses.validUntil} >= ${now}, TRUE)
		AND coalesce(${employees.dateTerminated} > max(${flexAccesses.validFrom}, ${now}), TRUE)`;

export function templateInScope(db: Db, scope: Scope, id: string) {
	const visible = visibleCompanies(scope);
	return db
		.select(templateColumns(visible))
		.from(taxRuleTemplates)
		.where(
			and(
				eq(taxRuleTemplates.id, id),
				sql`(${taxRuleTemplates.id} = ${DEFAULT_TEMPLATE_ID} OR EXISTS (${visible}))`,
			),
		);
}

export function insertTemplate(
	db: Db,
	row: typeof taxRuleTemplates.$inferInsert,
	companyIds: readonly string[],
): Statement[] {
	return [
		insertOnce(db, taxRuleTemplates, row),
		insertSelect(
			db,
			taxRuleTemplateCompanies,
			{ templateId: row.id, companyId: sql`value` },
			sql`FROM json_each(${JSON.stringify(companyIds)}) WHERE TRUE`,
		).onConflictDoNothing(),
	];
}

const templateColumns = (companyIds: SQL) => ({
	id: taxRuleTemplates.id,
	name: taxRuleTemplates.name,
	rules: taxRuleTemplates.rules,
	companies: jsonColumn<TaxRuleTemplate['companies']>(
		sql`(SELECT json_group_array(json_object('id', id, 'taxAffiliation', tax_affiliation)) FROM companies
			WHERE id IN (${companyIds}))`,
		'reached_companies',
	),
});

/**
 * SQL of the ids of a template's companies that the reader manages. It jumps between both lists of ids, so that a short list never makes it
 * read a long one.
 */
function visibleCompanies(
	{ all, managerId }: Scope,
	{ above, below }: { above?: SQL; below?: SQL } = {},
): SQL {
	const links = sql`SELECT company_id FROM tax_rule_template_companies WHERE template_id = tax_rule_templates.id
		AND ${below === undefined ? sql`TRUE` : sql`company_id < ${below}`}`;
	const start = sql`${links} AND ${above === undefined ? sql`TRUE` : sql`company_id > ${above}`}`;
	if (all) return start;
	const managed = sql`SELECT company_id FROM user_companies WHERE user_id = ${managerId}`;
	const next = sql`company_id >= id AND (company_id > id OR id IS NOT before) ORDER BY company_id LIMIT 1`;
	return sql`WITH RECURSIVE leap(id, before, is_managed) AS (
			SELECT company_id, NULL, FALSE FROM (${start} ORDER BY company_id LIMIT 1)
			UNION ALL
			SELECT iif(is_managed, (${links} AND ${next}), (${managed} AND ${next})), id, NOT is_managed
			FROM leap WHERE id IS NOT NULL)
		SELECT id FROM leap WHERE id = before`;
}
