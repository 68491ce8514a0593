import { z } from '@hono/zod-openapi';
import { jsonAnswer } from '../../../foundation/http/contract.ts';
import { email, newPassword, oneTimeToken, secret } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success } from '../../../foundation/http/wire.ts';
import { tokenSchema } from '../contract.ts';

const { write, open } = operations(['Authentication', 'Extension']);

export const requestResetRoute = open('requestPasswordReset', '/auth/password-reset', {
	summary: 'Request a password reset',
	description: `Sends a link to the user of the address. It works once, within an hour. A user who was invited and has
not registered gets a new invitation. The response and its time are the same whether or not the user
exists. Returns 429 after 5 requests for an address in 15 minutes; requests from places where the user
has signed in are counted separately. Also returns 429 after 30 attempts from one place in a minute.`,
	body: z.strictObject({ email: email('employee@demo.example') }).openapi('PasswordReset'),
	responses: { 200: jsonAnswer(success, 'If the user exists, a mail will be sent') },
	refusals: ['too_many_attempts'],
});

export const confirmResetRoute = open('confirmPasswordReset', '/auth/password-reset/confirmation', {
	summary: 'Set a new password with a link',
	description: `Sets the password and ends all sessions of the user. A mail informs the user. The token is the part
after the \`#\` of the link, or the code in the mail. Does not log in.`,
	body: z.strictObject({ token: oneTimeToken, password: newPassword }).openapi('PasswordResetConfirmation'),
	responses: { 200: jsonAnswer(success, 'The password was set') },
	refusals: ['link_not_valid', 'link_too_early', 'company_account_required', 'too_many_attempts'],
});

export const changeOwnPasswordRoute = write.put('changeOwnPassword', '/auth/me/password', {
	summary: 'Change your password',
	description: `Ends all other sessions of the user. A mail informs the user. A wrong current password is refused with
400, and with 429 after 10 of them in 15 minutes.`,
	body: z
		.strictObject({
			currentPassword: secret.openapi({ format: 'password', example: 'zubrot-demo-2026' }),
			password: newPassword,
		})
		.openapi('PasswordChange'),
	responses: { 200: jsonAnswer(success, 'The password was changed') },
	refusals: ['too_many_attempts'],
});

export const registerRoute = open('register', '/auth/registration', {
	summary: 'Register with an invitation',
	description: `Sets the password of the invited user, and logs in. The token is the part after the \`#\` of the
invitation’s link, or the code of a printed invitation in any spelling. Each works once: a link for 7
days, a code for 30 days and 10 tries. Returns 429 after 30 codes from one place in 15 minutes, or 30
attempts in a minute. A user whose company requires its identity provider gets 409 and needs no password:
the first sign-in through \`POST /api/v2/auth/sso\` registers the user. A code, or a link without a mail,
gets 409 \`address_registered\` while somebody else has registered with the address.`,
	body: z.strictObject({ token: oneTimeToken, password: newPassword }).openapi('Registration'),
	responses: {
		200: jsonAnswer(tokenSchema, 'A token and the refresh token that renews it, as after a login'),
	},
	refusals: ['link_not_valid', 'address_registered', 'company_account_required', 'too_many_attempts'],
});

export const renewInvitationRoute = open('renewInvitation', '/auth/registration/renewal', {
	summary: 'Request a new invitation',
	description: `Sends a new link to the same person if the old one was genuine, unused, and has not expired more than 90
days ago. The response is always the same.`,
	body: z.strictObject({ token: oneTimeToken }).openapi('RegistrationRenewal'),
	responses: { 200: jsonAnswer(success, 'If the link was genuine, a new one will be sent') },
	refusals: ['too_many_attempts'],
});
