import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { toIso, toIsoOrNull } from '../../core/instant.ts';
import { COMPANY_KEY_OPERATIONS, type Operation, PLATFORM_KEY_OPERATIONS } from '../../core/policy.ts';
import { createdAnswer, jsonAnswer, jsonBody, recordAnswers } from '../../http/contract.ts';
import { utcDateTime } from '../../http/dates.ts';
import type { AppEnv } from '../../http/env.ts';
import { orNull, pathId, setOf, text } from '../../http/fields.ts';
import { readHeaders, writeHeaders } from '../../http/headers.ts';
import { MAX_SET_SIZE } from '../../http/limits.ts';
import { listAnswer, pageQuery } from '../../http/list-contract.ts';
import { BODY_REFUSALS, guarded, refusals, writing } from '../../http/problem.ts';
import { success, wireId, wireInstant, wireText } from '../../http/wire.ts';
import { type AccessToken, MAX_KEYS, TOKEN_ERRORS, type TokenError, type TokenRefusal } from './rules.ts';
import type { StoredKey } from './store.ts';

export const keySchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058').nullable(),
		userId: wireId().openapi({ description: 'The technical user of the key' }),
		name: wireText('HR synchronisation'),
		operations: z.array(wireText('listEmployees', 50)).max(MAX_SET_SIZE),
		dateExpires: wireInstant('2027-03-07T09:30:00.000Z').nullable(),
		dateUsed: wireInstant('2026-03-07T10:00:00.000Z')
			.nullable()
			.openapi({ description: 'The last use, accurate to the hour' }),
		dateRevoked: wireInstant('2026-09-01T08:00:00.000Z').nullable(),
		key: z.string().nullable().openapi({
			description: 'The key itself, only in the response that creates it; otherwise `null`',
			pattern: '^zub_live_[0-9A-Za-z]{49}$',
			maxLength: 58,
			example: 'zub_live_0ExampleOnlyNotAKey000000000000000000000000000000',
		}),
	})
	.openapi('ApiKey');

export const toWire = (key: StoredKey & { key?: string | null }): z.infer<typeof keySchema> => ({
	id: key.id,
	dateCreated: toIso(key.dateCreated),
	companyId: key.companyId,
	userId: key.userId,
	name: key.name,
	operations: key.operations,
	dateExpires: toIsoOrNull(key.dateExpires),
	dateUsed: toIsoOrNull(key.dateUsed),
	dateRevoked: toIsoOrNull(key.dateRevoked),
	key: key.key ?? null,
});

export const withoutKey = (wire: z.infer<typeof keySchema>) => ({ ...wire, key: null });

const UNKNOWN_OPERATION =
	'Must be the operationId of an operation that a key may call. The API reference lists them';

const keyCreation = (operations: readonly Operation[], example: Operation[]) =>
	z.strictObject({
		name: text('HR synchronisation'),
		operations: setOf(
			z.enum(operations as [Operation, ...Operation[]], { error: UNKNOWN_OPERATION }),
			1,
		).openapi({
			description: 'The operations that the key may call, by their `operationId`.',
			example,
		}),
		dateExpires: orNull(utcDateTime('2027-03-07T09:30:00.000Z')),
	});

const keyTags = ['API keys', 'Extension'];

const SHOWN_ONCE = `Only this response contains the key. At most ${MAX_KEYS} keys may be active.`;
const ENDED = 'Requests with the key and its tokens are refused within 10 seconds.';
const CREATION_REFUSALS = [...BODY_REFUSALS, 'date_out_of_window', 'too_many_api_keys'] as const;

const ofCompany = z.object({ companyId: pathId('companyId') });
const ofKey = ofCompany.extend({ keyId: pathId('keyId') });

export const listKeysRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}/api-keys',
	operationId: 'listApiKeys',
	tags: keyTags,
	summary: 'List the API keys of a company',
	request: { params: ofCompany, query: pageQuery },
	responses: {
		200: listAnswer(keySchema, 'The keys in order of creation, including expired and revoked ones'),
		...guarded('validation_failed', 'not_found'),
	},
});

