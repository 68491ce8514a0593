import { createRoute, z } from '@hono/zod-openapi';
import { changedAnswer } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { changeHeaders } from '../../http/headers.ts';
import { changing } from '../../http/problem.ts';
import { userSchema } from '../contract.ts';

const tags = ['Users', 'Extension'];
const request = { params: z.object({ userId: pathId('userId') }) };

export const closeUserRoute = createRoute({
	method: 'post',
	path: '/users/{userId}/closure',
	operationId: 'closeUser',
	tags,
	summary: 'Close a user',
	description: `Ends the user’s sessions and prevents every kind of sign-in. Everything else stays. Closing again
changes nothing. The cron closes the user of a former employee, \`leaverAccessDays\` of the company
after the termination.`,
	parameters: changeHeaders,
	request,
	responses: {
		200: changedAnswer(userSchema, 'The closed user'),
		...changing('not_found', 'last_platform_admin', 'last_company_admin'),
	},
});

export const openUserRoute = createRoute({
	method: 'delete',
	path: '/users/{userId}/closure',
	operationId: 'openUser',
	tags,
	summary: 'Open a closed user',
	description: 'The user can sign in again with the same password. Opening again changes nothing.',
	parameters: changeHeaders,
	request,
	responses: { 200: changedAnswer(userSchema, 'The user'), ...changing('not_found') },
});
