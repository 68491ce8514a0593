import { createRouter } from '../../../foundation/http/router.ts';
import { answerDone } from '../../../foundation/http/write.ts';
import { admit, answerMailed, type GateOf } from '../bearer.ts';
import { answerSignedIn } from '../sessions/routes.ts';
import { changeOwnPassword, confirmReset, register, renewInvitation, requestReset } from './actions.ts';
import {
	changeOwnPasswordRoute,
	confirmResetRoute,
	registerRoute,
	renewInvitationRoute,
	requestResetRoute,
} from './contract.ts';

/** Registration and the reset of a password, without a bearer token. */
export const publicPasswordRoutes = (gateOf: GateOf) =>
	createRouter()
		.openapi(registerRoute, async (c) => {
			const gate = await admit(c, gateOf, 'registration ');
			return answerSignedIn(c, gate, await register(gate, c.req.valid('json')));
		})
		.openapi(renewInvitationRoute, async (c) => {
			const gate = await admit(c, gateOf, 'registration ');
			return answerMailed(c, await renewInvitation(gate, c.req.valid('json').token));
		})
		.openapi(requestResetRoute, async (c) => {
			const gate = await admit(c, gateOf, 'reset ');
			return answerMailed(c, await requestReset(gate, c.req.valid('json').email));
		})
		.openapi(confirmResetRoute, async (c) => {
			const gate = await admit(c, gateOf, 'reset ');
			return answerMailed(c, await confirmReset(gate, c.req.valid('json')));
		});

export const passwordRoutes = createRouter().openapi(changeOwnPasswordRoute, (c) => {
	const change = c.req.valid('json');
	return answerDone(c, (call) => changeOwnPassword(call, change));
});
