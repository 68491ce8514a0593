import { limitBody } from '../../foundation/http/body.ts';
import type { AppEnv } from '../../foundation/http/env.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerDone } from '../../foundation/http/write.ts';
import { login, logout, refresh } from './actions.ts';
import type { SinceAsked } from './addresses/actions.ts';
import { restoreAddressRoute } from './addresses/contract.ts';
import { admit, gates } from './bearer.ts';
import { clientsRoutes } from './clients/routes.ts';
import { loginRoute, logoutRoute, refreshRoute, tokenToWire } from './contract.ts';
import { answerIdentityChangeRoute, confirmAddressRoute } from './identity-changes/contract.ts';
import { addressLinkRoutes, identityChangesRoutes } from './identity-changes/routes.ts';
import { keysRoutes } from './keys/routes.ts';
import {
	confirmResetRoute,
	registerRoute,
	renewInvitationRoute,
	requestResetRoute,
} from './password/contract.ts';
import { passwordRoutes, publicPasswordRoutes } from './password/routes.ts';
import { proveAddressRoute } from './proofs/contract.ts';
import { proofsRoutes } from './proofs/routes.ts';
import { providersRoutes } from './providers/routes.ts';
import { finishLoginRoute } from './second-factor/contract.ts';
import { secondFactorRoutes, secondStepRoutes } from './second-factor/routes.ts';
import { answerSignedIn, sessionsRoutes } from './sessions/routes.ts';
import { beginSignInRoute, exchangeCodeRoute } from './sso/contract.ts';
import { ssoRoutes } from './sso/routes.ts';
import type { Tokens } from './tokens/rules.ts';

const PUBLIC = [
	loginRoute,
	finishLoginRoute,
	refreshRoute,
	beginSignInRoute,
	exchangeCodeRoute,
	registerRoute,
	renewInvitationRoute,
	requestResetRoute,
	confirmResetRoute,
	confirmAddressRoute,
	answerIdentityChangeRoute,
	restoreAddressRoute,
	proveAddressRoute,
];

export type TokensOf = (env: AppEnv['Bindings']) => Promise<Tokens>;

/** `since` is what the link that takes a change of address back ends in rooms that build on this one. */
export function publicAuthRoutes(tokensOf: TokensOf, since: SinceAsked) {
	const gateOf = gates(tokensOf);
	const routes = createRouter();
	for (const { path } of PUBLIC) routes.use(path, limitBody);
	return routes
		.route('/', clientsRoutes(tokensOf))
		.openapi(loginRoute, async (c) => {
			const gate = await admit(c, gateOf, '');
			return answerSignedIn(c, gate, await login(gate, c.req.valid('json')));
		})
		.route('/', secondStepRoutes(gateOf))
		.openapi(refreshRoute, async (c) => {
			const gate = await admit(c, gateOf, 'refresh ');
			return c.json(tokenToWire(await refresh(gate, c.req.valid('json').refreshToken)), 200);
		})
		.route('/', ssoRoutes(gateOf))
		.route('/', publicPasswordRoutes(gateOf))
		.route('/', addressLinkRoutes(gateOf, since))
		.route('/', proofsRoutes(gateOf));
}

export const authRoutes = createRouter()
	.openapi(logoutRoute, async (c) => {
		const answer = await answerDone(c, logout);
		c.set('forgetsToken', true);
		return answer;
	})
	.route('/', passwordRoutes)
	.route('/', sessionsRoutes)
	.route('/', secondFactorRoutes)
	.route('/', identityChangesRoutes)
	.route('/', keysRoutes)
	.route('/', providersRoutes);
