import { answerRecord } from '../../http/conditional.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { readPayrollSettings, updatePayrollSettings } from './actions.ts';
import { readPayrollSettingsRoute, toWire, updatePayrollSettingsRoute } from './contract.ts';

export const payrollSettingsRoutes = createRouter()
	.openapi(readPayrollSettingsRoute, async (c) =>
		answerRecord(c, toWire(await readPayrollSettings(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(updatePayrollSettingsRoute, (c) => {
		const { companyId } = c.req.valid('param');
		return answerChanged(c, updatePayrollSettings(c.var.call, companyId, c.req.valid('json')), toWire);
	});
