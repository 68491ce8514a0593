import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { toWire } from '../contract.ts';
import { closeUser, openUser } from './actions.ts';
import { closeUserRoute, openUserRoute } from './contract.ts';

export const closureRoutes = createRouter()
	.openapi(closeUserRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerChanged(c, (call) => closeUser(call, userId), toWire);
	})
	.openapi(openUserRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerChanged(c, (call) => openUser(call, userId), toWire);
	});
