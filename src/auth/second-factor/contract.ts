import { createRoute, z } from '@hono/zod-openapi';
import { toIsoOrNull } from '../../core/instant.ts';
import { changedAnswer, createdAnswer, jsonAnswer, jsonBody, recordAnswers } from '../../http/contract.ts';
import { integer, orNull, pathId } from '../../http/fields.ts';
import { readHeaders, writeHeaders } from '../../http/headers.ts';
import { BODY_REFUSALS, guarded, refusals, writing } from '../../http/problem.ts';
import { success, wireInstant, wireText } from '../../http/wire.ts';
import { tokenSchema } from '../contract.ts';
import type { Codes, SecondFactorState, SetUp } from './rules.ts';

const MAX_CODES = 10;

const code = z.string().min(1).max(50).openapi({
	description: 'Six digits of the authenticator app, or a recovery code',
	pattern: '^.+$',
	example: '123456',
});
const password = orNull(z.string().min(1).max(255)).openapi({
	description: 'One’s own; not needed by a user who has none',
	format: 'password',
	example: 'zubrot-demo-2026',
});

const stateSchema = z
	.strictObject({
		isSet: z.boolean().openapi({ description: 'Whether sign-in takes a second factor' }),
		dateConfirmed: wireInstant('2026-03-07T09:30:00.000Z').nullable(),
		recoveryCodesLeft: integer(0, MAX_CODES).openapi({ example: MAX_CODES }),
	})
	.openapi('SecondFactor');

export const stateToWire = (state: SecondFactorState): z.infer<typeof stateSchema> => ({
	isSet: state.isSet,
	dateConfirmed: toIsoOrNull(state.dateConfirmed),
	recoveryCodesLeft: state.recoveryCodesLeft,
});

const setUpSchema = z
	.strictObject({
		secret: wireText('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP').nullable().openapi({
			description: 'In base32, shown once: null when the same request is repeated',
		}),
		uri: wireText('otpauth://totp/Zubrot:ada%40demo.example?secret=JBSWY3DPEHPK3PXP', 2000)
			.nullable()
			.openapi({ description: 'The same as an address for a QR code' }),
	})
	.openapi('SecondFactorSetUp');

export const setUpToWire = ({ secret, uri }: SetUp): z.infer<typeof setUpSchema> => ({ secret, uri });

const codesSchema = z
	.strictObject({
		recoveryCodes: z.array(wireText('abcd-efgh-ijkl-mnop')).max(MAX_CODES).nullable().openapi({
			description:
				'Each is good once, in place of the app. Shown once: null when the same request is repeated',
		}),
	})
	.openapi('RecoveryCodes');

export const codesToWire = ({ recoveryCodes }: Codes): z.infer<typeof codesSchema> => ({ recoveryCodes });

const tags = ['Authentication', 'Extension'];
const proof = z.strictObject({ password, code }).openapi('SecondFactorProof');
const confirmation = z.strictObject({ code }).openapi('SecondFactorConfirmation');

export const finishLoginRoute = createRoute({
	method: 'post',
	path: '/auth/second-factor',
	operationId: 'finishLogin',
	tags,
	summary: 'Finish a login with the second factor',
	description: `Takes the \`challenge\` with which \`POST /auth\` answered \`second_factor_required\`, within five minutes, and a code. A
code works once. Answers 429 after 10 wrong codes for a user in 15 minutes.`,
	security: [],
	request: {
		body: jsonBody(
			z
				.strictObject({
					challenge: z.string().min(1).max(255).openapi({
						format: 'password',
						example: 'Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1jaGFsbGVuZ2U',
					}),
					code,
				})
				.openapi('SecondFactorAnswer'),
		),
	},
	responses: {
		200: jsonAnswer(tokenSchema, 'A token and the refresh token that renews it'),
		...refusals(...BODY_REFUSALS, 'invalid_credentials', 'invalid_code', 'too_many_attempts'),
	},
});

export const readSecondFactorRoute = createRoute({
	method: 'get',
	path: '/auth/me/second-factor',
	operationId: 'readSecondFactor',
	tags,
	summary: 'Read one’s second factor',
	parameters: readHeaders,
	responses: {
		...recordAnswers(stateSchema, 'Whether there is one'),
		...guarded('validation_failed', 'not_found'),
	},
});

export const setUpSecondFactorRoute = createRoute({
	method: 'post',
	path: '/auth/me/second-factor',
	operationId: 'setUpSecondFactor',
	tags,
	summary: 'Set up a second factor',
	description: `Makes a secret for an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds). Nothing changes until the app’s
first code confirms it; until then this may be repeated, and the last secret counts.`,
	parameters: writeHeaders,
	request: { body: jsonBody(z.strictObject({ password }).openapi('OwnPassword')) },
	responses: {
		201: createdAnswer(setUpSchema, 'The secret'),
		...writing(...BODY_REFUSALS, 'not_found', 'second_factor_exists', 'too_many_attempts'),
	},
});

export const confirmSecondFactorRoute = createRoute({
	method: 'post',
	path: '/auth/me/second-factor/confirmation',
	operationId: 'confirmSecondFactor',
	tags,
	summary: 'Confirm the second factor',
	description: 'From now on sign-in takes a code. All other sessions end.',
	parameters: writeHeaders,
	request: { body: jsonBody(confirmation) },
	responses: {
		200: changedAnswer(codesSchema, 'Ten recovery codes'),
		...writing(
			...BODY_REFUSALS,
			'not_found',
			'second_factor_exists',
			'second_factor_missing',
			'too_many_attempts',
		),
	},
});

export const renewRecoveryCodesRoute = createRoute({
	method: 'post',
	path: '/auth/me/second-factor/recovery-codes',
	operationId: 'renewRecoveryCodes',
	tags,
	summary: 'Get new recovery codes',
	description: 'The old ones are good no more.',
	parameters: writeHeaders,
	request: { body: jsonBody(proof) },
	responses: {
		200: changedAnswer(codesSchema, 'Ten recovery codes'),
		...writing(...BODY_REFUSALS, 'not_found', 'second_factor_missing', 'too_many_attempts'),
	},
});

export const removeSecondFactorRoute = createRoute({
	method: 'post',
	path: '/auth/me/second-factor/removal',
	operationId: 'removeSecondFactor',
	tags,
	summary: 'Remove one’s second factor',
	description: 'Takes password and code. All other sessions end.',
	parameters: writeHeaders,
	request: { body: jsonBody(proof) },
	responses: {
		200: jsonAnswer(success, 'Sign-in takes no second factor any more'),
		...writing(...BODY_REFUSALS, 'not_found', 'second_factor_missing', 'too_many_attempts'),
	},
});

export const resetSecondFactorRoute = createRoute({
	method: 'delete',
	path: '/users/{userId}/second-factor',
	operationId: 'resetSecondFactor',
	tags: ['Users', 'Extension'],
	summary: 'Reset the second factor of a user',
	description: `For somebody else who has lost app and codes: ask who it is by another way than mail first. Ends the sessions of the
user, who is told by mail. Where a second factor is demanded, the user sets up a new one after the next sign-in.`,
	parameters: writeHeaders,
	request: { params: z.object({ userId: pathId('userId') }) },
	responses: { 200: jsonAnswer(success, 'The user has no second factor'), ...writing('not_found') },
});
