import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { listMails } from './actions.ts';
import { listMailsRoute, toWire } from './contract.ts';
import { noticeRoutes } from './notices/routes.ts';

export const mailRoutes = createRouter()
	.route('/', noticeRoutes)
	.openapi(listMailsRoute, (c) => {
		const [{ companyId }, { state, ...page }] = [c.req.valid('param'), c.req.valid('query')];
		const pages = inOrderOfCreation((after, limit) => listMails(c.var.call, companyId, state, after, limit));
		return answerList(c, page, pages, toWire);
	});
