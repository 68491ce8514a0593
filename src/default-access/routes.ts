import { answerList, inOrderOfStart } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { listDefaultAccess, setDefaultAccess } from './actions.ts';
import { listDefaultAccessRoute, setDefaultAccessRoute, toWire } from './contract.ts';

export const defaultAccessRoutes = createRouter()
	.openapi(setDefaultAccessRoute, async (c) => {
		const timeline = await setDefaultAccess(c.var.call, c.req.valid('param').employeeId, c.req.valid('json'));
		return c.json(timeline.map(toWire), 200);
	})
	.openapi(listDefaultAccessRoute, async (c) => {
		const timeline = await listDefaultAccess(c.var.call, c.req.valid('param').employeeId);
		return answerList(c, c.req.valid('query'), inOrderOfStart(timeline), toWire);
	});
