import { databasesOf } from '../http/near.ts';
import { answerList, inOrderOfArrival, inOrderOfPosition } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { listAccessEvents, listAccessEventsOfCompany } from './access-events/actions.ts';
import {
	accessEventToWire,
	listAccessEventsOfCompanyRoute,
	listAccessEventsRoute,
} from './access-events/contract.ts';
import { listEventsRoute, toWire } from './contract.ts';
import { type Followed, type FollowedAt, followEvents } from './following/actions.ts';

export const historyRoutes = createRouter()
	.openapi(listEventsRoute, (c) => {
		const { limit, cursor, ...filter } = c.req.valid('query');
		const asked = { databases: databasesOf(c), call: c.var.call, bucket: c.env.HISTORY, filter };
		const pages = inOrderOfArrival<Followed, FollowedAt>(0, (after, count) =>
			followEvents(asked, after, count),
		);
		return answerList(c, { limit, cursor }, pages, toWire);
	})
	.openapi(listAccessEventsRoute, (c) => {
		const { userId, ...page } = c.req.valid('query');
		const pages = inOrderOfPosition((after, limit) => listAccessEvents(c.var.call, userId, after, limit));
		return answerList(c, page, pages, accessEventToWire);
	})
	.openapi(listAccessEventsOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { userId, ...page } = c.req.valid('query');
		const pages = inOrderOfPosition((after, limit) =>
			listAccessEventsOfCompany(c.var.call, companyId, userId, after, limit),
		);
		return answerList(c, page, pages, accessEventToWire);
	});
