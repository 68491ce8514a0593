import { answerRecord } from '../http/conditional.ts';
import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { answerChanged, answerCreated } from '../http/write.ts';
import {
	approveExpense,
	listExpensesOfCompany,
	listExpensesOfEmployee,
	readExpense,
	rejectExpense,
	submitExpense,
	withdrawExpense,
} from './actions.ts';
import {
	approveExpenseRoute,
	listExpensesOfCompanyRoute,
	listExpensesOfEmployeeRoute,
	readExpenseRoute,
	rejectExpenseRoute,
	submitExpenseRoute,
	toWire,
	withdrawExpenseRoute,
} from './contract.ts';
import { receiptRoutes } from './receipts/routes.ts';

export const expensesRoutes = createRouter()
	.openapi(submitExpenseRoute, (c) => {
		const [{ employeeId }, input] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => submitExpense(call, employeeId, input),
			toWire,
			({ id }) => `/flex/expenses/${id}`,
		);
	})
	.openapi(listExpensesOfEmployeeRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const { limit, cursor, ...filter } = c.req.valid('query');
		const pages = inOrderOfCreation((after, count) =>
			listExpensesOfEmployee(c.var.call, employeeId, filter, after, count),
		);
		return answerList(c, { limit, cursor }, pages, toWire);
	})
	.openapi(listExpensesOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { limit, cursor, ...filter } = c.req.valid('query');
		const pages = inOrderOfCreation((after, count) =>
			listExpensesOfCompany(c.var.call, companyId, filter, after, count),
		);
		return answerList(c, { limit, cursor }, pages, toWire);
	})
	.openapi(readExpenseRoute, async (c) =>
		answerRecord(c, toWire(await readExpense(c.var.call, c.req.valid('param').expenseId))),
	)
	.openapi(approveExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		return answerChanged(c, (call) => approveExpense(call, expenseId), toWire);
	})
	.openapi(rejectExpenseRoute, (c) => {
		const [{ expenseId }, { reason }] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => rejectExpense(call, expenseId, reason), toWire);
	})
	.openapi(withdrawExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		return answerChanged(c, (call) => withdrawExpense(call, expenseId), toWire);
	})
	.route('/', receiptRoutes);
