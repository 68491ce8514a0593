import { answerList, inOrderOfPosition } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { listAccessEvents, listAccessEventsOfCompany } from './actions.ts';
import { listAccessEventsOfCompanyRoute, listAccessEventsRoute, toWire } from './contract.ts';

export const accessEventsRoutes = createRouter()
	.openapi(listAccessEventsRoute, (c) => {
		const { userId, ...page } = c.req.valid('query');
		const pages = inOrderOfPosition((after, limit) => listAccessEvents(c.var.call, userId, after, limit));
		return answerList(c, page, pages, toWire);
	})
	.openapi(listAccessEventsOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { userId, ...page } = c.req.valid('query');
		const pages = inOrderOfPosition((after, limit) =>
			listAccessEventsOfCompany(c.var.call, companyId, userId, after, limit),
		);
		return answerList(c, page, pages, toWire);
	});
