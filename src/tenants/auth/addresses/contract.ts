import { z } from '@hono/zod-openapi';
import { jsonAnswer } from '../../../foundation/http/contract.ts';
import { oneTimeToken } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success } from '../../../foundation/http/wire.ts';

const { open } = operations(['Authentication', 'Extension']);

const linked = (summary: string, description: string, done: string) => ({
	summary,
	description: `${description} The token is the part after the \`#\` of the link, or the code in the mail. Does not log in. Returns
429 after 30 codes from one place in 15 minutes, or 30 attempts in a minute.`,
	body: z.strictObject({ token: oneTimeToken }).openapi('AddressLink'),
	responses: { 200: jsonAnswer(success, done) },
});

export const restoreAddressRoute = open('restoreAddress', '/auth/address/restoration', {
	...linked(
		'Restore the earlier e-mail address with a link',
		`Undoes a change of address within 7 days, and all later changes. Ends all sessions, links, devices for push messages and
the password of the user. Also ends additions since the change was asked for, and earlier ones of the session that
asked. These are the second factor, recovery codes, API keys, the address for receipts, and all else that a compromised
session leaves behind. One mail lists what has ended, another brings a link to a new password. If a second factor ends, no mail
sets a password for 72 hours. The link works after that, and the administrators get a mail.`,
		'The earlier address is in use again',
	),
	refusals: ['link_not_valid', 'address_reassigned', 'too_many_attempts'],
});
