import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged } from '../../../foundation/http/write.ts';
import { inLanguage } from '../contract.ts';
import { reopenExpense } from './actions.ts';
import { reopenExpenseRoute } from './contract.ts';

export const reopeningRoutes = createRouter().openapi(reopenExpenseRoute, (c) => {
	const { expenseId } = c.req.valid('param');
	const { reason = null } = c.req.valid('json') ?? {};
	return answerChanged(c, (call) => reopenExpense(call, expenseId, reason), inLanguage(c));
});
