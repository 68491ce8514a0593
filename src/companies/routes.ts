import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { answerChanged, answerCreated, answerRecord } from '../http/write.ts';
import { createCompany, listCompanies, readCompany, updateCompany } from './actions.ts';
import {
	createCompanyRoute,
	listCompaniesRoute,
	readCompanyRoute,
	toWire,
	updateCompanyRoute,
} from './contract.ts';

export const companiesRoutes = createRouter()
	.openapi(listCompaniesRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listCompanies(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(createCompanyRoute, (c) => {
		const fields = c.req.valid('json');
		return answerCreated(
			c,
			(call) => createCompany(call, fields),
			toWire,
			({ id }) => `/companies/${id}`,
		);
	})
	.openapi(readCompanyRoute, async (c) =>
		answerRecord(c, toWire(await readCompany(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(updateCompanyRoute, (c) => {
		const [{ companyId }, patch] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => updateCompany(call, companyId, patch), toWire);
	});
