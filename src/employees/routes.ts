import { answerRecord } from '../http/conditional.ts';
import { inOrderOfCompanyChange } from '../http/order.ts';
import { answerList } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { answerChanged, answerCreated } from '../http/write.ts';
import { readEmployee, updateEmployee } from './actions.ts';
import {
	listEmployeesRoute,
	previewToWire,
	readEmployeeRoute,
	toWire,
	updateEmployeeRoute,
} from './contract.ts';
import { dateWindowRoutes } from './date-windows/routes.ts';
import { erasureRoutes } from './erasure/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { importRoutes } from './import/routes.ts';
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
		return answerList(c, { limit, cursor }, pages, toWire);
	})
	.openapi(createEmployeeRoute, (c) => {
		const fields = c.req.valid('json');
		const addressOf = ({ id }: { id: string }) => `/employees/${id}`;
		return answerCreated(c, (call, isFirst) => createEmployee(call, fields, isFirst), toWire, addressOf, {
			dryRun: previewToWire,
		});
	})
	.openapi(readEmployeeRoute, async (c) =>
		answerRecord(c, toWire(await readEmployee(c.var.call, c.req.valid('param').id))),
	)
	.openapi(updateEmployeeRoute, (c) => {
		const [{ id }, patch] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => updateEmployee(call, id, patch), toWire, { dryRun: previewToWire });
	})
	.route('/', importRoutes)
	.route('/', erasureRoutes)
	.route('/', exportRoutes)
	.route('/', dateWindowRoutes)
	.route('/', pauseRoutes)
	.route('/', peopleRoutes);
