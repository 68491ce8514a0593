import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged, answerCreated } from '../../../foundation/http/write.ts';
import { inLanguage } from '../contract.ts';
import { mendExpense, submitExpense, withdrawExpense } from './actions.ts';
import { mendExpenseRoute, submitExpenseRoute, withdrawExpenseRoute } from './contract.ts';

export const submissionRoutes = createRouter()
	.openapi(submitExpenseRoute, (c) => {
		const [{ employeeId }, input] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => submitExpense(call, employeeId, input),
			inLanguage(c),
			({ id }) => `/flex/expenses/${id}`,
		);
	})
	.openapi(mendExpenseRoute, (c) => {
		const [{ expenseId }, input] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => mendExpense(call, expenseId, input), inLanguage(c));
	})
	.openapi(withdrawExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		return answerChanged(c, (call) => withdrawExpense(call, expenseId), inLanguage(c));
	});
