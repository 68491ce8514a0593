import { endDateOf } from '../http/contract.ts';
import { answerList, inOrderOfStart } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import {
	listPlannedVouchers,
	revokePlannedVoucher,
	revokePlannedVouchers,
	setMonthlyBudget,
} from './actions.ts';
import {
	listPlannedVouchersRoute,
	plannedToWire,
	revokePlannedVoucherRoute,
	revokePlannedVouchersRoute,
	setMonthlyBudgetRoute,
} from './contract.ts';

export const goodiesRoutes = createRouter()
	.openapi(setMonthlyBudgetRoute, async (c) => {
		const plans = await setMonthlyBudget(c.var.call, c.req.valid('param').employeeId, c.req.valid('json'));
		return c.json(plans.map(plannedToWire), 200);
	})
	.openapi(listPlannedVouchersRoute, async (c) => {
		const plans = await listPlannedVouchers(c.var.call, c.req.valid('param').employeeId);
		return answerList(c, c.req.valid('query'), inOrderOfStart(plans), plannedToWire);
	})
	.openapi(revokePlannedVouchersRoute, async (c) => {
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		await revokePlannedVouchers(c.var.call, c.req.valid('param').employeeId, endDate);
		return c.json({ success: true as const }, 200);
	})
	.openapi(revokePlannedVoucherRoute, async (c) => {
		const endDate = endDateOf(c.req.valid('json'), c.req.valid('query'));
		await revokePlannedVoucher(c.var.call, c.req.valid('param').plannedVoucherId, endDate);
		return c.json({ success: true as const }, 200);
	});
