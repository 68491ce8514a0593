import { createRoute, z } from '@hono/zod-openapi';
import { jsonAnswer, jsonBody } from '../../http/contract.ts';
import { newPassword, oneTimeToken } from '../../http/fields.ts';
import { BODY_REFUSALS, refusals } from '../../http/problem.ts';
import { success } from '../../http/wire.ts';
import { tokenSchema } from '../contract.ts';

const registrationBody = z
	.strictObject({ token: oneTimeToken, password: newPassword })
	.openapi('Registration');

const renewalBody = z.strictObject({ token: oneTimeToken }).openapi('RegistrationRenewal');

const tags = ['Authentication', 'Extension'];

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
