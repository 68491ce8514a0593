import type { Key } from '../../../foundation/http/list-contract.ts';
import { inOrderOfCreation } from '../../../foundation/http/list-orders.ts';
import { answerList } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerRecord } from '../../../foundation/http/write.ts';
import {
	endStanding,
	listStandingOfCompany,
	listStandingOfEmployee,
	readStanding,
	submitStanding,
} from './actions.ts';
import {
	endStandingRoute,
	listStandingOfCompanyRoute,
	listStandingOfEmployeeRoute,
	readStandingRoute,
	standingToWire,
	submitStandingRoute,
} from './contract.ts';
import { rankOf } from './rules.ts';

export const standingRoutes = createRouter()
	.openapi(submitStandingRoute, (c) => {
		const [{ employeeId }, input] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => submitStanding(call, employeeId, input),
			standingToWire(c),
			({ id }) => `/flex/standing-expenses/${id}`,
		);
	})
	.openapi(listStandingOfEmployeeRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		const pages = inOrderOfCreation((after, limit) =>
			listStandingOfEmployee(c.var.call, employeeId, after, limit),
		);
		return answerList(c, c.req.valid('query'), pages, standingToWire(c));
	})
	.openapi(listStandingOfCompanyRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const source = {
			load: ({ after, limit }: { after: Key<number> | null; limit: number }) =>
				listStandingOfCompany(c.var.call, companyId, { rank: after?.at ?? 0, id: after?.id ?? '' }, limit),
			key: (row: Awaited<ReturnType<typeof listStandingOfCompany>>[number]) => ({
				at: rankOf(row),
				id: row.id,
			}),
		};
		return answerList(c, c.req.valid('query'), source, standingToWire(c));
	})
	.openapi(readStandingRoute, async (c) =>
		answerRecord(
			c,
			standingToWire(c)(await readStanding(c.var.call, c.req.valid('param').standingExpenseId)),
		),
	)
	.openapi(endStandingRoute, (c) => {
		const { standingExpenseId } = c.req.valid('param');
		return answerChanged(c, (call) => endStanding(call, standingExpenseId), standingToWire(c));
	});
