import { z } from '@hono/zod-openapi';
import { jsonAnswer } from '../../foundation/http/contract.ts';
import { secret } from '../../foundation/http/fields.ts';
import { operations } from '../../foundation/http/operation.ts';
import { success } from '../../foundation/http/wire.ts';
import type { TokenPair } from './tokens/rules.ts';

export const tokenSchema = z
	.strictObject({
		idToken: z.string().openapi({
			description: 'The bearer token',
			pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$',
			maxLength: 1000,
			example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMSJ9.c2ln',
		}),
		refreshToken: z.string().openapi({
			description: 'Works once, for `POST /api/v2/auth/refresh`',
			pattern: '^[\\w.-]+$',
			maxLength: 255,
			example: 'Zm9yLWV4YW1wbGUtb25seS1ub3QtYS10b2tlbg',
		}),
		expiresIn: z.string().openapi({
			description: 'How long `idToken` is valid, in seconds',
			pattern: '^[0-9]+$',
			maxLength: 10,
			example: '3600',
		}),
	})
	.openapi('AuthToken');

export const tokenToWire = (pair: TokenPair): z.infer<typeof tokenSchema> => ({
	idToken: pair.idToken,
	refreshToken: pair.refreshToken,
	expiresIn: String(pair.lifetimeSeconds),
});

export const signedIn = { 200: jsonAnswer(tokenSchema, 'A token and the refresh token that renews it') };

const { write, open } = operations(['Authentication', 'Extension']);

export const loginRoute = open('login', '/auth', {
	tags: ['Authentication'],
	summary: 'Log in',
	description: `Returns 429 after 10 failures for one e-mail address in 15 minutes from one place, or 100 from all
places. Places where the user has signed in before are exempt from the second limit. It also returns 429
after 30 attempts from one place in a minute. A place is an IPv4 address or the first 64 bits of an IPv6
address.`,
	body: z
		.strictObject({
			email: secret.openapi({ format: 'idn-email', example: 'admin@demo.example' }),
			password: secret.openapi({ format: 'password', example: 'zubrot-demo-2026' }),
		})
		.openapi('Credentials'),
	responses: signedIn,
	refusals: ['invalid_credentials', 'sso_required', 'second_factor_required', 'too_many_attempts'],
});

export const refreshRoute = open('refresh', '/auth/refresh', {
	summary: 'Renew a token',
	description: `A refresh token works once and is replaced by the new one. If it is used again within 30 seconds, the
same new refresh token is returned. Later reuse ends the session. A session that an identity provider
opened ends after 24 hours, any other one after 30 days. Returns 429 after 30 attempts from one
place in a minute.`,
	body: z
		.strictObject({
			refreshToken: secret.openapi({ format: 'password', example: 'Zm9yLWV4YW1wbGUtb25seS1ub3QtYS10b2tlbg' }),
		})
		.openapi('RefreshToken'),
	responses: { 200: jsonAnswer(tokenSchema, 'A new token and a new refresh token') },
	refusals: ['unauthenticated', 'too_many_attempts'],
});

export const logoutRoute = write.post('logout', '/auth/logout', {
	summary: 'Log out',
	description: 'Ends the session: its token and its refresh tokens are refused within 10 seconds.',
	responses: { 200: jsonAnswer(success, 'The session has ended') },
});
