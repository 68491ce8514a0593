import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { createCompany, listCompanies, readCompany, updateCompany } from './actions.ts';
import {
	createCompanyRoute,
	listCompaniesRoute,
	readCompanyRoute,
	toWire,
	updateCompanyRoute,
} from './contract.ts';

export const companyRoutes = createRouter()
	.openapi(listCompaniesRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listCompanies(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(createCompanyRoute, async (c) => {
		const company = await createCompany(c.var.call, c.req.valid('json'));
		c.header('Location', `/api/v2/companies/${company.id}`);
		return c.json(toWire(company), 201);
	})
	.openapi(readCompanyRoute, async (c) =>
		c.json(toWire(await readCompany(c.var.call, c.req.valid('param').companyId)), 200),
	)
	.openapi(updateCompanyRoute, async (c) =>
		c.json(toWire(await updateCompany(c.var.call, c.req.valid('param').companyId, c.req.valid('json'))), 200),
	);
