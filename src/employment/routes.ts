import { employeeToWire, previewToWire } from '../employees/contract.ts';
import { createRouter } from '../http/router.ts';
import { answerChanged } from '../http/write.ts';
import { updateEmployee } from './actions.ts';
import { updateEmployeeRoute } from './contract.ts';

export const employmentRoutes = createRouter().openapi(updateEmployeeRoute, (c) => {
	const [{ id }, patch] = [c.req.valid('param'), c.req.valid('json')];
	return answerChanged(c, (call) => updateEmployee(call, id, patch), employeeToWire, {
		preview: previewToWire,
	});
});
