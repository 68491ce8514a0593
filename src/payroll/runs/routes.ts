import { answerRecord } from '../../http/conditional.ts';
import { answerList, inOrderOfCreation } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerCreated } from '../../http/write.ts';
import { previewPayrollRun } from '../open-run/actions.ts';
import { previewToWire } from '../open-run/contract.ts';
import { closePayrollRun, listPayrollRuns, readPayrollRun } from './actions.ts';
import { closePayrollRunRoute, listPayrollRunsRoute, readPayrollRunRoute, runToWire } from './contract.ts';

export const runRoutes = createRouter()
	.openapi(closePayrollRunRoute, (c) => {
		const [{ companyId }, { month, early }] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => closePayrollRun(call, companyId, month, early),
			runToWire,
			({ id }) => `/companies/${companyId}/flex/payroll-runs/${id}`,
			{ preview: async (call) => previewToWire(await previewPayrollRun(call, companyId, month, early)) },
		);
	})
	.openapi(listPayrollRunsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listPayrollRuns(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, runToWire);
	})
	.openapi(readPayrollRunRoute, async (c) => {
		const { companyId, runId } = c.req.valid('param');
		return answerRecord(c, runToWire(await readPayrollRun(c.var.call, companyId, runId)));
	});
