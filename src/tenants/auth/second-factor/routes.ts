import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerDone, answerRecord } from '../../../foundation/http/write.ts';
import { admit, type GateOf } from '../bearer.ts';
import { answerSignedIn } from '../sessions/routes.ts';
import {
	confirmOwnSecondFactor,
	finishLogin,
	readSecondFactor,
	removeOwnSecondFactor,
	renewRecoveryCodes,
	resetSecondFactor,
	setUpSecondFactor,
} from './actions.ts';
import {
	codesToWire,
	confirmSecondFactorRoute,
	finishLoginRoute,
	readSecondFactorRoute,
	removeSecondFactorRoute,
	renewRecoveryCodesRoute,
	resetSecondFactorRoute,
	setUpSecondFactorRoute,
	setUpToWire,
	stateToWire,
} from './contract.ts';

/** The second step of a login, without a bearer token. */
export const secondStepRoutes = (gateOf: GateOf) =>
	createRouter().openapi(finishLoginRoute, async (c) => {
		const gate = await admit(c, gateOf, '');
		const { challenge, code } = c.req.valid('json');
		return answerSignedIn(c, gate, await finishLogin(gate, challenge, code));
	});

const withoutCodes = () => ({ recoveryCodes: null });

export const secondFactorRoutes = createRouter()
	.openapi(readSecondFactorRoute, async (c) =>
		answerRecord(c, stateToWire(await readSecondFactor(c.var.call))),
	)
	.openapi(setUpSecondFactorRoute, (c) => {
		const { password } = c.req.valid('json');
		return answerCreated(
			c,
			(call) => setUpSecondFactor(call, password),
			setUpToWire,
			() => '/auth/me/second-factor',
			{ shownOnce: () => ({ secret: null, uri: null }) },
		);
	})
	.openapi(confirmSecondFactorRoute, async (c) => {
		const { code } = c.req.valid('json');
		const answer = await answerChanged(c, (call) => confirmOwnSecondFactor(call, code), codesToWire, {
			shownOnce: withoutCodes,
		});
		// Requests that lacked the second factor are now allowed.
		c.set('forgetsToken', true);
		return answer;
	})
	.openapi(renewRecoveryCodesRoute, (c) => {
		const proof = c.req.valid('json');
		return answerChanged(c, (call) => renewRecoveryCodes(call, proof), codesToWire, {
			shownOnce: withoutCodes,
		});
	})
	.openapi(removeSecondFactorRoute, (c) => {
		const proof = c.req.valid('json');
		return answerDone(c, (call) => removeOwnSecondFactor(call, proof));
	})
	.openapi(resetSecondFactorRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerDone(c, (call) => resetSecondFactor(call, userId));
	});
