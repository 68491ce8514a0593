import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { verifyDomain } from './actions.ts';
import { domainToWire, verifyDomainRoute } from './contract.ts';

export const domainsRoutes = createRouter().openapi(verifyDomainRoute, (c) => {
	const { companyId, domainName } = c.req.valid('param');
	return answerChanged(
		c,
		(call) => verifyDomain(call, companyId, domainName, c.env.DNS_RESOLVER),
		domainToWire,
	);
});
