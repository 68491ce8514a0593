import { inOrderOfChange } from '../../foundation/http/list-orders.ts';
import { answerList } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerRecord } from '../../foundation/http/write.ts';
import { listExpensesOfCompany, listExpensesOfEmployee, readExpense } from './actions.ts';
import { approvalRulesRoutes } from './approval-rules/routes.ts';
import {
	inLanguage,
	listExpensesOfCompanyRoute,
	listExpensesOfEmployeeRoute,
	readExpenseRoute,
} from './contract.ts';
import { decideExpensesRoute } from './decisions/contract.ts';
import { decisionsRoutes } from './decisions/routes.ts';
import { addReceiptDraftRoute } from './drafts/contract.ts';
import { draftsRoutes } from './drafts/routes.ts';
import { readReceiptFactsRoute } from './facts/contract.ts';
import { factsRoutes } from './facts/routes.ts';
import { importKnownTillsRoute } from './known-tills/contract.ts';
import { knownTillsRoutes } from './known-tills/routes.ts';
import { receiptAddressRoutes } from './receipt-addresses/routes.ts';
import { addReceiptRoute } from './receipts/contract.ts';
import { receiptsRoutes } from './receipts/routes.ts';
import { reopeningRoutes } from './reopening/routes.ts';
import { reviewRoutes } from './review/routes.ts';
import { standingRoutes } from './standing/routes.ts';
import { addProofRoute } from './standing-proofs/contract.ts';
import { standingProofsRoutes } from './standing-proofs/routes.ts';
import { submissionRoutes } from './submission/routes.ts';

/** The order of the operations is that of the OpenAPI document. */
export const expensesRoutes = createRouter()
	.route('/', standingRoutes)
	.route('/', standingProofsRoutes)
	.route('/', receiptAddressRoutes)
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
	.route('/', factsRoutes)
	.route('/', submissionRoutes)
	.route('/', reviewRoutes)
	.route('/', decisionsRoutes)
	.route('/', reopeningRoutes)
	.route('/', approvalRulesRoutes)
	.route('/', knownTillsRoutes)
	.route('/', draftsRoutes)
	.route('/', receiptsRoutes);

const A_MEGABYTE = 1024 * 1024;

/** Paths with larger bodies: 500 decisions with as many words as allowed in any script, and 500 certificates. */
export const BODY_LIMITS = [
	[decideExpensesRoute.getRoutingPath(), A_MEGABYTE],
	[importKnownTillsRoute.getRoutingPath(), A_MEGABYTE],
] as const;

/** The operation of this path takes a file or JSON. */
export const FACTS = readReceiptFactsRoute.getRoutingPath();

/** The operations of these paths take files. */
export const FILE_PATHS = [
	addReceiptRoute.getRoutingPath(),
	addReceiptDraftRoute.getRoutingPath(),
	addProofRoute.getRoutingPath(),
];
