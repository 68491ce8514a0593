import { createRoute, z } from '@hono/zod-openapi';
import { type Instant, toIso } from '../../core/instant.ts';
import { changedAnswer, dryRunQuery, withPreview } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { writeHeaders } from '../../http/headers.ts';
import { writing } from '../../http/problem.ts';
import { wireId, wireInstant } from '../../http/wire.ts';

const erasureSchema = z
	.strictObject({ userId: wireId(), dateErased: wireInstant('2037-01-02T08:00:00.000Z') })
	.openapi('UserErasure');

export const toWire = ({
	userId,
	dateErased,
}: {
	userId: string;
	dateErased: Instant;
}): z.infer<typeof erasureSchema> => ({ userId, dateErased: toIso(dateErased) });

export const eraseUserRoute = createRoute({
	method: 'post',
	path: '/users/{userId}/erasure',
	operationId: 'eraseUser',
	tags: ['Users', 'Extension'],
	summary: 'Erase the personal values of a user',
	description: `For a closed user who is no employee. Blanks e-mail, names and language, also in the history, and from where
and with what the user has signed in. What the user has done stays in the history under its id. Repeating it changes nothing.`,
	parameters: writeHeaders,
	request: { query: dryRunQuery, params: z.object({ userId: pathId('userId') }) },
	responses: {
		200: withPreview(changedAnswer(erasureSchema, 'The values are erased'), erasureSchema),
		...writing('not_found', 'user_is_employee', 'user_not_closed'),
	},
});
