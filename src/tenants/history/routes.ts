import { isOfSeveral } from '../../foundation/core/actor.ts';
import { inOrderOfArrival, inOrderOfDatabase, inOrderOfPosition } from '../../foundation/http/list-orders.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { answerList } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import {
	listAccessEvents,
	listAccessEventsAcross,
	listAccessEventsOfCompany,
} from './access-events/actions.ts';
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
		const { userId, limit, cursor } = c.req.valid('query');
		const { call } = c.var;
		if (typeof cursor?.at === 'object' || (!cursor && isOfSeveral(call.actor))) {
			const pages = inOrderOfDatabase((after, count) =>
				listAccessEventsAcross(databasesOf(c), call, userId, after, count),
			);
			return answerList(c, { limit, cursor }, pages, ({ event }) => accessEventToWire(event));
		}
		const pages = inOrderOfPosition((after, count) => listAccessEvents(call, userId, after, count));
		const inD1 = cursor && { at: cursor.at, id: cursor.id };
		return answerList(c, { limit, cursor: inD1 }, pages, accessEventToWire);
	})
	.openapi(listAccessEventsOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { userId, ...page } = c.req.valid('query');
		const pages = inOrderOfPosition((after, limit) =>
			listAccessEventsOfCompany(c.var.call, companyId, userId, after, limit),
		);
		return answerList(c, page, pages, accessEventToWire);
	});
