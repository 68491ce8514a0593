import { createRouter } from '../../../foundation/http/router.ts';
import { admit, answerMailed, type GateOf } from '../bearer.ts';
import { confirmAddress, restoreAddress } from './actions.ts';
import { confirmAddressRoute, restoreAddressRoute } from './contract.ts';

/** The links of mails about addresses, without a bearer token. */
export const addressesRoutes = (gateOf: GateOf) =>
	createRouter()
		.openapi(confirmAddressRoute, async (c) => {
			const gate = await admit(c, gateOf, 'address ');
			return answerMailed(c, await confirmAddress(gate, c.req.valid('json').token));
		})
		.openapi(restoreAddressRoute, async (c) => {
			const gate = await admit(c, gateOf, 'address ');
			return answerMailed(c, await restoreAddress(gate, c.req.valid('json').token));
		});
