import { z } from '@hono/zod-openapi';
import { changedAnswer } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { operations } from '../../http/operation.ts';
import { userSchema } from '../contract.ts';

const { change } = operations(['Users', 'Extension']);
const params = z.object({ userId: pathId('userId') });

export const closeUserRoute = change.post('closeUser', '/users/{userId}/closure', {
	summary: 'Close a user',
	description: `Ends the user’s sessions and prevents every kind of sign-in. Everything else stays. Closing again
changes nothing. The cron closes the user of a former employee, \`leaverAccessDays\` of the company
after the termination.`,
	params,
	query: z.object({
		revokeKeys: z.enum(['true', 'false']).optional().openapi({
			description: 'With `true` the API keys that the user created are revoked too',
			example: 'true',
		}),
	}),
	responses: { 200: changedAnswer(userSchema, 'The closed user') },
	refusals: ['not_found', 'last_platform_admin', 'last_company_admin'],
});

export const openUserRoute = change.delete('openUser', '/users/{userId}/closure', {
	summary: 'Open a closed user',
	description: 'The user can sign in again with the same password. Opening again changes nothing.',
	params,
	responses: { 200: changedAnswer(userSchema, 'The user') },
	refusals: ['not_found'],
});
