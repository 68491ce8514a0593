import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged, answerRecord } from '../../foundation/http/write.ts';
import { advanceSandbox, populateSandbox, readSandbox, resetSandbox } from './actions.ts';
import {
	advanceSandboxRoute,
	advanceToWire,
	filledToWire,
	populateSandboxRoute,
	readSandboxRoute,
	resetSandboxRoute,
	sandboxToWire,
} from './contract.ts';

export const sandboxesRoutes = createRouter()
	.openapi(readSandboxRoute, async (c) =>
		answerRecord(c, sandboxToWire(await readSandbox(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(advanceSandboxRoute, (c) => {
		const [{ companyId }, { to }] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => advanceSandbox(c.env, call, companyId, to), advanceToWire);
	})
	.openapi(resetSandboxRoute, (c) => {
		const { companyId } = c.req.valid('param');
		return answerChanged(c, (call) => resetSandbox(c.env, call, companyId), sandboxToWire);
	})
	.openapi(populateSandboxRoute, (c) => {
		const [{ companyId }, wanted] = [c.req.valid('param'), c.req.valid('json')];
		return answerChanged(c, (call) => populateSandbox(c.env, call, companyId, wanted), filledToWire);
	});
