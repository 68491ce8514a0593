import { answerList, inOrderOfCreation } from '../http/pagination.ts';
import { createRouter } from '../http/router.ts';
import { createEmployee, listEmployees, readEmployee, updateEmployee } from './actions.ts';
import {
	createEmployeeRoute,
	listEmployeesRoute,
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
	.openapi(createEmployeeRoute, async (c) => {
		const employee = await createEmployee(c.var.call, c.req.valid('json'));
		c.header('Location', `/api/v2/employees/${employee.id}`);
		return c.json(toWire(employee), 201);
	})
	.openapi(readEmployeeRoute, async (c) =>
		c.json(toWire(await readEmployee(c.var.call, c.req.valid('param').id)), 200),
	)
	.openapi(updateEmployeeRoute, async (c) =>
		c.json(toWire(await updateEmployee(c.var.call, c.req.valid('param').id, c.req.valid('json'))), 200),
	);
