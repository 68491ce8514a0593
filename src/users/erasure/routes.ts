import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { eraseUser } from './actions.ts';
import { eraseUserRoute, toWire } from './contract.ts';

export const userErasureRoutes = createRouter().openapi(eraseUserRoute, (c) => {
	const { userId } = c.req.valid('param');
	return answerChanged(c, (call) => eraseUser(call, userId), toWire, { dryRun: true });
});
