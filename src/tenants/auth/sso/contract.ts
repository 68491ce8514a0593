import { z } from '@hono/zod-openapi';
import { jsonAnswer } from '../../../foundation/http/contract.ts';
import { email } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { signedIn } from '../contract.ts';

const { open } = operations(['Authentication', 'Extension']);

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
	refusals: ['invalid_credentials', 'address_registered', 'too_many_attempts'],
});
