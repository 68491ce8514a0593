import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { eraseEmployee } from './actions.ts';
import { eraseEmployeeRoute, toWire } from './contract.ts';

export const erasureRoutes = createRouter().openapi(eraseEmployeeRoute, (c) =>
	answerChanged(c, eraseEmployee(c.var.call, c.req.valid('param').id), toWire, toWire),
);
