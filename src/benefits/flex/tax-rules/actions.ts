import { grantedTo } from '../../../foundation/cells/grants.ts';
import { noteCopies } from '../../../foundation/cells/templates.ts';
import { whileEmployed } from '../../../foundation/core/employment.ts';
import { aboutCompany, creation } from '../../../foundation/core/history.ts';
import { newIdIn } from '../../../foundation/core/id.ts';
import { DEFAULT_TEMPLATE_ID, type TaxRule } from '../../../foundation/core/modules.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import type { CompanyKey, EmployeeKey } from '../../../foundation/db/scope.ts';
import { authorOf, type Outcome } from '../../../foundation/db/write.ts';
import { companiesByIds, loadInCompany, quotaViolations } from '../../../tenants/companies/store.ts';
import {
	accessesByTemplate,
	insertTemplate,
	type TaxRuleTemplate,
	type TemplateAccess,
	templateInScope,
	templatesOfCompany,
	templatesPage,
	usesOfTemplates,
} from './store.ts';

/** Lists templates. The first one is the built-in template, which belongs to no company. */
export async function listTaxRuleTemplates(
	call: Call,
	after: CompanyKey,
	limit: number,
): Promise<(TaxRuleTemplate & CompanyKey)[]> {
	const scope = authorize(call.actor, 'listTaxRuleTemplates');
	const [builtIn, rows] = await load(call, [
		templateInScope(call.db, scope, DEFAULT_TEMPLATE_ID),
		templatesPage(call.db, scope, after, limit),
	]);
	const isFirstPage = after.companyId === '' && after.id === '';
	const first = isFirstPage ? builtIn.map((template) => ({ ...template, companyId: '' })) : [];
	return [...first, ...rows].slice(0, limit);
}

export async function readTaxRuleTemplate(call: Call, templateId: string): Promise<TaxRuleTemplate> {
	const scope = authorize(call.actor, 'readTaxRuleTemplate');
	const [[template]] = await load(call, [templateInScope(call.db, scope, templateId)]);
	return requireFound(template, 'tax rule template');
}

export interface UsedTemplate extends TaxRuleTemplate {
	/** The number of people with a current access by it. */
	people: number;
	/** The number of future accesses by it. */
	later: number;
}

/** Lists the templates that a company can use. The first page begins with the built-in one. */
export async function listTemplatesOfCompany(
	call: Call,
	companyId: string,
	after: string,
	limit: number,
): Promise<UsedTemplate[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listTaxRuleTemplates');
	const [builtIn, own, uses] = await loadInCompany(call, scope, companyId, [
		templateInScope(db, scope, DEFAULT_TEMPLATE_ID),
		templatesOfCompany(db, companyId, after, limit),
		usesOfTemplates(db, companyId, now),
	]);
	const used = new Map(uses.map((use) => [use.templateId, use]));
	return [...(after === '' ? builtIn : []), ...own].slice(0, limit).map((template) => {
		const { people = 0, later = 0 } = used.get(template.id) ?? {};
		return { ...template, people, later };
	});
}

/** Reads a template and a page of the current and future accesses by it. Each ends with the employment at the latest. */
export async function readTemplateInUse(
	call: Call,
	companyId: string,
	templateId: string,
	after: EmployeeKey,
	limit: number,
): Promise<{ template: TaxRuleTemplate; accesses: TemplateAccess[] }> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'listAccessesOfCompany');
	const [[template], accesses] = await loadInCompany(call, scope, companyId, [
		templateInScope(db, scope, templateId),
		accessesByTemplate(db, companyId, templateId, now, after, limit, call.statusAt),
	]);
	return {
		template: requireFound(template, 'tax rule template'),
		accesses: accesses.flatMap(({ dateTerminated, ...access }) =>
			whileEmployed([access], { dateTerminated }),
		),
	};
}

export async function createTaxRuleTemplate(
	call: Call,
	{ name, rules, companyIds }: { name: string; rules: TaxRule[]; companyIds: string[] },
): Promise<Outcome<TaxRuleTemplate>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'createTaxRuleTemplate');
	const wanted = [companiesByIds(db, scope, companyIds), grantedTo(db, call.actor.userId)] as const;
	const [here, others] = await load(call, wanted, ([found, granted]) => {
		const known = new Set([...found.map(({ id }) => id), ...granted.map(({ companyId }) => companyId)]);
		if (!scope.all && companyIds.some((id) => !known.has(id))) throw unknownCompany();
		return [found, companyIds.filter((id) => !found.some((company) => company.id === id))] as const;
	});
	const elsewhere = (await db.directory?.companies(others)) ?? [];
	if (here.length + elsewhere.length < companyIds.length) throw unknownCompany();
	const id = newIdIn(here[0]?.id ?? companyIds[0] ?? '', now);
	const template = { id, name, rules };
	const row = { ...template, dateCreated: now, dateModified: now };
	const idsOf = (companies: readonly { id: string }[]) => companies.map((company) => company.id);
	return {
		before: null,
		after: { ...template, companies: [...here, ...elsewhere] },
		statements: [
			...(here.length > 0 ? insertTemplate(db, row, idsOf(here)) : []),
			...(elsewhere.length > 0 ? [noteCopies(db, row, idsOf(elsewhere))] : []),
		],
		...(elsewhere.length > 0 && {
			follow: async () => db.directory?.copyTemplate(db, id, now, authorOf(call)),
		}),
		// There is an event for each company, because each company's managers read only their own. Cells record their own.
		changes: here.map((company) =>
			creation('tax_rule_template.created', aboutCompany(company.id, id), { name, rules }),
		),
		violations: quotaViolations(db, { companyIds: idsOf(here) }, now, ['templates']),
	};
}

const unknownCompany = (): Refusal =>
	new Refusal(
		'unknown_company',
		'companyIds contains a company that does not exist or that you do not manage.',
	);
