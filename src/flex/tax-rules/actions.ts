import { companiesByIds } from '../../companies/store.ts';
import { DomainError, notFound } from '../../core/domain-error.ts';
import { creation, ofCompany } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import { authorize } from '../../core/policy.ts';
import type { TaxRule } from '../../core/tax-rules.ts';
import { type Call, load } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import type { Write } from '../../db/write.ts';
import { insertTemplate, type TaxRuleTemplate, templateInScope, templatesPage } from './store.ts';

interface NewTemplate {
	name: string;
	rules: TaxRule[];
	companyIds: string[];
}

export async function listTaxRuleTemplates(
	call: Call,
	after: string,
	limit: number,
): Promise<TaxRuleTemplate[]> {
	const scope = authorize(call.actor, 'listTaxRuleTemplates');
	const [rows] = await batch(call.db, [templatesPage(call.db, scope, after, limit)]);
	return rows;
}

export async function readTaxRuleTemplate(call: Call, templateId: string): Promise<TaxRuleTemplate> {
	const scope = authorize(call.actor, 'readTaxRuleTemplate');
	const [[template]] = await batch(call.db, [templateInScope(call.db, scope, templateId)]);
	if (template === undefined) throw notFound('tax rule template');
	return template;
}

export function createTaxRuleTemplate(call: Call, fields: NewTemplate): Write<TaxRuleTemplate> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'createTaxRuleTemplate');
	const { name, rules } = fields;
	const reachable = scope.all
		? fields.companyIds
		: fields.companyIds.filter((id) => scope.companyIds.includes(id));
	const decide = async () => {
		const [companies] = await load(call, [companiesByIds(db, reachable)]);
		if (companies.length < fields.companyIds.length) throw unknownCompany();
		const template = { id: newId(now), name, rules };
		const row = { ...template, dateCreated: now, dateModified: now };
		return {
			before: null,
			after: {
				...template,
				companyIds: [...fields.companyIds].sort(),
				taxAffiliations: [...new Set(companies.map((company) => company.taxAffiliation))].sort(),
			},
			statements: insertTemplate(db, row, fields.companyIds),
			// One a company, since each is read by those who manage it.
			events: fields.companyIds.map((id) =>
				creation('tax_rule_template.created', ofCompany(id, template.id), { name, rules }),
			),
		};
	};
	return { call, decide };
}

const unknownCompany = (): DomainError =>
	new DomainError(
		'unknown_company',
		'companyIds names a company that does not exist or that you do not manage.',
	);
