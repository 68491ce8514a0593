import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged } from '../../foundation/http/write.ts';
import { publicAuthRoutes, type TokensOf } from '../../tenants/auth/routes.ts';
import {
	endOtherSessionsFor,
	endOwnSessionFor,
	endSessionsOfUserFor,
	revokeKeyWithCauses,
	sinceAsked,
} from './actions.ts';
import {
	endOtherSessionsRoute,
	endSessionRoute,
	endSessionsOfUserRoute,
	revocationToWire,
	revokeKeyRoute,
	revokePlatformKeyRoute,
	sessionsEndToWire,
} from './contract.ts';

/** The routes without a bearer token. The link that takes a change of address back ends what the account began since. */
export const openAuthRoutes = (tokensOf: TokensOf) =>
	createRouter().route('/', publicAuthRoutes(tokensOf, sinceAsked));

/** The ends of sessions and keys, with what these began in any room. */
export const causesRoutes = createRouter()
	.openapi(revokeKeyRoute, (c) => {
		const { companyId, keyId } = c.req.valid('param');
		const { reason } = c.req.valid('query');
		return answerChanged(c, (call) => revokeKeyWithCauses(call, companyId, keyId, reason), revocationToWire);
	})
	.openapi(revokePlatformKeyRoute, (c) => {
		const { platformKeyId } = c.req.valid('param');
		const { reason } = c.req.valid('query');
		return answerChanged(
			c,
			(call) => revokeKeyWithCauses(call, null, platformKeyId, reason),
			revocationToWire,
		);
	})
	.openapi(endSessionRoute, async (c) => {
		const { sessionId } = c.req.valid('param');
		const isCompromised = c.req.valid('query').reason !== undefined;
		const answer = await answerChanged(
			c,
			(call) => endOwnSessionFor(call, sessionId, isCompromised),
			sessionsEndToWire,
		);
		if (sessionId === c.var.call.actor.sessionId) c.set('forgetsToken', true);
		return answer;
	})
	.openapi(endOtherSessionsRoute, (c) => {
		const isCompromised = c.req.valid('query').reason !== undefined;
		return answerChanged(c, (call) => endOtherSessionsFor(call, isCompromised), sessionsEndToWire);
	})
	.openapi(endSessionsOfUserRoute, (c) => {
		const { userId } = c.req.valid('param');
		const isCompromised = c.req.valid('query').reason !== undefined;
		return answerChanged(c, (call) => endSessionsOfUserFor(call, userId, isCompromised), sessionsEndToWire);
	});
