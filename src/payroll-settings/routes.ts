import { createRouter } from '../http/router.ts';
import { readPayrollSettings, updatePayrollSettings } from './actions.ts';
import { readPayrollSettingsRoute, toWire, updatePayrollSettingsRoute } from './contract.ts';

export const payrollSettingsRoutes = createRouter()
	.openapi(readPayrollSettingsRoute, async (c) =>
		c.json(toWire(await readPayrollSettings(c.var.call, c.req.valid('param').companyId)), 200),
	)
	.openapi(updatePayrollSettingsRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		return c.json(toWire(await updatePayrollSettings(c.var.call, companyId, c.req.valid('json'))), 200);
	});
