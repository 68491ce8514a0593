import { answerRecord } from '../http/conditional.ts';
import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { answerChanged, answerCreated } from '../http/write.ts';
import {
	approveExpense,
	listExpenses,
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

export const expenseRoutes = createRouter()
	.openapi(submitExpenseRoute, (c) => {
		const write = submitExpense(c.var.call, c.req.valid('param').employeeId, c.req.valid('json'));
		return answerCreated(c, write, toWire, ({ id }) => `/flex/expenses/${id}`);
	})
	.openapi(listExpensesOfEmployeeRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const { limit, cursor, ...filter } = c.req.valid('query');
		const pages = inOrderOfCreation((after, count) =>
			listExpenses(c.var.call, { employeeId }, filter, after, count),
		);
		return answerList(c, { limit, cursor }, pages, toWire);
	})
	.openapi(listExpensesOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { limit, cursor, ...filter } = c.req.valid('query');
		const pages = inOrderOfCreation((after, count) =>
			listExpenses(c.var.call, { companyId }, filter, after, count),
		);
		return answerList(c, { limit, cursor }, pages, toWire);
	})
	.openapi(readExpenseRoute, async (c) =>
		answerRecord(c, toWire(await readExpense(c.var.call, c.req.valid('param').expenseId))),
	)
	.openapi(approveExpenseRoute, (c) =>
		answerChanged(c, approveExpense(c.var.call, c.req.valid('param').expenseId), toWire),
	)
	.openapi(rejectExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		return answerChanged(c, rejectExpense(c.var.call, expenseId, c.req.valid('json').reason), toWire);
	})
	.openapi(withdrawExpenseRoute, (c) =>
		answerChanged(c, withdrawExpense(c.var.call, c.req.valid('param').expenseId), toWire),
	);
