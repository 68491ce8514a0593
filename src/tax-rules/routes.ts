import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { createTaxRuleTemplate, listTaxRuleTemplates, readTaxRuleTemplate } from './actions.ts';
import {
	createTaxRuleTemplateRoute,
	listTaxRuleTemplatesRoute,
	readTaxRuleTemplateRoute,
	toWire,
} from './contract.ts';

export const taxRuleRoutes = createRouter()
	.openapi(listTaxRuleTemplatesRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listTaxRuleTemplates(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(createTaxRuleTemplateRoute, async (c) => {
		const template = await createTaxRuleTemplate(c.var.call, c.req.valid('json'));
		c.header('Location', `/api/v2/flex/tax-rule-templates/${template.id}`);
		return c.json(toWire(template), 201);
	})
	.openapi(readTaxRuleTemplateRoute, async (c) =>
		c.json(toWire(await readTaxRuleTemplate(c.var.call, c.req.valid('param').templateId)), 200),
	);
