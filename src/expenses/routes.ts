import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
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

export const expenseRoutes = createRouter()
	.openapi(submitExpenseRoute, async (c) => {
		const expense = await submitExpense(c.var.call, c.req.valid('param').employeeId, c.req.valid('json'));
		c.header('Location', `/api/v2/flex/expenses/${expense.id}`);
		return c.json(toWire(expense), 201);
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
		c.json(toWire(await readExpense(c.var.call, c.req.valid('param').expenseId)), 200),
	)
	.openapi(approveExpenseRoute, async (c) =>
		c.json(toWire(await approveExpense(c.var.call, c.req.valid('param').expenseId)), 200),
	)
	.openapi(rejectExpenseRoute, async (c) => {
		const { expenseId } = c.req.valid('param');
		return c.json(toWire(await rejectExpense(c.var.call, expenseId, c.req.valid('json').reason)), 200);
	})
	.openapi(withdrawExpenseRoute, async (c) =>
		c.json(toWire(await withdrawExpense(c.var.call, c.req.valid('param').expenseId)), 200),
	);
