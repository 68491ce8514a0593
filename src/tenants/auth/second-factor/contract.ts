import { z } from '@hono/zod-openapi';
import {
	changedAnswer,
	createdAnswer,
	jsonAnswer,
	recordAnswers,
} from '../../../foundation/http/contract.ts';
import { integer, orNull } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success, wireBy, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import { signedIn } from '../contract.ts';
import type { Codes, SecondFactorState, SetUp } from './rules.ts';

const MAX_CODES = 10;

const code = z.string().min(1).max(50).openapi({
	description: 'Six digits of the authenticator app, or a recovery code',
	pattern: '^.+$',
	example: '123456',
});
const password = orNull(z.string().min(1).max(255)).openapi({
	description: 'The user’s password. Not needed by a user without one',
	format: 'password',
	example: 'zubrot-demo-2026',
});

const stateSchema = z
	.strictObject({
		isSet: z.boolean().openapi({ description: 'Whether sign-in requires a second factor' }),
		dateConfirmed: wireInstant('2026-03-07T09:30:00.000Z').nullable(),
		recoveryCodesLeft: integer(0, MAX_CODES).openapi({ example: MAX_CODES }),
	})
	.openapi('SecondFactor');

export const stateToWire: (state: SecondFactorState) => z.infer<typeof stateSchema> = wireBy(stateSchema);

const setUpSchema = z
	.strictObject({
		secret: wireText('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP').nullable().openapi({
			description: 'In base32, shown only once; null when the request is repeated',
		}),
		uri: wireText('otpauth://totp/Zubrot:ada%40demo.example?secret=JBSWY3DPEHPK3PXP', 2000)
			.nullable()
			.openapi({ description: 'The secret as an address for a QR code' }),
	})
	.openapi('SecondFactorSetUp');

export const setUpToWire: (made: SetUp) => z.infer<typeof setUpSchema> = wireBy(setUpSchema);

const codesSchema = z
	.strictObject({
		recoveryCodes: z.array(wireText('abcd-efgh-ijkl-mnop')).max(MAX_CODES).nullable().openapi({
			description: 'Each works once instead of the app. Shown only once; null when the request is repeated',
		}),
	})
	.openapi('RecoveryCodes');

export const codesToWire: (made: Codes) => z.infer<typeof codesSchema> = wireBy(codesSchema);

const OWN = '/auth/me/second-factor';

const { read, write, open } = operations(['Authentication', 'Extension']);
const proof = z.strictObject({ password, code }).openapi('SecondFactorProof');

export const finishLoginRoute = open('finishLogin', '/auth/second-factor', {
	summary: 'Finish a login with the second factor',
	description: `Takes a code, and the \`challenge\` from the \`second_factor_required\` response of \`POST /auth\`,
within five minutes. A code works once. Returns 429 after 10 wrong codes for a user in 15 minutes.`,
	body: z
		.strictObject({
			challenge: z.string().min(1).max(255).openapi({
				format: 'password',
				example: 'Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1jaGFsbGVuZ2U',
			}),
			code,
		})
		.openapi('SecondFactorAnswer'),
	responses: signedIn,
	refusals: ['invalid_credentials', 'invalid_code', 'too_many_attempts'],
});

export const readSecondFactorRoute = read('readSecondFactor', OWN, {
	summary: 'Read your second factor',
	responses: recordAnswers(stateSchema, 'Whether it is set up'),
	refusals: ['not_found'],
});

export const setUpSecondFactorRoute = write.post('setUpSecondFactor', OWN, {
	summary: 'Set up a second factor',
	description: `Creates a secret for an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds). Nothing changes
until the app’s first code confirms it. Until then you may repeat this, and the last secret counts.`,
	body: z.strictObject({ password }).openapi('OwnPassword'),
	responses: { 201: createdAnswer(setUpSchema, 'The secret') },
	refusals: ['not_found', 'second_factor_exists', 'too_many_attempts'],
});

export const confirmSecondFactorRoute = write.post('confirmSecondFactor', `${OWN}/confirmation`, {
	summary: 'Confirm the second factor',
	description: 'From now on sign-in requires a code. All other sessions end.',
	body: z.strictObject({ code }).openapi('SecondFactorConfirmation'),
	responses: { 200: changedAnswer(codesSchema, 'Ten recovery codes') },
	refusals: ['not_found', 'second_factor_exists', 'second_factor_missing', 'too_many_attempts'],
});

export const renewRecoveryCodesRoute = write.post('renewRecoveryCodes', `${OWN}/recovery-codes`, {
	summary: 'Get new recovery codes',
	description: 'The old ones are no longer valid.',
	body: proof,
	responses: { 200: changedAnswer(codesSchema, 'Ten recovery codes') },
	refusals: ['not_found', 'second_factor_missing', 'too_many_attempts'],
});

export const removeSecondFactorRoute = write.post('removeSecondFactor', `${OWN}/removal`, {
	summary: 'Remove your second factor',
	description: 'Requires password and code. All other sessions end.',
	body: proof,
	responses: { 200: jsonAnswer(success, 'Sign-in no longer requires a second factor') },
	refusals: ['not_found', 'second_factor_missing', 'too_many_attempts'],
});

export const resetSecondFactorRoute = write.delete('resetSecondFactor', '/users/{userId}/second-factor', {
	tags: ['Users', 'Extension'],
	summary: 'Reset the second factor of a user',
	description: `For a user who has lost app and codes. First verify the person’s identity, not by mail. Ends the
sessions of the user, the recovery codes and the links to a new password. A mail informs the user. If a
second factor is required, the user sets up a new one after the next sign-in. After a reset by a company,
mails set no password for 72 hours, and no company resets the factor again.`,
	responses: { 200: jsonAnswer(success, 'The user has no second factor now') },
	refusals: ['resets_rest'],
});
