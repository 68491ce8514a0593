import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { correctTransaction, listCorrections, readCorrection } from './actions.ts';
import { correctTransactionRoute, listCorrectionsRoute, readCorrectionRoute, toWire } from './contract.ts';

export const payrollCorrectionRoutes = createRouter()
	.openapi(correctTransactionRoute, async (c) => {
		const { companyId, transactionId } = c.req.valid('param');
		const correction = await correctTransaction(c.var.call, companyId, transactionId, c.req.valid('json'));
		c.header('Location', `/api/v2/companies/${companyId}/flex/payroll-corrections/${correction.id}`);
		return c.json(toWire(correction), 201);
	})
	.openapi(listCorrectionsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listCorrections(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, toWire);
	})
	.openapi(readCorrectionRoute, async (c) => {
		const { companyId, correctionId } = c.req.valid('param');
		return c.json(toWire(await readCorrection(c.var.call, companyId, correctionId)), 200);
	});
