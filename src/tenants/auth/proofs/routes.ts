import { createRouter } from '../../../foundation/http/router.ts';
import { admit, answerMailed, type GateOf } from '../bearer.ts';
import { proveAddress } from './actions.ts';
import { proveAddressRoute } from './contract.ts';

/** The link that proves an address, without a bearer token. */
export const proofsRoutes = (gateOf: GateOf) =>
	createRouter().openapi(proveAddressRoute, async (c) => {
		const gate = await admit(c, gateOf, 'address ');
		const { token, password = null, code = null } = c.req.valid('json');
		return answerMailed(c, await proveAddress(gate, { token, password, code }));
	});