export const createKeyRoute = createRoute({
	method: 'post',
	path: '/companies/{companyId}/api-keys',
	operationId: 'createApiKey',
	tags: keyTags,
	summary: 'Create an API key of a company',
	description: `${SHOWN_ONCE} Send it as the bearer token, or exchange it at \`POST /api/v2/oauth/token\`. It acts as its own
technical user in this company.`,
	parameters: writeHeaders,
	request: {
		params: ofCompany,
		body: jsonBody(
			keyCreation(COMPANY_KEY_OPERATIONS, ['listEmployees', 'createEmployee', 'updateEmployee']).openapi(
				'ApiKeyCreation',
			),
		),
	},
	responses: {
		201: createdAnswer(keySchema, 'The new key'),
		...writing(...CREATION_REFUSALS, 'not_found'),
	},
});

export const readKeyRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}/api-keys/{keyId}',
	operationId: 'readApiKey',
	tags: keyTags,
	summary: 'Read an API key of a company',
	parameters: readHeaders,
	request: { params: ofKey },
	responses: { ...recordAnswers(keySchema, 'The key'), ...guarded('validation_failed', 'not_found') },
});

export const revokeKeyRoute = createRoute({
	method: 'delete',
	path: '/companies/{companyId}/api-keys/{keyId}',
	operationId: 'revokeApiKey',
	tags: keyTags,
	summary: 'Revoke an API key of a company',
	description: ENDED,
	parameters: writeHeaders,
	request: { params: ofKey },
	responses: { 200: jsonAnswer(success, 'The key is revoked'), ...writing('not_found') },
});

const params = z.object({ platformKeyId: pathId('platformKeyId') });

export const listPlatformKeysRoute = createRoute({
	method: 'get',
	path: '/api-keys',
	operationId: 'listPlatformApiKeys',
	tags: keyTags,
	summary: 'List the API keys of the platform',
	request: { query: pageQuery },
	responses: {
		200: listAnswer(keySchema, 'The keys in order of creation, including expired and revoked ones'),
		...guarded('validation_failed'),
	},
});

export const createPlatformKeyRoute = createRoute({
	method: 'post',
	path: '/api-keys',
	operationId: 'createPlatformApiKey',
	tags: keyTags,
	summary: 'Create an API key of the platform',
	description: `${SHOWN_ONCE} It can only create and read companies.`,
	parameters: writeHeaders,
	request: {
		body: jsonBody(keyCreation(PLATFORM_KEY_OPERATIONS, ['createCompany']).openapi('PlatformApiKeyCreation')),
	},
	responses: { 201: createdAnswer(keySchema, 'The new key'), ...writing(...CREATION_REFUSALS) },
});

export const readPlatformKeyRoute = createRoute({
	method: 'get',
	path: '/api-keys/{platformKeyId}',
	operationId: 'readPlatformApiKey',
	tags: keyTags,
	summary: 'Read an API key of the platform',
	parameters: readHeaders,
	request: { params },
	responses: { ...recordAnswers(keySchema, 'The key'), ...guarded('validation_failed', 'not_found') },
});

export const revokePlatformKeyRoute = createRoute({
	method: 'delete',
	path: '/api-keys/{platformKeyId}',
	operationId: 'revokePlatformApiKey',
	tags: keyTags,
	summary: 'Revoke an API key of the platform',
	description: ENDED,
	parameters: writeHeaders,
	request: { params },
	responses: { 200: jsonAnswer(success, 'The key is revoked'), ...writing('not_found') },
});

const field = (example: string) => z.string().min(1).max(255).openapi({ example });
const words = (example: string) => z.string().max(4096).openapi({ example });

/** RFC 6749, section 3.2, wants unknown fields to be ignored. */
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
		scope: words('listEmployees')
			.optional()
			.openapi({ description: 'Operations that the key must permit, separated by spaces' }),
	})
	.openapi('TokenRequest');

const tokenSchema = z
	.strictObject({
		access_token: z.string().openapi({
			description: 'The bearer token',
			pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$',
			maxLength: 1000,
			example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMSJ9.c2ln',
		}),
		token_type: z.literal('Bearer'),
		expires_in: z
			.int()
			.min(1)
			.max(3600)
			.openapi({ format: 'int32', description: 'In seconds', example: 3600 }),
		scope: words('listEmployees createEmployee').openapi({
			description: 'All operations that the key permits',
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
	description,
	headers,
	content: { 'application/json': { schema: errorSchema } },
});

/** An unreadable body is refused before the request is known to be a token request. */
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
		200: {
			description: 'A token that acts as the key',
			content: { 'application/json': { schema: tokenSchema } },
		},
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
