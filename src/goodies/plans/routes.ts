import { endDateOf } from '../../http/contract.ts';
import { answerTimeline } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged, answerDone } from '../../http/write.ts';
import {
	listPlannedVouchers,
	revokePlannedVoucher,
	revokePlannedVouchers,
	setMonthlyBudget,
} from './actions.ts';
import {
	listPlannedVouchersRoute,
	plannedToWire,
	plansToWire,
	revokePlannedVoucherRoute,
	revokePlannedVouchersRoute,
	setMonthlyBudgetRoute,
} from './contract.ts';

export const goodiesRoutes = createRouter()
	.openapi(setMonthlyBudgetRoute, (c) => {
		const write = setMonthlyBudget(c.var.call, c.req.valid('param').employeeId, c.req.valid('json'));
		return answerChanged(c, write, plansToWire, plansToWire);
	})
	.openapi(listPlannedVouchersRoute, async (c) => {
		const plans = await listPlannedVouchers(c.var.call, c.req.valid('param').employeeId);
		return answerTimeline(c, c.req.valid('query'), plans, plannedToWire);
	})
	.openapi(revokePlannedVouchersRoute, (c) => {
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		const write = revokePlannedVouchers(c.var.call, c.req.valid('param').employeeId, endDate);
		return answerDone(c, write, plansToWire, plansToWire);
	})
	.openapi(revokePlannedVoucherRoute, (c) => {
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		const write = revokePlannedVoucher(c.var.call, c.req.valid('param').plannedVoucherId, endDate);
		return answerDone(c, write, plansToWire, plansToWire);
	});
