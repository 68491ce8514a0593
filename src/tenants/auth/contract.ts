import { z } from '@hono/zod-openapi';
import { jsonAnswer } from '../../foundation/http/contract.ts';
import { email, newPassword, oneTimeToken, secret } from '../../foundation/http/fields.ts';
import { operations } from '../../foundation/http/operation.ts';
import { success } from '../../foundation/http/wire.ts';
import type { TokenPair } from './tokens/rules.ts';

const tokenSchema = z
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
	refusals: ['link_not_valid', 'company_account_required', 'too_many_attempts'],
});

const linked = (summary: string, description: string, done: string) => ({
	summary,
	description: `${description} The token is the part after the \`#\` of the link, or the code in the mail. Does not log in. Returns
429 after 30 codes from one place in 15 minutes, or 30 attempts in a minute.`,
	body: z.strictObject({ token: oneTimeToken }).openapi('AddressLink'),
	responses: { 200: jsonAnswer(success, done) },
});

export const confirmAddressRoute = open('confirmAddress', '/auth/address/confirmation', {
	...linked(
		'Confirm a new e-mail address with a link',
		'Sets the address to which the link was sent, and ends all sessions and links of the user. The old address gets a mail.',
		'The address was changed',
	),
	refusals: ['link_not_valid', 'email_taken', 'too_many_attempts'],
});

export const restoreAddressRoute = open('restoreAddress', '/auth/address/restoration', {
	...linked(
		'Restore the earlier e-mail address with a link',
		`Undoes a change of address within 7 days, and all later changes. Ends all sessions, links and the password of the user. A
mail brings a link to choose a new password.`,
		'The earlier address is in use again',
	),
	refusals: ['link_not_valid', 'address_reassigned', 'too_many_attempts'],
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
the first sign-in through \`POST /api/v2/auth/sso\` registers the user.`,
	body: z.strictObject({ token: oneTimeToken, password: newPassword }).openapi('Registration'),
	responses: {
		200: jsonAnswer(tokenSchema, 'A token and the refresh token that renews it, as after a login'),
	},
	refusals: ['link_not_valid', 'company_account_required', 'too_many_attempts'],
});

export const renewInvitationRoute = open('renewInvitation', '/auth/registration/renewal', {
	summary: 'Request a new invitation',
	description: `Sends a new link to the same person if the old one was genuine, unused, and has not expired more than 90
days ago. The response is always the same.`,
	body: z.strictObject({ token: oneTimeToken }).openapi('RegistrationRenewal'),
	responses: { 200: jsonAnswer(success, 'If the link was genuine, a new one will be sent') },
	refusals: ['too_many_attempts'],
});

const MAX_URL_LENGTH = 8000;
const SECRET_EXAMPLE = 'Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1zZWNyZXQ';

const beginningSchema = z
	.strictObject({
		authorizationUrl: z
			.string()
			.openapi({
				format: 'uri',
				maxLength: MAX_URL_LENGTH,
				example: 'https://login.demo.example/authorize?state=a',
			})
			.nullable(),
		transaction: z
			.string()
			.openapi({
				description: 'The secret of the client that started this sign-in, valid for 10 minutes',
				pattern: '^[\\w.-]+$',
				maxLength: 56,
				example: SECRET_EXAMPLE,
			})
			.nullable(),
	})
	.openapi('SignIn');

export const beginningToWire = (
	beginning: { authorizationUrl: string; transaction: string } | null,
): z.infer<typeof beginningSchema> => ({
	authorizationUrl: beginning?.authorizationUrl ?? null,
	transaction: beginning?.transaction ?? null,
});

const secretOfSignIn = z.string().min(1).max(255).openapi({ format: 'password', example: SECRET_EXAMPLE });

export const beginSignInRoute = open('beginSignIn', '/auth/sso', {
	summary: 'Start a sign-in with the company’s identity provider',
	description: `Only the domain of the address matters, not whether the address exists. Go to \`authorizationUrl\`. It
ends at \`<PUBLIC_URL>/sign-in#code=…\`. Exchange that code and \`transaction\` for a token. Both fields
are null if no company has verified the domain; then log in by password.`,
	body: z.strictObject({ email: email('admin@demo.example') }).openapi('SignInBeginning'),
	responses: { 200: jsonAnswer(beginningSchema, 'The address to open') },
	refusals: ['too_many_attempts', 'identity_provider_failed'],
});

export const exchangeCodeRoute = open('exchangeCode', '/auth/sso/token', {
	summary: 'Exchange the code of a sign-in for a token',
	description: `Works once, within 60 seconds, and only for the client that started the sign-in. The session ends after
24 hours; then start again at \`POST /api/v2/auth/sso\`.`,
	body: z.strictObject({ code: secretOfSignIn, transaction: secretOfSignIn }).openapi('SignInExchange'),
	responses: signedIn,
	refusals: ['invalid_credentials', 'too_many_attempts'],
});
