import { answerRecord } from '../../http/conditional.ts';
import { createRouter } from '../../http/router.ts';
import { readMe } from './actions.ts';
import { meToWire, readMeRoute } from './contract.ts';

export const meRoutes = createRouter().openapi(readMeRoute, async (c) =>
	answerRecord(c, meToWire(await readMe(c.var.call))),
);
