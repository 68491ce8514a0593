import { answerRecord } from '../../http/conditional.ts';
import { createRouter } from '../../http/router.ts';
import { readDuplicates } from './actions.ts';
import { duplicatesToWire, readDuplicatesRoute } from './contract.ts';

export const duplicateRoutes = createRouter().openapi(readDuplicatesRoute, async (c) =>
	answerRecord(c, duplicatesToWire(await readDuplicates(c.var.call, c.req.valid('param').expenseId))),
);
