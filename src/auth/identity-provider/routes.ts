import { answerRecord } from '../../http/conditional.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged, answerDone } from '../../http/write.ts';
import { readSingleSignOn, removeSingleSignOn, setSingleSignOn } from './actions.ts';
import { readSingleSignOnRoute, removeSingleSignOnRoute, setSingleSignOnRoute, toWire } from './contract.ts';

export const singleSignOnRoutes = createRouter()
	.openapi(readSingleSignOnRoute, async (c) =>
		answerRecord(c, toWire(await readSingleSignOn(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(setSingleSignOnRoute, (c) => {
		const [{ companyId }, settings] = [c.req.valid('param'), c.req.valid('json')];
		const isLocal = c.env.LOCAL_IDENTITY_PROVIDERS === 'true';
		return answerChanged(c, (call) => setSingleSignOn(call, companyId, settings, isLocal), toWire);
	})
	.openapi(removeSingleSignOnRoute, (c) =>
		answerDone(c, (call) => removeSingleSignOn(call, c.req.valid('param').companyId)),
	);
