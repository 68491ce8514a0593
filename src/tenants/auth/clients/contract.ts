import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { jsonAnswer } from '../../../foundation/http/contract.ts';
import type { AppEnv } from '../../../foundation/http/env.ts';
import { refusals } from '../../../foundation/http/problem.ts';
import { type AccessToken, TOKEN_ERRORS, type TokenError, type TokenRefusal } from './rules.ts';

const field = (example: string) => z.string().min(1).max(255).openapi({ example });
const words = (example: string) => z.string().max(4096).openapi({ example });

/** RFC 6749, section 3.2, requires that unknown fields are ignored. */
const tokenBody = z
	.object({
		grant_type: z
			.string()
			.max(255)
			.openapi({ enum: ['client_credentials'], example: 'client_credentials' }),
		client_id: field('01890a5d-ac96-774b-bcce-b302099a8057')
			.optional()
			.openapi({ description: 'The id of an API key' }),
		client_secret: field('zub_live_0ExampleOnlyNotAKey000000000000000000000000000000')
			.optional()
			.openapi({ format: 'password', description: 'The key itself' }),
		scope: words('listEmployees').optional().openapi({
			description:
				'Operations, separated by spaces, that limit the token. The key must permit them. Without it, the token may do all that the key may',
		}),
	})
	.openapi('TokenRequest');

const tokenSchema = z
	.strictObject({
		access_token: z.string().openapi({
			description: 'The bearer token',
			pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$',
			maxLength: 5000,
			example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMSJ9.c2ln',
		}),
		token_type: z.literal('Bearer'),
		expires_in: z
			.int()
			.min(1)
			.max(3600)
			.openapi({ format: 'int32', description: 'In seconds', example: 3600 }),
		scope: words('listEmployees createEmployee').openapi({
			description: 'The operations that the token permits',
		}),
	})
	.openapi('AccessToken');

export const accessTokenToWire = (issued: AccessToken): z.infer<typeof tokenSchema> => ({
	access_token: issued.token,
	token_type: 'Bearer',
	expires_in: issued.lifetimeSeconds,
	scope: issued.operations.join(' '),
});

const errorSchema = z
	.strictObject({
		error: z.enum(Object.keys(TOKEN_ERRORS) as [TokenError, ...TokenError[]]),
		error_description: words('The client is unknown, or its secret is wrong, expired or revoked.'),
	})
	.openapi('TokenError');

const BASIC = 'Basic realm="zubrot"';
/** Must be the period of LOGIN_RATE_LIMIT in `wrangler.toml`. */
const WINDOW_SECONDS = 60;

/** RFC 6749, section 5.2, prescribes this response. */
export function answerTokenRefusal(c: Context<AppEnv>, { error, message }: TokenRefusal) {
	const status = TOKEN_ERRORS[error];
	if (status === 401) c.header('WWW-Authenticate', BASIC);
	if (status === 429) c.header('Retry-After', String(WINDOW_SECONDS));
	const refusal: z.infer<typeof errorSchema> = { error, error_description: message };
	return c.json(refusal, status);
}

const errorAnswer = (
	description: string,
	headers: Record<string, { description: string; schema: object }> = {},
) => ({
	...jsonAnswer(errorSchema, description),
	headers,
});

/** An unreadable body is refused as a problem document, before the request is known to be a token request. */
const shared = refusals('incomplete_body', 'body_too_large');
const badRequest = errorAnswer('The request is invalid, or needs an operation that the key does not permit');

export const issueTokenRoute = createRoute({
	method: 'post',
	path: '/oauth/token',
	operationId: 'issueToken',
	tags: ['API keys', 'Extension'],
	summary: 'Exchange an API key for a token',
	description: `OAuth 2.0 client credentials (RFC 6749, section 4.4), for clients that expect them. Send the id and the
key in the body or by HTTP Basic authentication. The tokens of a revoked key end within 10 seconds.`,
	security: [],
	request: {
		body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: tokenBody } } },
	},
	responses: {
		200: jsonAnswer(tokenSchema, 'A token that acts as the key'),
		...shared,
		400: { ...badRequest, content: { ...shared[400]?.content, ...badRequest.content } },
		401: errorAnswer('Unknown client, or wrong secret', {
			'WWW-Authenticate': {
				description: 'How to authenticate',
				schema: { type: 'string', const: BASIC },
			},
		}),
		429: errorAnswer('Too many attempts from one place', {
			'Retry-After': {
				description: 'Seconds after which the same request may succeed',
				schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 86_400 },
			},
		}),
	},
});
