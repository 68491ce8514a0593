import { authorize } from '../auth/policy.ts';
import { companiesByIds } from '../companies/store.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import type { TaxRule } from '../core/tax-rules.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit } from '../db/commit.ts';
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

export async function createTaxRuleTemplate(call: Call, fields: NewTemplate): Promise<TaxRuleTemplate> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'createTaxRuleTemplate');
	const reachable = scope.all
		? fields.companyIds
		: fields.companyIds.filter((id) => scope.companyIds.includes(id));
	const [companies] = await batch(db, [companiesByIds(db, reachable)]);
	if (companies.length < fields.companyIds.length) {
		throw new DomainError(
			'unknown_company',
			'companyIds names a company that does not exist or that you do not manage.',
		);
	}
	const template = { id: newId(now), name: fields.name, rules: fields.rules };
	const row = { ...template, dateCreated: now, dateModified: now };
	await commit(db, insertTemplate(db, row, fields.companyIds));
	return {
		...template,
		companyIds: [...fields.companyIds].sort(),
		taxAffiliations: [...new Set(companies.map((company) => company.taxAffiliation))].sort(),
	};
}
