import { answerList, inOrderOfPosition } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { accessEventsRoutes } from './access-events/routes.ts';
import { listEvents } from './actions.ts';
import { listEventsRoute, toWire } from './contract.ts';

export const historyRoutes = createRouter()
	.openapi(listEventsRoute, (c) => {
		const { limit, cursor, ...filter } = c.req.valid('query');
		const pages = inOrderOfPosition((after, count) =>
			listEvents(c.var.call, c.env.HISTORY, filter, after, count),
		);
		return answerList(c, { limit, cursor }, pages, toWire);
	})
	.route('/', accessEventsRoutes);
