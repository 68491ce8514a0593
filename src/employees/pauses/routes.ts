import { answerTimeline } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { listPauses } from './actions.ts';
import { listPausesRoute, pauseToWire } from './contract.ts';

export const pauseRoutes = createRouter().openapi(listPausesRoute, async (c) => {
	const pauses = await listPauses(c.var.call, c.req.valid('param').employeeId);
	return answerTimeline(c, c.req.valid('query'), pauses, pauseToWire);
});
