import { z } from '@hono/zod-openapi';
import { jsonAnswer } from '../../../foundation/http/contract.ts';
import { oneTimeToken, orNull, secret, text } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success } from '../../../foundation/http/wire.ts';

const { open } = operations(['Authentication', 'Extension']);

export const proveAddressRoute = open('proveAddress', '/auth/address/proof', {
	summary: 'Prove your e-mail address with a link',
	description: `For a registered user whose address nobody has proven. The token is the part after the \`#\` of the link, or the
code in the mail. Beside it, the \`password\` or a \`code\` of the second factor shows that the reader of the mailbox has registered.
Waiting roles and companies begin, and all sessions of the user end. Does not log in. Returns 429 after 10 wrong passwords or codes of a
user in 15 minutes. The limits of a place are those of other links.`,
	body: z
		.strictObject({
			token: oneTimeToken,
			password: orNull(secret.openapi({ format: 'password', example: 'zubrot-demo-2026' })),
			code: orNull(text('123456', 50)),
		})
		.openapi('AddressProof'),
	responses: { 200: jsonAnswer(success, 'The address is proven') },
	refusals: ['link_not_valid', 'too_many_attempts'],
});
