import { answerRecord } from '../http/conditional.ts';
import { answerList, inOrderOfChange } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { listExpensesOfCompany, listExpensesOfEmployee, readExpense } from './actions.ts';
import {
	inLanguage,
	listExpensesOfCompanyRoute,
	listExpensesOfEmployeeRoute,
	readExpenseRoute,
} from './contract.ts';
import { decisionRoutes } from './decisions/routes.ts';
import { duplicateRoutes } from './duplicates/routes.ts';
import { queueRoutes } from './queue/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { submissionRoutes } from './submission/routes.ts';

export const expensesRoutes = createRouter()
	.openapi(listExpensesOfEmployeeRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const { limit, cursor, ...filter } = c.req.valid('query');
		const pages = inOrderOfChange(filter.modifiedSince, (after, count) =>
			listExpensesOfEmployee(c.var.call, employeeId, filter, after, count),
		);
		return answerList(c, { limit, cursor }, pages, inLanguage(c));
	})
	.openapi(listExpensesOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { limit, cursor, ...filter } = c.req.valid('query');
		const pages = inOrderOfChange(filter.modifiedSince, (after, count) =>
			listExpensesOfCompany(c.var.call, companyId, filter, after, count),
		);
		return answerList(c, { limit, cursor }, pages, inLanguage(c));
	})
	.openapi(readExpenseRoute, async (c) =>
		answerRecord(c, inLanguage(c)(await readExpense(c.var.call, c.req.valid('param').expenseId))),
	)
	.route('/', submissionRoutes)
	.route('/', queueRoutes)
	.route('/', duplicateRoutes)
	.route('/', decisionRoutes)
	.route('/', receiptRoutes);
