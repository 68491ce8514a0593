import { endDateOf } from '../http/contract.ts';
import { answerList, inOrderOfStart } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { readAccess, revokeAccess, setAccess } from './actions.ts';
import { accessToWire, readAccessRoute, revokeAccessRoute, setAccessRoute } from './contract.ts';

export const flexRoutes = createRouter()
	.openapi(setAccessRoute, async (c) => {
		const timeline = await setAccess(c.var.call, c.req.valid('param').employeeId, c.req.valid('json'));
		return c.json(timeline.map(accessToWire), 200);
	})
	.openapi(readAccessRoute, async (c) => {
		const { date, ...page } = c.req.valid('query');
		const timeline = await readAccess(c.var.call, c.req.valid('param').employeeId, date);
		return answerList(c, page, inOrderOfStart(timeline), accessToWire);
	})
	.openapi(revokeAccessRoute, async (c) => {
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		await revokeAccess(c.var.call, c.req.valid('param').employeeId, endDate);
		return c.json({ success: true as const }, 200);
	});
