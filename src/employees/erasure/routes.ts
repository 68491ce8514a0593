import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { eraseEmployee } from './actions.ts';
import { eraseEmployeeRoute, toWire } from './contract.ts';

export const erasureRoutes = createRouter().openapi(eraseEmployeeRoute, (c) => {
	const { id } = c.req.valid('param');
	return answerChanged(c, (call) => eraseEmployee(call, id), toWire, { dryRun: true });
});
