import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../core/actor.ts';
import type { Country } from '../../core/countries.ts';
import { DEFAULT_TEMPLATE_ID, type TaxRule } from '../../core/tax-rules.ts';
import type { Db, Statement } from '../../db/client.ts';
import { jsonColumn, oneOf } from '../../db/columns.ts';
import { insertOnce } from '../../db/prepared.ts';
import { taxRuleTemplateCompanies, taxRuleTemplates } from './table.ts';

/** A template. Its companies and tax affiliations are limited to the companies that the reader manages. */
export interface TaxRuleTemplate {
	id: string;
	name: string;
	rules: TaxRule[];
	companyIds: string[];
	taxAffiliations: Country[];
}

export function applicableTemplate(db: Db, templateId: string, employeeId: string) {
	return db
		.select({ id: taxRuleTemplates.id })
		.from(taxRuleTemplates)
		.where(
			and(
				eq(taxRuleTemplates.id, templateId),
				or(
					eq(taxRuleTemplates.id, DEFAULT_TEMPLATE_ID),
					sql`EXISTS (SELECT 1 FROM tax_rule_template_companies WHERE template_id = ${templateId}
						AND company_id = (SELECT company_id FROM employees WHERE id = ${employeeId}))`,
				),
			),
		);
}

/** The rules of every template that the employee's flex accesses refer to. */
export const rulesOfEmployee = (db: Db, employeeId: SQL) =>
	db
		.select({ id: taxRuleTemplates.id, rules: taxRuleTemplates.rules })
		.from(taxRuleTemplates)
		.where(
			sql`${taxRuleTemplates.id} IN (SELECT tax_rule_template_id FROM flex_accesses
				WHERE employee_id = ${employeeId} AND date_deleted IS NULL)`,
		);

export function templatesPage(db: Db, scope: Scope, after: string, limit: number) {
	return db
		.select(templateColumns(scope))
		.from(taxRuleTemplates)
		.where(and(isBehind(after), visibleTo(scope)))
		.orderBy(sql`nullif(${taxRuleTemplates.id}, ${DEFAULT_TEMPLATE_ID})`)
		.limit(limit);
}

export function templateInScope(db: Db, scope: Scope, id: string) {
	return db
		.select(templateColumns(scope))
		.from(taxRuleTemplates)
		.where(and(eq(taxRuleTemplates.id, id), visibleTo(scope)));
}

export function insertTemplate(
	db: Db,
	row: typeof taxRuleTemplates.$inferInsert,
	companyIds: readonly string[],
): Statement[] {
	return [
		insertOnce(db, taxRuleTemplates, row),
		db
			.insert(taxRuleTemplateCompanies)
			.select(sql`SELECT ${row.id}, value FROM json_each(${JSON.stringify(companyIds)}) WHERE TRUE`)
			.onConflictDoNothing(),
	];
}

function templateColumns({ all, companyIds }: Scope) {
	const visible = sql`SELECT c.id, c.tax_affiliation FROM tax_rule_template_companies tc JOIN companies c ON c.id = tc.company_id
		WHERE tc.template_id = tax_rule_templates.id AND ${all ? sql`TRUE` : sql`c.id IN ${oneOf(companyIds)}`}`;
	return {
		id: taxRuleTemplates.id,
		name: taxRuleTemplates.name,
		rules: taxRuleTemplates.rules,
		companyIds: jsonColumn<string[]>(
			sql`(SELECT json_group_array(id) FROM (${visible} ORDER BY c.id))`,
			'company_ids',
		),
		taxAffiliations: jsonColumn<Country[]>(
			sql`(SELECT json_group_array(tax_affiliation) FROM (SELECT DISTINCT tax_affiliation FROM (${visible}) ORDER BY 1))`,
			'tax_affiliations',
		),
	};
}

/** The list is in order of ids, and so of creation, except that the built-in template comes first. */
function isBehind(after: string): SQL | undefined {
	if (after === '') return undefined;
	return sql`nullif(${taxRuleTemplates.id}, ${DEFAULT_TEMPLATE_ID}) > ${after === DEFAULT_TEMPLATE_ID ? '' : after}`;
}

function visibleTo({ all, companyIds }: Scope): SQL | undefined {
	if (all) return undefined;
	return sql`(${taxRuleTemplates.id} = ${DEFAULT_TEMPLATE_ID} OR ${taxRuleTemplates.id} IN (
		SELECT template_id FROM tax_rule_template_companies WHERE company_id IN ${oneOf(companyIds)}))`;
}
