import { createRoute, z } from '@hono/zod-openapi';
import { PLATFORM_KEY_OPERATIONS } from '../../core/policy.ts';
import { createdAnswer, jsonAnswer, jsonBody, recordAnswers } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { readHeaders, writeHeaders } from '../../http/headers.ts';
import { listAnswer, pageQuery } from '../../http/pagination.ts';
import { guarded, writing } from '../../http/problem.ts';
import { success } from '../../http/wire.ts';
import { CREATION_REFUSALS, ENDED, keyCreation, keySchema, keyTags, SHOWN_ONCE } from '../keys/contract.ts';

const params = z.object({ platformKeyId: pathId('platformKeyId') });

export const listPlatformKeysRoute = createRoute({
	method: 'get',
	path: '/api-keys',
	operationId: 'listPlatformApiKeys',
	tags: keyTags,
	summary: 'List the API keys of the platform',
	request: { query: pageQuery },
	responses: {
		200: listAnswer(keySchema, 'The keys in order of creation, those that have ended too'),
		...guarded('validation_failed'),
	},
});

export const createPlatformKeyRoute = createRoute({
	method: 'post',
	path: '/api-keys',
	operationId: 'createPlatformApiKey',
	tags: keyTags,
	summary: 'Create an API key of the platform',
	description: `${SHOWN_ONCE} It can create companies and read them, and nothing else.`,
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
