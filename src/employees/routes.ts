import { answerRecord } from '../http/conditional.ts';
import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { answerChanged, answerCreated } from '../http/write.ts';
import { createEmployee, listEmployees, readEmployee, updateEmployee } from './actions.ts';
import {
	createEmployeeRoute,
	listEmployeesRoute,
	previewToWire,
	readEmployeeRoute,
	toWire,
	updateEmployeeRoute,
} from './contract.ts';

export const employeeRoutes = createRouter()
	.openapi(listEmployeesRoute, (c) => {
		const { limit, cursor, ...filter } = c.req.valid('query');
		const pages = inOrderOfCreation((after, count) => listEmployees(c.var.call, filter, after, count));
		return answerList(c, { limit, cursor }, pages, toWire);
	})
	.openapi(createEmployeeRoute, (c) => {
		const write = createEmployee(c.var.call, c.req.valid('json'));
		return answerCreated(c, write, toWire, ({ id }) => `/employees/${id}`, previewToWire);
	})
	.openapi(readEmployeeRoute, async (c) =>
		answerRecord(c, toWire(await readEmployee(c.var.call, c.req.valid('param').id))),
	)
	.openapi(updateEmployeeRoute, (c) => {
		const write = updateEmployee(c.var.call, c.req.valid('param').id, c.req.valid('json'));
		return answerChanged(c, write, toWire, previewToWire);
	});
