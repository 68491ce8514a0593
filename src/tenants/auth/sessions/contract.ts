import { z } from '@hono/zod-openapi';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import type { Session } from './store.ts';

const sessionSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-01T08:00:00.000Z'),
		dateUsed: wireInstant('2026-03-07T09:00:00.000Z').openapi({
			description:
				'The time when it was opened or last renewed. An `idToken` is used for up to an hour in between',
		}),
		dateExpires: wireInstant('2026-03-31T08:00:00.000Z'),
		device: wireText('Firefox on Windows').nullable().openapi({
			description: 'A short form of the `User-Agent` that opened it',
		}),
		country: wireText('DE').nullable().openapi({ description: 'The place of the last renewal' }),
		city: wireText('Berlin').nullable(),
		isCurrent: z.boolean().openapi({ description: 'Whether this request uses it' }),
	})
	.openapi('Session');

const wire = wireBy(sessionSchema);

export const sessionToWire = (currentId: string) => (session: Session) =>
	wire({ ...session, isCurrent: session.id === currentId });

const { list } = operations(['Authentication', 'Extension']);

export const listSessionsRoute = list('listSessions', '/auth/sessions', {
	summary: 'List your sessions',
	query: pageQuery,
	responses: {
		200: listAnswer(sessionSchema, 'The open sessions of the requesting user, in order of creation'),
	},
});
