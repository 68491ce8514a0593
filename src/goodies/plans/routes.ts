import { answerRecord } from '../../http/conditional.ts';
import { endDateOf } from '../../http/contract.ts';
import { answerTimeline } from '../../http/pagination.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged, answerCreated, answerRevoked } from '../../http/write.ts';
import {
	createPlannedVoucher,
	listPlannedVouchers,
	readPlannedVoucher,
	revokePlannedVoucher,
	revokePlannedVouchers,
	setMonthlyBudget,
} from './actions.ts';
import {
	createPlannedVoucherRoute,
	listPlannedVouchersRoute,
	plannedToWire,
	plansToWire,
	readPlannedVoucherRoute,
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
	.openapi(createPlannedVoucherRoute, (c) => {
		const [{ employeeId }, fields] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => createPlannedVoucher(call, employeeId, fields),
			plannedToWire,
			({ id }) => `/goodies/planned-vouchers/${id}`,
			{ dryRun: true },
		);
	})
	.openapi(readPlannedVoucherRoute, async (c) => {
		const { plannedVoucherId } = c.req.valid('param');
		return answerRecord(c, plannedToWire(await readPlannedVoucher(c.var.call, plannedVoucherId)));
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
