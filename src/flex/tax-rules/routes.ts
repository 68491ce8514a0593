import { answerRecord } from '../../http/conditional.ts';
import { answerList, inOrderOfCompany } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerCreated } from '../../http/write.ts';
import { createTaxRuleTemplate, listTaxRuleTemplates, readTaxRuleTemplate } from './actions.ts';
import {
	createTaxRuleTemplateRoute,
	listTaxRuleTemplatesRoute,
	readTaxRuleTemplateRoute,
	templateToWire,
} from './contract.ts';

export const taxRuleRoutes = createRouter()
	.openapi(listTaxRuleTemplatesRoute, (c) => {
		const pages = inOrderOfCompany((after, limit) => listTaxRuleTemplates(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, templateToWire);
	})
	.openapi(createTaxRuleTemplateRoute, (c) => {
		const fields = c.req.valid('json');
		return answerCreated(
			c,
			(call) => createTaxRuleTemplate(call, fields),
			templateToWire,
			({ id }) => `/flex/tax-rule-templates/${id}`,
		);
	})
	.openapi(readTaxRuleTemplateRoute, async (c) =>
		answerRecord(c, templateToWire(await readTaxRuleTemplate(c.var.call, c.req.valid('param').templateId))),
	);
