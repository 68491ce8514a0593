import { endDateOf } from '../../http/contract.ts';
import { answerTimeline } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged, answerDone } from '../../http/write.ts';
import { readAccess, revokeAccess, setAccess } from './actions.ts';
import {
	accessToWire,
	readAccessRoute,
	revokeAccessRoute,
	setAccessRoute,
	timelineToWire,
} from './contract.ts';

export const flexRoutes = createRouter()
	.openapi(setAccessRoute, (c) => {
		const write = setAccess(c.var.call, c.req.valid('param').employeeId, c.req.valid('json'));
		return answerChanged(c, write, timelineToWire, timelineToWire);
	})
	.openapi(readAccessRoute, async (c) => {
		const { date, ...page } = c.req.valid('query');
		const timeline = await readAccess(c.var.call, c.req.valid('param').employeeId, date);
		return answerTimeline(c, page, timeline, accessToWire);
	})
	.openapi(revokeAccessRoute, (c) => {
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		const write = revokeAccess(c.var.call, c.req.valid('param').employeeId, endDate);
		return answerDone(c, write, timelineToWire, timelineToWire);
	});
