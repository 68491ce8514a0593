import { inOrderOfCreation } from '../../../foundation/http/list-orders.ts';
import { answerList } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged, answerDone } from '../../../foundation/http/write.ts';
import { tryApprovalRule } from '../rule-trials/actions.ts';
import { listApprovalRules, readApprovalReport, removeApprovalRule, setApprovalRule } from './actions.ts';
import {
	listApprovalRulesRoute,
	previewToWire,
	readApprovalReportRoute,
	removeApprovalRuleRoute,
	reportToWire,
	ruleToWire,
	setApprovalRuleRoute,
} from './contract.ts';

export const approvalRulesRoutes = createRouter()
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
	});
