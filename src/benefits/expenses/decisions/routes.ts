import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged } from '../../../foundation/http/write.ts';
import { inLanguage } from '../contract.ts';
import { decideExpense, decideExpenses } from './actions.ts';
import {
	approveExpenseRoute,
	decideExpensesRoute,
	rejectExpenseRoute,
	returnExpenseRoute,
	verdictsToWire,
} from './contract.ts';

export const decisionsRoutes = createRouter()
	.openapi(approveExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		// Without a body, the parsed body is undefined.
		const { reasons = [], reason: words = null, ...given } = c.req.valid('json') ?? {};
		const decision = { ...NO_PART, ...given, state: 'APPROVED' as const, reasons, words };
		return answerDecision(c, expenseId, 'approveExpense', decision);
	})
	.openapi(rejectExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		const { reasons, reason: words } = c.req.valid('json');
		return answerDecision(c, expenseId, 'rejectExpense', { ...NO_PART, state: 'REJECTED', reasons, words });
	})
	.openapi(returnExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		const { reasons, reason: words } = c.req.valid('json');
		return answerDecision(c, expenseId, 'returnExpense', {
			...NO_PART,
			state: 'NEEDS_CORRECTION',
			reasons,
			words,
		});
	})
	.openapi(decideExpensesRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const decisions = c.req
			.valid('json')
			.decisions.map(({ decision: state, reason: words, ...given }) => ({ ...given, state, words }));
		return answerChanged(
			c,
			(call) => decideExpenses(call, companyId, decisions),
			(verdicts) => verdictsToWire(verdicts, c.var.requestId),
		);
	});

/** The fields of a decision that approves nothing, or the whole expense. */
const NO_PART = { amount: null, days: null, absencesRecorded: false };

type Context = Parameters<typeof inLanguage>[0];
type Deciding = Parameters<typeof decideExpense>;

const answerDecision = (c: Context, expenseId: string, operation: Deciding[1], decision: Deciding[3]) =>
	answerChanged(c, (call) => decideExpense(call, operation, expenseId, decision), inLanguage(c));
