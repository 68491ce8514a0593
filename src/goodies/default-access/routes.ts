import { answerTimeline } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { listDefaultAccess, setDefaultAccess } from './actions.ts';
import { listDefaultAccessRoute, setDefaultAccessRoute, timelineToWire, toWire } from './contract.ts';

export const defaultAccessRoutes = createRouter()
	.openapi(setDefaultAccessRoute, (c) => {
		const write = setDefaultAccess(c.var.call, c.req.valid('param').employeeId, c.req.valid('json'));
		return answerChanged(c, write, timelineToWire, timelineToWire);
	})
	.openapi(listDefaultAccessRoute, async (c) => {
		const timeline = await listDefaultAccess(c.var.call, c.req.valid('param').employeeId);
		return answerTimeline(c, c.req.valid('query'), timeline, toWire);
	});
