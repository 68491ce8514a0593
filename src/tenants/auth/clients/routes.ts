import { cellOf, databaseOf } from '../../../foundation/cells/places.ts';
import { cellAfterMove } from '../../../foundation/cells/whereabouts.ts';
import { sha256 } from '../../../foundation/core/vault.ts';
import { metered } from '../../../foundation/db/database.ts';
import { limitBody } from '../../../foundation/http/body.ts';
import type { AppEnv } from '../../../foundation/http/env.ts';
import { databaseIn } from '../../../foundation/http/near.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { isPlaceFree } from '../../../foundation/http/throttle.ts';
import { isWellFormed } from '../keys/rules.ts';
import type { Tokens } from '../tokens/rules.ts';
import { issueToken } from './actions.ts';
import { accessTokenToWire, answerTokenRefusal, issueTokenRoute } from './contract.ts';
import { credentialsOf, notUnderstood, requireClientCredentials, TokenRefusal, tooOften } from './rules.ts';

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** The token endpoint of OAuth 2.0. It needs no bearer token, and its refusals have the format of OAuth. */
export function clientsRoutes(tokensOf: (env: AppEnv['Bindings']) => Promise<Tokens>) {
	const routes = createRouter();
	// This comes before the limit of bodies, whose refusals have another format than this endpoint's.
	routes.use(issueTokenRoute.path, async (c, next) => {
		if (c.req.method !== 'POST') return next();
		const isForm = FORM.test(c.req.header('Content-Type') ?? '');
		return isForm ? next() : answerTokenRefusal(c, notUnderstood());
	});
	routes.use(issueTokenRoute.path, limitBody);
	return routes.openapi(
		issueTokenRoute,
		async (c) => {
			try {
				if (!(await isPlaceFree(c, 'token '))) throw tooOften();
				const { grant_type: grantType, scope = '', ...given } = c.req.valid('form');
				requireClientCredentials(grantType);
				const credentials = credentialsOf(c.req.header('Authorization'), given);
				const tokens = await tokensOf(c.env);
				const gateTo = (cell: string | null) => ({ db: databaseIn(c, cell), now: c.var.now, tokens });
				const named = cellOf(credentials.secret);
				const after = () =>
					named === null && isWellFormed(credentials.secret)
						? cellAfterMove(metered(databaseOf(c.env, null), c.var.meter), sha256(credentials.secret))
						: null;
				c.header('Pragma', 'no-cache');
				const token = await issueToken(gateTo(named), credentials, scope).catch(async (error) => {
					const cell =
						error instanceof TokenRefusal && error.error === 'invalid_client' ? await after() : null;
					if (cell === null) throw error;
					return issueToken(gateTo(cell), credentials, scope);
				});
				return c.json(accessTokenToWire(token), 200);
			} catch (error) {
				if (error instanceof TokenRefusal) return answerTokenRefusal(c, error);
				throw error;
			}
		},
		(result, c) => (result.success ? undefined : answerTokenRefusal(c, notUnderstood())),
	);
}
