import { inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { answerList } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { listPayrollTransactions } from './actions.ts';
import { listPayrollTransactionsRoute, transactionToWire } from './contract.ts';

export const ledgerRoutes = createRouter().openapi(listPayrollTransactionsRoute, (c) => {
	const { companyId } = c.req.valid('param');
	const { module, kind, ...page } = c.req.valid('query');
	const pages = inOrderOfCreation((after, limit) =>
		listPayrollTransactions(c.var.call, companyId, { module, kind }, after, limit),
	);
	return answerList(c, page, pages, transactionToWire);
});
