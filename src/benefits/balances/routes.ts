import { inOrderOfCreation } from '../../foundation/http/list-orders.ts';
import { answerList, answerWhole } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { listBalancesOfCompany, readBalance, readBalancesOfYear } from './actions.ts';
import {
	balanceOfEmployeeToWire,
	balanceToWire,
	derivationToWire,
	listBalancesOfCompanyRoute,
	readBalanceRoute,
	readBalancesOfYearRoute,
} from './contract.ts';

export const balancesRoutes = createRouter()
	.openapi(readBalanceRoute, async (c) => {
		const { month = c.var.now } = c.req.valid('query');
		const months = await readBalance(c.var.call, c.req.valid('param').employeeId, month);
		return c.json(balanceToWire(months), 200);
	})
	.openapi(readBalancesOfYearRoute, async (c) => {
		const { year = c.var.now, ...page } = c.req.valid('query');
		const months = await readBalancesOfYear(c.var.call, c.req.valid('param').employeeId, year);
		return answerWhole(c, page, months, ({ month }) => ({ at: 0, id: month }), derivationToWire);
	})
	.openapi(listBalancesOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { month = c.var.now, ...page } = c.req.valid('query');
		const pages = inOrderOfCreation((after, limit) =>
			listBalancesOfCompany(c.var.call, companyId, month, { employeeId: after, id: '' }, limit),
		);
		return answerList(c, page, pages, balanceOfEmployeeToWire);
	});
