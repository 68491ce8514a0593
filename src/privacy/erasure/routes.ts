import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { eraseEmployee, eraseUser } from './actions.ts';
import { eraseEmployeeRoute, eraseUserRoute, toWire, userErasureToWire } from './contract.ts';

export const erasureRoutes = createRouter().openapi(eraseEmployeeRoute, (c) => {
	const { id } = c.req.valid('param');
	return answerChanged(c, (call) => eraseEmployee(call, id), toWire, { dryRun: true });
});

export const userErasureRoutes = createRouter().openapi(eraseUserRoute, (c) => {
	const { userId } = c.req.valid('param');
	return answerChanged(c, (call) => eraseUser(call, userId), userErasureToWire, { dryRun: true });
});
