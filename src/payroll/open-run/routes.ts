import { answerRecord } from '../../http/conditional.ts';
import { createRouter } from '../../http/router.ts';
import { readOpenPayrollRun } from './actions.ts';
import { openRunToWire, readOpenPayrollRunRoute } from './contract.ts';

export const openRunRoutes = createRouter().openapi(readOpenPayrollRunRoute, async (c) =>
	answerRecord(c, openRunToWire(await readOpenPayrollRun(c.var.call, c.req.valid('param').companyId))),
);
