import { answerRecord } from '../http/conditional.ts';
import { inOrderOfChange } from '../http/order.ts';
import { answerList } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { answerChanged, answerCreated } from '../http/write.ts';
import {
	listExpensesOfCompany,
	listExpensesOfEmployee,
	mendExpense,
	readExpense,
	submitExpense,
	withdrawExpense,
} from './actions.ts';
import {
	inLanguage,
	listExpensesOfCompanyRoute,
	listExpensesOfEmployeeRoute,
	mendExpenseRoute,
	readExpenseRoute,
	submitExpenseRoute,
	withdrawExpenseRoute,
} from './contract.ts';
import { decisionRoutes } from './decisions/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';

export const expensesRoutes = createRouter()
	.openapi(submitExpenseRoute, (c) => {
		const [{ employeeId }, input] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => submitExpense(call, employeeId, input),
			inLanguage(c),
			({ id }) => `/flex/expenses/${id}`,
		);
	})
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
	.openapi(mendExpenseRoute, (c) => {
		const [{ expenseId }, input] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => mendExpense(call, expenseId, input), inLanguage(c));
	})
	.openapi(withdrawExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		return answerChanged(c, (call) => withdrawExpense(call, expenseId), inLanguage(c));
	})
	.route('/', decisionRoutes)
	.route('/', receiptRoutes);
