import { endDateOf } from '../../http/contract.ts';
import { answerTimeline } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged, answerRevoked } from '../../http/write.ts';
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

export const planRoutes = createRouter()
	.openapi(setMonthlyBudgetRoute, (c) => {
		const [{ employeeId }, setting] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => setMonthlyBudget(call, employeeId, setting), plansToWire, {
			dryRun: true,
		});
	})
	.openapi(listPlannedVouchersRoute, async (c) => {
		const plans = await listPlannedVouchers(c.var.call, c.req.valid('param').employeeId);
		return answerTimeline(c, c.req.valid('query'), plans, plannedToWire);
	})
	.openapi(revokePlannedVouchersRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		return answerRevoked(c, (call) => revokePlannedVouchers(call, employeeId, endDate), plansToWire);
	})
	.openapi(revokePlannedVoucherRoute, (c) => {
		const { plannedVoucherId } = c.req.valid('param');
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		return answerRevoked(c, (call) => revokePlannedVoucher(call, plannedVoucherId, endDate), plansToWire);
	});
