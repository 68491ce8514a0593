import { endDateOf } from '../../foundation/http/contract.ts';
import { inOrderOfCompany, inOrderOfEmployee } from '../../foundation/http/list-orders.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { answerList, answerTimeline } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerRecord, answerRevoked } from '../../foundation/http/write.ts';
import { listAcross } from '../../tenants/hosting/across/actions.ts';
import { listAccessesOfCompany, readAccess, revokeAccess, setAccess } from './access/actions.ts';
import {
	accessesToWire,
	accessToWire,
	listAccessesOfCompanyRoute,
	readAccessRoute,
	revokeAccessRoute,
	setAccessRoute,
} from './access/contract.ts';
import { createTaxRuleTemplate, listTaxRuleTemplates, readTaxRuleTemplate } from './tax-rules/actions.ts';
import {
	createTaxRuleTemplateRoute,
	listTaxRuleTemplatesRoute,
	readTaxRuleTemplateRoute,
	templateToWire,
} from './tax-rules/contract.ts';

export const flexRoutes = createRouter()
	.openapi(setAccessRoute, (c) => {
		const [{ employeeId }, setting] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => setAccess(call, employeeId, setting), accessesToWire);
	})
	.openapi(readAccessRoute, async (c) => {
		const { date, ...page } = c.req.valid('query');
		const accesses = await readAccess(c.var.call, c.req.valid('param').employeeId, date);
		return answerTimeline(c, page, accesses, accessToWire);
	})
	.openapi(listAccessesOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { month = c.var.now, ...page } = c.req.valid('query');
		const pages = inOrderOfEmployee(
			(after, limit) => listAccessesOfCompany(c.var.call, companyId, month, after, limit),
			({ validFrom }) => String(validFrom),
		);
		return answerList(c, page, pages, accessToWire);
	})
	.openapi(revokeAccessRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		return answerRevoked(c, (call) => revokeAccess(call, employeeId, endDate), accessesToWire);
	})
	.openapi(listTaxRuleTemplatesRoute, (c) => {
		const pages = inOrderOfCompany((after, limit) =>
			listAcross(databasesOf(c), c.var.call, { after, limit }, listTaxRuleTemplates),
		);
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
