import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { closePayrollRun, listPayrollRuns, readPayrollRun } from './actions.ts';
import { closePayrollRunRoute, listPayrollRunsRoute, readPayrollRunRoute, toWire } from './contract.ts';

export const payrollRunRoutes = createRouter()
	.openapi(closePayrollRunRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		const run = await closePayrollRun(c.var.call, companyId, c.req.valid('json').month);
		c.header('Location', `/api/v2/companies/${companyId}/flex/payroll-runs/${run.id}`);
		return c.json(toWire(run), 201);
	})
	.openapi(listPayrollRunsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listPayrollRuns(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(readPayrollRunRoute, async (c) => {
		const { companyId, runId } = c.req.valid('param');
		return c.json(toWire(await readPayrollRun(c.var.call, companyId, runId)), 200);
	});
