import { answerRecord } from '../http/conditional.ts';
import { answerList, inOrderOfCompanyChange } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { answerCreated } from '../http/write.ts';
import { readEmployee } from './actions.ts';
import { employeeToWire, listEmployeesRoute, previewToWire, readEmployeeRoute } from './contract.ts';
import { createEmployee } from './joining/actions.ts';
import { createEmployeeRoute } from './joining/contract.ts';
import { listEmployees } from './list/actions.ts';
import { pauseRoutes } from './pauses/routes.ts';
import { peopleRoutes } from './people/routes.ts';

export const employeesRoutes = createRouter()
	.openapi(listEmployeesRoute, (c) => {
		const { limit, cursor, ...filter } = c.req.valid('query');
		const pages = inOrderOfCompanyChange(filter.modifiedSince, (after, count) =>
			listEmployees(c.var.call, filter, after, count),
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
			{
				dryRun: previewToWire,
			},
		);
	})
	.openapi(readEmployeeRoute, async (c) =>
		answerRecord(c, employeeToWire(await readEmployee(c.var.call, c.req.valid('param').id))),
	)
	.route('/', pauseRoutes)
	.route('/', peopleRoutes);
