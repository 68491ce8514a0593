import { answerList, inOrderOfCreation } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerDone } from '../../http/write.ts';
import { logout } from '../actions.ts';
import { logoutRoute } from '../contract.ts';
import { changeOwnPassword } from '../password/actions.ts';
import { changeOwnPasswordRoute } from '../password/contract.ts';
import { endOtherSessions, endOwnSession, endSessionsOfUser, listSessions } from './actions.ts';
import {
	endOtherSessionsRoute,
	endSessionRoute,
	endSessionsOfUserRoute,
	listSessionsRoute,
	sessionToWire,
} from './contract.ts';

export const sessionsRoutes = createRouter()
	.openapi(logoutRoute, async (c) => {
		const answer = await answerDone(c, logout);
		c.set('forgetsToken', true);
		return answer;
	})
	.openapi(changeOwnPasswordRoute, (c) => {
		const change = c.req.valid('json');
		return answerDone(c, (call) => changeOwnPassword(call, change));
	})
	.openapi(listSessionsRoute, (c) => {
		const { call } = c.var;
		const pages = inOrderOfCreation((after, limit) => listSessions(call, after, limit));
		return answerList(c, c.req.valid('query'), pages, sessionToWire(call.actor.sessionId));
	})
	.openapi(endSessionRoute, async (c) => {
		const { sessionId } = c.req.valid('param');
		const answer = await answerDone(c, (call) => endOwnSession(call, sessionId));
		if (sessionId === c.var.call.actor.sessionId) c.set('forgetsToken', true);
		return answer;
	})
	.openapi(endOtherSessionsRoute, (c) => answerDone(c, endOtherSessions))
	.openapi(endSessionsOfUserRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerDone(c, (call) => endSessionsOfUser(call, userId));
	});
