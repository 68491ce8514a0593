import { endDateOf } from '../../foundation/http/contract.ts';
import { inOrderOfCreation, inOrderOfEmployee } from '../../foundation/http/list-orders.ts';
import { answerList, answerTimeline } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerRecord, answerRevoked } from '../../foundation/http/write.ts';
import { listDefaultAccess, setDefaultAccess } from './default-access/actions.ts';
import {
	defaultAccessesToWire,
	defaultAccessToWire,
	listDefaultAccessRoute,
	setDefaultAccessRoute,
} from './default-access/contract.ts';
import {
	createPlannedVoucher,
	listPlannedVouchers,
	readPlannedVoucher,
	revokePlannedVoucher,
	revokePlannedVouchers,
	setMonthlyBudget,
} from './plans/actions.ts';
import {
	createPlannedVoucherRoute,
	listPlannedVouchersRoute,
	plannedToWire,
	plansToWire,
	readPlannedVoucherRoute,
	revokePlannedVoucherRoute,
	revokePlannedVouchersRoute,
	setMonthlyBudgetRoute,
} from './plans/contract.ts';
import { listIssuedVouchers, listVouchersOfCompany } from './vouchers/actions.ts';
import { listIssuedVouchersRoute, listVouchersOfCompanyRoute, voucherToWire } from './vouchers/contract.ts';

export const goodiesRoutes = createRouter()
	.openapi(setMonthlyBudgetRoute, (c) => {
		const [{ employeeId }, setting] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => setMonthlyBudget(call, employeeId, setting), plansToWire);
	})
	.openapi(createPlannedVoucherRoute, (c) => {
		const [{ employeeId }, fields] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => createPlannedVoucher(call, employeeId, fields),
			plannedToWire,
			({ id }) => `/goodies/planned-vouchers/${id}`,
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
	})
	.openapi(listIssuedVouchersRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) =>
			listIssuedVouchers(c.var.call, employeeId, after, limit),
		);
		return answerList(c, c.req.valid('query'), pages, voucherToWire);
	})
	.openapi(listVouchersOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { month = c.var.now, ...page } = c.req.valid('query');
		const pages = inOrderOfEmployee(
			(after, limit) => listVouchersOfCompany(c.var.call, companyId, month, after, limit),
			({ id }) => id,
		);
		return answerList(c, page, pages, voucherToWire);
	})
	.openapi(setDefaultAccessRoute, (c) => {
		const [{ employeeId }, setting] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => setDefaultAccess(call, employeeId, setting), defaultAccessesToWire);
	})
	.openapi(listDefaultAccessRoute, async (c) => {
		const accesses = await listDefaultAccess(c.var.call, c.req.valid('param').employeeId);
		return answerTimeline(c, c.req.valid('query'), accesses, defaultAccessToWire);
	});
