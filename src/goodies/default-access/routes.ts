import { answerTimeline } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { listDefaultAccess, setDefaultAccess } from './actions.ts';
import {
	defaultAccessesToWire,
	defaultAccessToWire,
	listDefaultAccessRoute,
	setDefaultAccessRoute,
} from './contract.ts';

export const defaultAccessRoutes = createRouter()
	.openapi(setDefaultAccessRoute, (c) => {
		const [{ employeeId }, setting] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => setDefaultAccess(call, employeeId, setting), defaultAccessesToWire, {
			dryRun: true,
		});
	})
	.openapi(listDefaultAccessRoute, async (c) => {
		const accesses = await listDefaultAccess(c.var.call, c.req.valid('param').employeeId);
		return answerTimeline(c, c.req.valid('query'), accesses, defaultAccessToWire);
	});
