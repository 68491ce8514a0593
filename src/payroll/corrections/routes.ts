import { answerRecord } from '../../http/conditional.ts';
import { answerList, inOrderOfCreation } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerCreated } from '../../http/write.ts';
import { correctTransaction, listCorrections, readCorrection } from './actions.ts';
import {
	correctionToWire,
	correctTransactionRoute,
	listCorrectionsRoute,
	readCorrectionRoute,
} from './contract.ts';

export const correctionRoutes = createRouter()
	.openapi(correctTransactionRoute, (c) => {
		const { companyId, transactionId } = c.req.valid('param');
		const correction = c.req.valid('json');
		return answerCreated(
			c,
			(call) => correctTransaction(call, companyId, transactionId, correction),
			correctionToWire,
			({ id }) => `/companies/${companyId}/flex/payroll-corrections/${id}`,
		);
	})
	.openapi(listCorrectionsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listCorrections(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, correctionToWire);
	})
	.openapi(readCorrectionRoute, async (c) => {
		const { companyId, correctionId } = c.req.valid('param');
		return answerRecord(c, correctionToWire(await readCorrection(c.var.call, companyId, correctionId)));
	});
