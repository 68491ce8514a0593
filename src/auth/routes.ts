import { limitBody } from '../http/body.ts';
import type { AppEnv } from '../http/env.ts';
import { wakeForMails } from '../http/mail.ts';
import { createRouter } from '../http/router.ts';
import { requireFreePlace } from '../http/throttle.ts';
import { answerDone, refuseDryRun } from '../http/write.ts';
import { login, logout, refresh } from './actions.ts';
import { gates } from './bearer.ts';
import { clientsRoutes } from './clients/routes.ts';
import { loginRoute, logoutRoute, refreshRoute, tokenToWire } from './contract.ts';
import { domainsRoutes } from './domains/routes.ts';
import { tokenPair } from './gate.ts';
import { singleSignOnRoutes } from './identity-provider/routes.ts';
import { keysRoutes, platformKeysRoutes } from './keys/routes.ts';
import { ownPasswordRoutes, passwordResetRoutes, registrationRoutes } from './password/routes.ts';
import { finishLogin } from './second-factor/actions.ts';
import { finishLoginRoute } from './second-factor/contract.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sessionsRoutes } from './sessions/routes.ts';
import { ssoRoutes } from './sso/routes.ts';
import type { Tokens } from './tokens.ts';

/** The operations that need no bearer token. */
export function publicAuthRoutes(tokensOf: (env: AppEnv['Bindings']) => Promise<Tokens>) {
	const gateOf = gates(tokensOf);
	const routes = createRouter();
	routes.use(loginRoute.path, limitBody);
	routes.use(refreshRoute.path, limitBody);
	routes.use(finishLoginRoute.path, limitBody);
	return routes
		.route('/', clientsRoutes(tokensOf))
		.route('/', ssoRoutes(gateOf))
		.openapi(loginRoute, async (c) => {
			refuseDryRun(c);
			await requireFreePlace(c, '');
			const { email, password } = c.req.valid('json');
			const gate = await gateOf(c);
			const opened = await login(gate, { email, password });
			wakeForMails(c, opened.mails);
			return c.json(tokenToWire(await tokenPair(gate, opened, opened.secret)), 200);
		})
		.openapi(finishLoginRoute, async (c) => {
			refuseDryRun(c);
			await requireFreePlace(c, '');
			const { challenge, code } = c.req.valid('json');
			const gate = await gateOf(c);
			const opened = await finishLogin(gate, challenge, code);
			wakeForMails(c, opened.mails);
			return c.json(tokenToWire(await tokenPair(gate, opened, opened.secret)), 200);
		})
		.openapi(refreshRoute, async (c) => {
			refuseDryRun(c);
			await requireFreePlace(c, 'refresh ');
			return c.json(tokenToWire(await refresh(await gateOf(c), c.req.valid('json').refreshToken)), 200);
		})
		.route('/', registrationRoutes(gateOf))
		.route('/', passwordResetRoutes(gateOf));
}

export const authRoutes = createRouter()
	.openapi(logoutRoute, async (c) => {
		const answer = await answerDone(c, logout);
		c.set('forgetsToken', true);
		return answer;
	})
	.route('/', ownPasswordRoutes)
	.route('/', secondFactorRoutes)
	.route('/', sessionsRoutes)
	.route('/', keysRoutes)
	.route('/', platformKeysRoutes)
	.route('/', singleSignOnRoutes)
	.route('/', domainsRoutes);
