import { answerRecord } from '../../http/conditional.ts';
import { answerFile } from '../../http/file.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { readLugProfile, readPayrollSettings, updatePayrollSettings } from './actions.ts';
import {
	readLugProfileRoute,
	readPayrollSettingsRoute,
	settingsToWire,
	updatePayrollSettingsRoute,
} from './contract.ts';

export const settingsRoutes = createRouter()
	.openapi(readPayrollSettingsRoute, async (c) =>
		answerRecord(c, settingsToWire(await readPayrollSettings(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(updatePayrollSettingsRoute, (c) => {
		const [{ companyId }, settings] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => updatePayrollSettings(call, companyId, settings), settingsToWire);
	})
	.openapi(readLugProfileRoute, async (c) => {
		const profile = await readLugProfile(c.var.call, c.req.valid('param').companyId);
		return answerFile(c, 'zubrot-lug.ini', 'application/octet-stream', profile);
	});
