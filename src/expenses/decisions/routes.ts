import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { inLanguage } from '../contract.ts';
import { decideExpense, decideExpenses } from './actions.ts';
import {
	approveExpenseRoute,
	decideExpensesRoute,
	rejectExpenseRoute,
	returnExpenseRoute,
	verdictsToWire,
} from './contract.ts';

/** 500 decisions with as many words as may be, in any script. */
export const MAX_DECISIONS_BYTES = 1024 * 1024;
export const DECISIONS_PATH = decideExpensesRoute.getRoutingPath();

export const decisionRoutes = createRouter()
	.openapi(approveExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		// Without a body nothing is parsed.
		const { amount = null, reasons = [], reason: words = null } = c.req.valid('json') ?? {};
		const decision = { state: 'APPROVED' as const, amount, reasons, words };
		return answerChanged(
			c,
			(call) => decideExpense(call, 'approveExpense', expenseId, decision),
			inLanguage(c),
		);
	})
	.openapi(rejectExpenseRoute, (c) => {
		const [{ expenseId }, { reasons, reason: words }] = [c.req.valid('param'), c.req.valid('json')];
		const decision = { state: 'REJECTED' as const, amount: null, reasons, words };
		return answerChanged(
			c,
			(call) => decideExpense(call, 'rejectExpense', expenseId, decision),
			inLanguage(c),
		);
	})
	.openapi(returnExpenseRoute, (c) => {
		const [{ expenseId }, { reasons, reason: words }] = [c.req.valid('param'), c.req.valid('json')];
		const decision = { state: 'NEEDS_CORRECTION' as const, amount: null, reasons, words };
		return answerChanged(
			c,
			(call) => decideExpense(call, 'returnExpense', expenseId, decision),
			inLanguage(c),
		);
	})
	.openapi(decideExpensesRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const decisions = c.req
			.valid('json')
			.decisions.map(({ expenseId, decision, amount, reasons, reason }) => ({
				expenseId,
				state: decision,
				amount,
				reasons,
				words: reason,
			}));
		return answerChanged(
			c,
			(call) => decideExpenses(call, companyId, decisions),
			(verdicts) => verdictsToWire(verdicts, c.var.requestId),
		);
	});
