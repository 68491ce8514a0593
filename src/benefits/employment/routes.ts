import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged } from '../../foundation/http/write.ts';
import { employeeToWire, previewToWire } from '../employees/contract.ts';
import { updateEmployee } from './actions.ts';
import { updateEmployeeRoute } from './contract.ts';

export const employmentRoutes = createRouter().openapi(updateEmployeeRoute, (c) => {
	const [{ id }, patch] = [c.req.valid('param'), c.req.valid('json')];
	return answerChanged(c, (call) => updateEmployee(call, id, patch), employeeToWire, {
		preview: previewToWire,
	});
});
