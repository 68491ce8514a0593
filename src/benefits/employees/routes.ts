import { inOrderOfCompanyChange, inOrderOfPart } from '../../foundation/http/list-orders.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { answerList, answerTimeline } from '../../foundation/http/pagination.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerCreated, answerRecord } from '../../foundation/http/write.ts';
import { listAcross } from '../../tenants/hosting/across/actions.ts';
import { emailKey } from '../../tenants/users/rules.ts';
import { employeeToWire, listEmployeesRoute, previewToWire, readEmployeeRoute } from './contract.ts';
import { createEmployee } from './joining/actions.ts';
import { createEmployeeRoute } from './joining/contract.ts';
import { listEmployees, readEmployee } from './list/actions.ts';
import { listPauses } from './pauses/actions.ts';
import { listPausesRoute, pauseToWire } from './pauses/contract.ts';
import { listPeople } from './people/actions.ts';
import { listPeopleRoute, personToWire } from './people/contract.ts';

export const employeesRoutes = createRouter()
	.openapi(listEmployeesRoute, (c) => {
		const { limit, cursor, ...filter } = c.req.valid('query');
		const { companyId } = filter;
		const pages = inOrderOfCompanyChange(filter.modifiedSince, (after, count) =>
			listAcross(
				databasesOf(c),
				c.var.call,
				{ after, limit: count, companyId, address: filter.email && emailKey(filter.email) },
				(call, place, limit) => listEmployees(call, filter, place, limit),
			),
		);
		return answerList(c, { limit, cursor }, pages, employeeToWire);
	})
	.openapi(createEmployeeRoute, (c) => {
		const fields = c.req.valid('json');
		const addressOf = ({ id }: { id: string }) => `/employees/${id}`;
		return answerCreated(
			c,
			(call, isFirst) => createEmployee(call, fields, isFirst),
			employeeToWire,
			addressOf,
			{ preview: previewToWire },
		);
	})
	.openapi(readEmployeeRoute, async (c) =>
		answerRecord(c, employeeToWire(await readEmployee(c.var.call, c.req.valid('param').id))),
	)
	.openapi(listPausesRoute, async (c) => {
		const pauses = await listPauses(c.var.call, c.req.valid('param').employeeId);
		return answerTimeline(c, c.req.valid('query'), pauses, pauseToWire);
	})
	.openapi(listPeopleRoute, (c) => {
		const [{ companyId }, { limit, cursor, ...filter }] = [c.req.valid('param'), c.req.valid('query')];
		const pages = inOrderOfPart((after, count) => listPeople(c.var.call, companyId, filter, after, count));
		return answerList(c, { limit, cursor }, pages, personToWire);
	});
