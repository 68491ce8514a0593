import { z } from '@hono/zod-openapi';
import {
	COMPANY_KEY_OPERATIONS,
	type Operation,
	PLATFORM_KEY_OPERATIONS,
} from '../../../foundation/core/policy.ts';
import { createdAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { utcDateTime } from '../../../foundation/http/dates.ts';
import { orNull, setOf, text } from '../../../foundation/http/fields.ts';
import { MAX_SET_SIZE } from '../../../foundation/http/limits.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import { CREATOR_STATES, MAX_KEYS } from './rules.ts';
import type { StoredKey } from './store.ts';

export const keySchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058').nullable(),
		userId: wireId().openapi({ description: 'The technical user of the key' }),
		creatorId: wireId().openapi({ description: 'The user who created the key' }),
		creatorState: z.enum(CREATOR_STATES).openapi({
			description:
				'`DEMOTED`: the creator may no longer create keys here. `CLOSED`: the creator can no longer sign in. The key keeps working until it is revoked',
			example: 'ACTIVE',
		}),
		name: wireText('HR synchronisation'),
		operations: z.array(wireText('listEmployees', 50)).max(MAX_SET_SIZE),
		dateExpires: wireInstant('2027-03-07T09:30:00.000Z').nullable(),
		dateUsed: wireInstant('2026-03-07T10:00:00.000Z')
			.nullable()
			.openapi({ description: 'The last use, accurate to the hour' }),
		dateRevoked: wireInstant('2026-09-01T08:00:00.000Z').nullable(),
		dateReleased: wireInstant('2026-03-08T10:00:00.000Z').nullable().openapi({
			description:
				'When a second person released the key of a directory. Until then, it moves no address of a registered person by itself. `null` for keys without `provisionPeople`',
		}),
		key: z.string().nullable().openapi({
			description: 'The key itself, only in the response that creates it; otherwise `null`',
			pattern: '^zub_live_([a-z2-7]{12}\\.)?[0-9A-Za-z]{49}$',
			maxLength: 71,
			example: 'zub_live_0ExampleOnlyNotAKey000000000000000000000000000000',
		}),
	})
	.openapi('ApiKey');

export const toWire = wireBy(keySchema, {
	creatorId: ({ makerId }: StoredKey) => makerId,
	key: ({ key = null }: { key?: string | null }) => key,
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

const { list, read, write } = operations(['API keys', 'Extension']);

const SHOWN_ONCE = `Only this response contains the key. At most ${MAX_KEYS} keys may be active.`;

const LIST = {
	query: pageQuery,
	responses: {
		200: listAnswer(keySchema, 'The keys in order of creation, including expired and revoked ones'),
	},
};
const CREATION = {
	responses: { 201: createdAnswer(keySchema, 'The new key') },
	refusals: ['date_out_of_window', 'too_many_api_keys'],
} as const;
const READING = { responses: recordAnswers(keySchema, 'The key') };

const KEYS_PATH = '/companies/{companyId}/api-keys';
const KEY_PATH = '/companies/{companyId}/api-keys/{keyId}';

export const listKeysRoute = list('listApiKeys', KEYS_PATH, {
	...LIST,
	summary: 'List the API keys of a company',
});

export const createKeyRoute = write.post('createApiKey', KEYS_PATH, {
	...CREATION,
	summary: 'Create an API key of a company',
	description: `${SHOWN_ONCE} Send it as the bearer token, or exchange it at \`POST /api/v2/oauth/token\`. It acts as its own
technical user in this company.`,
	body: keyCreation(COMPANY_KEY_OPERATIONS, ['listEmployees', 'createEmployee', 'updateEmployee']).openapi(
		'ApiKeyCreation',
	),
});

export const readKeyRoute = read('readApiKey', KEY_PATH, {
	...READING,
	summary: 'Read an API key of a company',
});

export const listPlatformKeysRoute = list('listPlatformApiKeys', '/api-keys', {
	...LIST,
	summary: 'List the API keys of the platform',
});

export const createPlatformKeyRoute = write.post('createPlatformApiKey', '/api-keys', {
	...CREATION,
	summary: 'Create an API key of the platform',
	description: `${SHOWN_ONCE} It can only create and read companies.`,
	body: keyCreation(PLATFORM_KEY_OPERATIONS, ['createCompany']).openapi('PlatformApiKeyCreation'),
});

export const readPlatformKeyRoute = read('readPlatformApiKey', '/api-keys/{platformKeyId}', {
	...READING,
	summary: 'Read an API key of the platform',
});
