import { answerRecord } from '../../http/conditional.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { readPayrollSettings, updatePayrollSettings } from './actions.ts';
import { readPayrollSettingsRoute, toWire, updatePayrollSettingsRoute } from './contract.ts';

export const settingsRoutes = createRouter()
	.openapi(readPayrollSettingsRoute, async (c) =>
		answerRecord(c, toWire(await readPayrollSettings(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(updatePayrollSettingsRoute, (c) => {
		const [{ companyId }, settings] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => updatePayrollSettings(call, companyId, settings), toWire);
	});
