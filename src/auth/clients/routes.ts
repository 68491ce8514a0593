import { limitBody } from '../../http/body.ts';
import type { AppEnv } from '../../http/env.ts';
import { createRouter } from '../../http/router.ts';
import { isPlaceFree } from '../../http/throttle.ts';
import type { Tokens } from '../tokens.ts';
import { issueToken } from './actions.ts';
import { accessTokenToWire, answerTokenRefusal, issueTokenRoute } from './contract.ts';
import { credentialsOf, notUnderstood, requireClientCredentials, TokenRefusal, tooOften } from './rules.ts';

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** The token endpoint of OAuth 2.0. It needs no bearer token, and refuses in the form of its own standard. */
export function clientsRoutes(tokensOf: (env: AppEnv['Bindings']) => Promise<Tokens>) {
	const routes = createRouter();
	routes.use(issueTokenRoute.path, limitBody, async (c, next) => {
		if (c.req.method !== 'POST') return next();
		const isForm = FORM.test(c.req.header('Content-Type') ?? '');
		return isForm ? next() : answerTokenRefusal(c, notUnderstood());
	});
	return routes.openapi(
		issueTokenRoute,
		async (c) => {
			try {
				if (!(await isPlaceFree(c, 'token '))) throw tooOften();
				const { grant_type: grantType, scope = '', ...given } = c.req.valid('form');
				requireClientCredentials(grantType);
				const credentials = credentialsOf(c.req.header('Authorization'), given);
				const gate = { db: c.var.db, now: c.var.now, tokens: await tokensOf(c.env) };
				c.header('Pragma', 'no-cache');
				return c.json(accessTokenToWire(await issueToken(gate, credentials, scope)), 200);
			} catch (error) {
				if (error instanceof TokenRefusal) return answerTokenRefusal(c, error);
				throw error;
			}
		},
		(result, c) => (result.success ? undefined : answerTokenRefusal(c, notUnderstood())),
	);
}
