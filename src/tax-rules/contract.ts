import { createRoute, z } from '@hono/zod-openapi';
import { readHeaders } from '../http/conditional.ts';
import { createdAnswer, jsonBody, recordAnswers } from '../http/contract.ts';
import { moneyInput, orNull, pathId, reference, text, wireId, wireMoney } from '../http/fields.ts';
import { writeHeaders } from '../http/idempotency.ts';
import { listAnswer, pageQuery } from '../http/pagination.ts';
import { BODY_REFUSALS, guarded, writing } from '../http/problem.ts';
import type { TaxRuleTemplate } from './store.ts';

const MAX_RULES = 100;

const days = z.int().min(1).max(31);

const ruleInput = z
	.strictObject({
		budgets: z
			.array(z.strictObject({ budget: moneyInput }))
			.max(MAX_RULES)
			.nullish()
			.transform((given) => given ?? []),
		maxDaysPerMonth: orNull(days),
		isOnlyPublicTransportAllowed: z
			.boolean()
			.nullish()
			.transform((given) => given ?? false),
	})
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
		rules: z
			.array(ruleInput)
			.max(MAX_RULES)
			.nullish()
			.transform((given) => given ?? []),
		companyIds: z
			.array(reference('01890a5d-ac96-774b-bcce-b302099a8058'))
			.min(1)
			.max(1000)
			.transform((ids) => [...new Set(ids)])
			.openapi({ example: ['01890a5d-ac96-774b-bcce-b302099a8058'] }),
	})
	.openapi('TaxRuleTemplateCreation');

const templateSchema = z
	.strictObject({
		id: z.string().openapi({ example: 'default' }),
		companyIds: z
			.array(wireId('01890a5d-ac96-774b-bcce-b302099a8058'))
			.openapi({ description: 'Those of its companies that the caller manages' }),
		name: z.string().openapi({ example: 'Meals, simplified' }),
		rules: z.array(
			z.strictObject({
				budgets: z.array(z.strictObject({ budget: wireMoney })),
				maxDaysPerMonth: days.nullable().openapi({ example: 15 }),
				isOnlyPublicTransportAllowed: z.boolean(),
			}),
		),
		taxAffiliations: z.array(z.string()).openapi({ example: ['AT'] }),
	})
	.openapi('TaxRuleTemplate');

export const toWire = (template: TaxRuleTemplate): z.infer<typeof templateSchema> => ({
	id: template.id,
	companyIds: template.companyIds,
	name: template.name,
	rules: template.rules,
	taxAffiliations: template.taxAffiliations,
});

const tags = ['Flex'];
const path = '/flex/tax-rule-templates';

export const listTaxRuleTemplatesRoute = createRoute({
	method: 'get',
	path,
	operationId: 'listTaxRuleTemplates',
	tags,
	summary: 'List tax rule templates',
	request: { query: pageQuery },
	responses: {
		200: listAnswer(templateSchema, 'The templates of the managed companies, and `default`'),
		...guarded('validation_failed'),
	},
});

export const createTaxRuleTemplateRoute = createRoute({
	method: 'post',
	path,
	operationId: 'createTaxRuleTemplate',
	tags,
	summary: 'Create a tax rule template',
	request: { headers: writeHeaders, body: jsonBody(createBody) },
	responses: {
		201: createdAnswer(templateSchema, 'The new template'),
		...writing(...BODY_REFUSALS, 'unknown_company'),
	},
});

export const readTaxRuleTemplateRoute = createRoute({
	method: 'get',
	path: `${path}/{templateId}`,
	operationId: 'readTaxRuleTemplate',
	tags: [...tags, 'Extension'],
	summary: 'Read a tax rule template',
	request: { headers: readHeaders, params: z.object({ templateId: pathId('templateId') }) },
	responses: { ...recordAnswers(templateSchema, 'The template'), ...guarded('not_found') },
});
