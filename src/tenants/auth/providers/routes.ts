import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged, answerDone, answerRecord } from '../../../foundation/http/write.ts';
import { verifyDomain } from '../domains/actions.ts';
import { readSingleSignOn, removeSingleSignOn, setSingleSignOn } from './actions.ts';
import {
	domainToWire,
	previewToWire,
	readSingleSignOnRoute,
	removeSingleSignOnRoute,
	setSingleSignOnRoute,
	singleSignOnToWire,
	verifyDomainRoute,
} from './contract.ts';

export const providersRoutes = createRouter()
	.openapi(readSingleSignOnRoute, async (c) =>
		answerRecord(c, singleSignOnToWire(await readSingleSignOn(c.var.call, c.req.valid('param').companyId))),
	)
	.openapi(setSingleSignOnRoute, (c) => {
		const [{ companyId }, settings] = [c.req.valid('param'), c.req.valid('json')];
		const isLocal = c.env.LOCAL_IDENTITY_PROVIDERS === 'true';
		return answerChanged(
			c,
			(call) => setSingleSignOn(call, companyId, settings, isLocal),
			singleSignOnToWire,
			{ preview: previewToWire },
		);
	})
	.openapi(removeSingleSignOnRoute, (c) =>
		answerDone(c, (call) => removeSingleSignOn(call, c.req.valid('param').companyId)),
	)
	.openapi(verifyDomainRoute, (c) => {
		const { companyId, domainName } = c.req.valid('param');
		const { DNS_RESOLVER } = c.env;
		return answerChanged(c, (call) => verifyDomain(call, companyId, domainName, DNS_RESOLVER), domainToWire);
	});
