import { invalidField } from '../../foundation/core/refusals.ts';
import type { Upload } from '../../foundation/core/upload.ts';
import { answerFile } from '../../foundation/http/file.ts';
import { inOrderOfChange, inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { answerList, answerWhole } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import {
	answerChanged,
	answerCreated,
	answerDone,
	answerRecord,
	refuseDryRun,
} from '../../foundation/http/write.ts';
import { listExpensesOfCompany, listExpensesOfEmployee, readExpense } from './actions.ts';
import {
	listApprovalRules,
	readApprovalReport,
	removeApprovalRule,
	setApprovalRule,
} from './approval-rules/actions.ts';
import {
	listApprovalRulesRoute,
	previewToWire,
	readApprovalReportRoute,
	removeApprovalRuleRoute,
	reportToWire,
	ruleToWire,
	setApprovalRuleRoute,
} from './approval-rules/contract.ts';
import {
	inLanguage,
	listExpensesOfCompanyRoute,
	listExpensesOfEmployeeRoute,
	readExpenseRoute,
} from './contract.ts';
import { decideExpense, decideExpenses } from './decisions/actions.ts';
import {
	approveExpenseRoute,
	decideExpensesRoute,
	rejectExpenseRoute,
	returnExpenseRoute,
	verdictsToWire,
} from './decisions/contract.ts';
import {
	addReceiptDraft,
	listReceiptDrafts,
	readReceiptDraft,
	removeReceiptDraft,
} from './drafts/actions.ts';
import {
	addReceiptDraftRoute,
	draftToWire,
	listReceiptDraftsRoute,
	readReceiptDraftRoute,
	removeReceiptDraftRoute,
} from './drafts/contract.ts';
import { readReceiptFacts } from './facts/actions.ts';
import { readReceiptFactsRoute, receiptFactsToWire } from './facts/contract.ts';
import { importKnownTills, listKnownTills, removeKnownTill } from './known-tills/actions.ts';
import {
	importedToWire,
	importKnownTillsRoute,
	listKnownTillsRoute,
	removeKnownTillRoute,
	tillToWire,
} from './known-tills/contract.ts';
import { receiptAddressRoutes } from './receipt-addresses/routes.ts';
import { addReceipt, listReceipts, readReceipt, removeReceipt } from './receipts/actions.ts';
import {
	addReceiptRoute,
	listReceiptsRoute,
	readReceiptRoute,
	receiptToWire,
	removeReceiptRoute,
} from './receipts/contract.ts';
import { reopenExpense } from './reopening/actions.ts';
import { reopenExpenseRoute } from './reopening/contract.ts';
import { listExpenseQueue, readDuplicates } from './review/actions.ts';
import {
	duplicatesToWire,
	listExpenseQueueRoute,
	queuedToWire,
	readDuplicatesRoute,
} from './review/contract.ts';
import { tryApprovalRule } from './rule-trials/actions.ts';
import { PROOFS_PATH, standingRoutes } from './standing/routes.ts';
import { mendExpense, submitExpense, withdrawExpense } from './submission/actions.ts';
import { mendExpenseRoute, submitExpenseRoute, withdrawExpenseRoute } from './submission/contract.ts';

export const expensesRoutes = createRouter()
	.route('/', standingRoutes)
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
	.openapi(readReceiptFactsRoute, async (c) => {
		refuseDryRun(c);
		const { employeeId } = c.req.valid('param');
		const { upload } = c.var;
		const given = upload === undefined ? requireCode(c.req.valid('json')) : { upload };
		return c.json(receiptFactsToWire(await readReceiptFacts(c.var.call, employeeId, given)), 200);
	})
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
	})
	.openapi(listExpenseQueueRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { facts, sampled, ...page } = c.req.valid('query');
		const filter = { facts, sampled: sampled && sampled === 'true' };
		const source = {
			load: ({ after, limit }: { after: { at: number; id: string } | null; limit: number }) =>
				listExpenseQueue(c.var.call, companyId, filter, { date: after?.at ?? 0, id: after?.id ?? '' }, limit),
			key: ({ expense }: Awaited<ReturnType<typeof listExpenseQueue>>[number]) => ({
				at: expense.date,
				id: expense.id,
			}),
		};
		return answerList(c, page, source, queuedToWire(c));
	})
	.openapi(readDuplicatesRoute, async (c) =>
		answerRecord(c, duplicatesToWire(await readDuplicates(c.var.call, c.req.valid('param').expenseId))),
	)
	.openapi(approveExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		// Without a body nothing is parsed.
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
	})
	.openapi(reopenExpenseRoute, (c) => {
		const { expenseId } = c.req.valid('param');
		const { reason = null } = c.req.valid('json') ?? {};
		return answerChanged(c, (call) => reopenExpense(call, expenseId, reason), inLanguage(c));
	})
	.openapi(listApprovalRulesRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) => listApprovalRules(c.var.call, companyId, after, limit));
		return answerList(c, c.req.valid('query'), pages, ruleToWire);
	})
	.openapi(readApprovalReportRoute, async (c) => {
		const [{ companyId }, { month }] = [c.req.valid('param'), c.req.valid('query')];
		return c.json(reportToWire(await readApprovalReport(c.var.call, companyId, month)), 200);
	})
	.openapi(setApprovalRuleRoute, (c) => {
		const [{ companyId, module }, rule] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => setApprovalRule(call, companyId, module, rule), ruleToWire, {
			preview: async (after) => previewToWire(after, await tryApprovalRule(c.var.call, after)),
		});
	})
	.openapi(removeApprovalRuleRoute, (c) => {
		const { companyId, module } = c.req.valid('param');
		return answerDone(c, (call) => removeApprovalRule(call, companyId, module));
	})
	.openapi(listKnownTillsRoute, (c) => {
		const pages = inOrderOfCreation((after, limit) => listKnownTills(c.var.call, after, limit));
		return answerList(c, c.req.valid('query'), pages, tillToWire);
	})
	.openapi(importKnownTillsRoute, (c) => {
		const given = c.req.valid('json');
		return answerChanged(c, (call) => importKnownTills(call, given), importedToWire);
	})
	.openapi(removeKnownTillRoute, (c) => {
		const { tillId } = c.req.valid('param');
		return answerDone(c, (call) => removeKnownTill(call, tillId));
	})
	.openapi(addReceiptDraftRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const upload = c.var.upload as Upload;
		return answerCreated(
			c,
			(call) => addReceiptDraft(call, c.env.RECEIPTS, employeeId, upload),
			draftToWire,
			({ id }) => `/employees/${employeeId}/flex/receipt-drafts/${id}`,
		);
	})
	.openapi(listReceiptDraftsRoute, async (c) => {
		const drafts = await listReceiptDrafts(c.var.call, c.req.valid('param').employeeId);
		return answerWhole(c, c.req.valid('query'), drafts, ({ id }) => ({ at: 0, id }), draftToWire);
	})
	.openapi(readReceiptDraftRoute, async (c) => {
		const { employeeId, draftId } = c.req.valid('param');
		const { draft, content } = await readReceiptDraft(c.var.call, c.env.RECEIPTS, employeeId, draftId);
		return answerReceipt(c, draft, content);
	})
	.openapi(removeReceiptDraftRoute, (c) => {
		const { employeeId, draftId } = c.req.valid('param');
		return answerDone(c, (call) => removeReceiptDraft(call, employeeId, draftId));
	})
	.openapi(addReceiptRoute, async (c) => {
		const { expenseId } = c.req.valid('param');
		const { factsDiffer } = c.req.valid('query');
		const upload = c.var.upload as Upload;
		return answerCreated(
			c,
			(call) => addReceipt(call, c.env.RECEIPTS, expenseId, upload, factsDiffer === 'true'),
			receiptToWire,
			({ id }) => `/flex/expenses/${expenseId}/receipts/${id}`,
		);
	})
	.openapi(listReceiptsRoute, async (c) => {
		const receipts = await listReceipts(c.var.call, c.req.valid('param').expenseId);
		return answerWhole(c, c.req.valid('query'), receipts, ({ id }) => ({ at: 0, id }), receiptToWire);
	})
	.openapi(readReceiptRoute, async (c) => {
		const { expenseId, receiptId } = c.req.valid('param');
		const { receipt, content } = await readReceipt(c.var.call, c.env.RECEIPTS, expenseId, receiptId);
		return answerReceipt(c, receipt, content);
	})
	.openapi(removeReceiptRoute, (c) => {
		const { expenseId, receiptId } = c.req.valid('param');
		return answerDone(c, (call) => removeReceipt(call, expenseId, receiptId));
	});

/** Without a body nothing is parsed. */
function requireCode(given: { machineReadable?: string }): { machineReadable: string } {
	const { machineReadable } = given;
	if (machineReadable !== undefined) return { machineReadable };
	throw invalidField('machineReadable', 'required', 'Send machineReadable, or the file of the receipt.');
}

/** A decision that approves nothing, or everything as it is. */
const NO_PART = { amount: null, days: null, absencesRecorded: false };

type Context = Parameters<typeof inLanguage>[0];

const answerReceipt = (
	c: Context,
	{ id, mediaType }: { id: string; mediaType: string },
	content: ReadableStream,
) => answerFile(c, `receipt-${id}.${mediaType.split('/')[1]}`, mediaType, content);

type Deciding = Parameters<typeof decideExpense>;

const answerDecision = (c: Context, expenseId: string, operation: Deciding[1], decision: Deciding[3]) =>
	answerChanged(c, (call) => decideExpense(call, operation, expenseId, decision), inLanguage(c));

const A_MEGABYTE = 1024 * 1024;

/** Paths with larger bodies: 500 decisions with as many words as may be, in any script, and 500 certificates. */
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
	PROOFS_PATH,
];
