import { createRoute, z } from '@hono/zod-openapi';
import { jsonAnswer, jsonBody } from '../../http/contract.ts';
import { email, newPassword, oneTimeToken, secret } from '../../http/fields.ts';
import { writeHeaders } from '../../http/headers.ts';
import { BODY_REFUSALS, refusals, writing } from '../../http/problem.ts';
import { success } from '../../http/wire.ts';
import { tokenSchema } from '../contract.ts';

const resetBody = z.strictObject({ email: email('employee@demo.example') }).openapi('PasswordReset');

const confirmationBody = z
	.strictObject({ token: oneTimeToken, password: newPassword })
	.openapi('PasswordResetConfirmation');

const changeBody = z
	.strictObject({
		currentPassword: secret.openapi({ format: 'password', example: 'zubrot-demo-2026' }),
		password: newPassword,
	})
	.openapi('PasswordChange');

const tags = ['Authentication', 'Extension'];

export const requestResetRoute = createRoute({
	method: 'post',
	path: '/auth/password-reset',
	operationId: 'requestPasswordReset',
	tags,
	summary: 'Ask for a link to a new password',
	description: `Sends a link, good once within an hour, to the user of the address; whoever was invited and has not registered gets a
new invitation. Answer and response time are the same whether or not there is such a user. Answers 429 after 5 requests for an
address in 15 minutes (of which those from a place where the user has signed in count for themselves), or 30 attempts from one place
in a minute.`,
	security: [],
	request: { body: jsonBody(resetBody) },
	responses: {
		200: jsonAnswer(success, 'If there is such a user, the mail is on its way'),
		...refusals(...BODY_REFUSALS, 'too_many_attempts'),
	},
});

export const confirmResetRoute = createRoute({
	method: 'post',
	path: '/auth/password-reset/confirmation',
	operationId: 'confirmPasswordReset',
	tags,
	summary: 'Set a new password by a link',
	description: `Sets the password and ends all sessions of the user, who is told by mail. The token stands behind \`token=\` in the link.
It does not log in.`,
	security: [],
	request: { body: jsonBody(confirmationBody) },
	responses: {
		200: jsonAnswer(success, 'The password is set'),
		...refusals(...BODY_REFUSALS, 'link_not_valid', 'too_many_attempts'),
	},
});

export const changeOwnPasswordRoute = createRoute({
	method: 'put',
	path: '/auth/me/password',
	operationId: 'changeOwnPassword',
	tags,
	summary: 'Change one’s own password',
	description: `Ends all other sessions of the user, who is told by mail. A wrong current password is refused with 400; answers 429
after 10 of them in 15 minutes.`,
	parameters: writeHeaders,
	request: { body: jsonBody(changeBody) },
	responses: {
		200: jsonAnswer(success, 'The password is changed'),
		...writing(...BODY_REFUSALS, 'too_many_attempts'),
	},
});

const registrationBody = z
	.strictObject({ token: oneTimeToken, password: newPassword })
	.openapi('Registration');

const renewalBody = z.strictObject({ token: oneTimeToken }).openapi('RegistrationRenewal');

export const registerRoute = createRoute({
	method: 'post',
	path: '/auth/registration',
	operationId: 'register',
	tags,
	summary: 'Register by an invitation',
	description: `Sets the password of whoever was invited, and logs in. The token stands behind \`token=\` in the link of the
invitation; the code of a printed invitation is accepted in its place, in any spelling. Either is good once: a link for 7 days, a
code for 30 days and 10 tries. Answers 429 after 30 codes from one place in 15 minutes, or 30 attempts in a minute.`,
	security: [],
	request: { body: jsonBody(registrationBody) },
	responses: {
		200: jsonAnswer(tokenSchema, 'A token and the refresh token that renews it, as after a login'),
		...refusals(...BODY_REFUSALS, 'link_not_valid', 'too_many_attempts'),
	},
});

export const renewInvitationRoute = createRoute({
	method: 'post',
	path: '/auth/registration/renewal',
	operationId: 'renewInvitation',
	tags,
	summary: 'Ask for a new invitation',
	description: `If the link was genuine and nobody has registered by it, also when it has expired within the last 90 days, a new one
is sent to the same person. The answer is always the same.`,
	security: [],
	request: { body: jsonBody(renewalBody) },
	responses: {
		200: jsonAnswer(success, 'If the link was genuine, a new one is on its way'),
		...refusals(...BODY_REFUSALS, 'too_many_attempts'),
	},
});
