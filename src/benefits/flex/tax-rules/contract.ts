import { z } from '@hono/zod-openapi';
import { COUNTRIES } from '../../../foundation/core/countries.ts';
import { DEFAULT_TEMPLATE_ID } from '../../../foundation/core/modules.ts';
import { createdAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import {
	companyIds,
	country,
	days,
	module,
	moneyInput,
	orElse,
	orNull,
	text,
} from '../../../foundation/http/fields.ts';
import { companiesPageQuery, listAnswer } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireCompanyIds, wireMoney, wireText } from '../../../foundation/http/wire.ts';
import type { TaxRuleTemplate } from './store.ts';

const MAX_RULES = 100;

const ruleInput = z
	.strictObject({
		budgets: orElse(z.array(z.strictObject({ budget: moneyInput })).max(MAX_RULES), []),
		maxDaysPerMonth: orNull(days),
		isOnlyPublicTransportAllowed: orElse(z.boolean(), false),
		module: module
			.nullish()
			.openapi({ description: 'The only module to which the rule applies. The default is all modules' }),
	})
	// A rule for all modules keeps the form of the specification, without a module.
	.transform(({ module: only, ...rule }) => (only == null ? rule : { ...rule, module: only }))
	.openapi('TaxRuleInput', {
		example: {
			budgets: [{ budget: { value: 11505, currency: 'EUR_CENT' } }],
			maxDaysPerMonth: 15,
			isOnlyPublicTransportAllowed: false,
		},
	});

const createBody = z
	.strictObject({
		name: text('Meals, simplified'),
		rules: orElse(z.array(ruleInput).max(MAX_RULES), []),
		companyIds: companyIds(1),
	})
	.openapi('TaxRuleTemplateCreation');

const ruleSchema = z
	.strictObject({
		budgets: z.array(z.strictObject({ budget: wireMoney })).max(MAX_RULES),
		maxDaysPerMonth: days.nullable().openapi({ example: 15 }),
		isOnlyPublicTransportAllowed: z.boolean(),
		module: module.optional().openapi({
			description: 'The only module to which the rule applies. Left out when it applies to all',
		}),
	})
	.openapi('TaxRule');

const templateSchema = z
	.strictObject({
		id: wireText(DEFAULT_TEMPLATE_ID),
		companyIds: wireCompanyIds.openapi({ description: 'Its companies that the caller manages' }),
		name: wireText('Meals, simplified'),
		rules: z.array(ruleSchema).max(MAX_RULES),
		taxAffiliations: z
			.array(country)
			.max(COUNTRIES.length)
			.openapi({ description: 'The countries of its companies, each once', example: ['AT'] }),
	})
	.openapi('TaxRuleTemplate');

export const templateToWire = (template: TaxRuleTemplate): z.infer<typeof templateSchema> => ({
	id: template.id,
	companyIds: template.companies.map(({ id }) => id).sort(),
	name: template.name,
	rules: template.rules,
	taxAffiliations: [...new Set(template.companies.map(({ taxAffiliation }) => taxAffiliation))].sort(),
});

const templateId = wireText(DEFAULT_TEMPLATE_ID)
	.toLowerCase()
	.openapi({ param: { name: 'templateId', in: 'path' } });

const tags = ['Flex'];
const { list, read, write } = operations(tags, { dryRuns: true });
const path = '/flex/tax-rule-templates';

export const listTaxRuleTemplatesRoute = list('listTaxRuleTemplates', path, {
	summary: 'List tax rule templates',
	query: companiesPageQuery,
	responses: { 200: listAnswer(templateSchema, 'The templates of the managed companies, and `default`') },
});

export const createTaxRuleTemplateRoute = write.post('createTaxRuleTemplate', path, {
	summary: 'Create a tax rule template',
	body: createBody,
	responses: { 201: createdAnswer(templateSchema, 'The new template') },
	refusals: ['unknown_company', 'quota_reached'],
});

export const readTaxRuleTemplateRoute = read('readTaxRuleTemplate', `${path}/{templateId}`, {
	tags: [...tags, 'Extension'],
	summary: 'Read a tax rule template',
	params: z.object({ templateId }),
	responses: recordAnswers(templateSchema, 'The template'),
});
