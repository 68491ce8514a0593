import { createRouter } from '../../http/router.ts';
import { answerChanged, answerCreated, answerDone, answerRecord } from '../../http/write.ts';
import {
	confirmOwnSecondFactor,
	readSecondFactor,
	removeOwnSecondFactor,
	renewRecoveryCodes,
	resetSecondFactor,
	setUpSecondFactor,
} from './actions.ts';
import {
	codesToWire,
	confirmSecondFactorRoute,
	readSecondFactorRoute,
	removeSecondFactorRoute,
	renewRecoveryCodesRoute,
	resetSecondFactorRoute,
	setUpSecondFactorRoute,
	setUpToWire,
	stateToWire,
} from './contract.ts';

const ADDRESS = '/auth/me/second-factor';
const withoutSecret = () => ({ secret: null, uri: null });
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
			() => ADDRESS,
			{ shownOnce: withoutSecret },
		);
	})
	.openapi(confirmSecondFactorRoute, async (c) => {
		const { code } = c.req.valid('json');
		const answer = await answerChanged(c, (call) => confirmOwnSecondFactor(call, code), codesToWire, {
			shownOnce: withoutCodes,
		});
		// Requests that needed a second factor are permitted now.
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
