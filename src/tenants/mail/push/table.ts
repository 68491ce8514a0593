import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant, reference } from '../../../foundation/db/columns.ts';
import { users } from '../../users/table.ts';

/** Devices that get push messages. Triggers delete them with their session and their user. */
export const pushSubscriptions = sqliteTable(
	'push_subscriptions',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		userId: reference('user_id', () => users.id),
		/** The session in which the device was added. The session may have expired since. */
		sessionId: text('session_id').notNull(),
		device: text('device').notNull(),
		/** True when the person wants no notices by mail as long as this device can be reached. */
		insteadOfMail: integer('instead_of_mail', { mode: 'boolean' }).notNull(),
		/** The SHA-256 of the address, so that a browser has only one subscription. */
		endpointHash: text('endpoint_hash').notNull(),
		/** The address and keys of the device, encrypted in the context `push <id>`. */
		sealed: text('sealed').notNull(),
		/** The time of the next attempt; null when no message is due. During an attempt, it is the end of the lease. */
		dateDue: instant('date_due'),
		attempts: integer('attempts').notNull().default(0),
		/** Only the attempt with this id may store the result. */
		attempt: text('attempt'),
	},
	(t) => [
		index('push_subscriptions_user').on(t.userId, t.id),
		index('push_subscriptions_session').on(t.sessionId),
		uniqueIndex('push_subscriptions_endpoint').on(t.endpointHash),
		index('push_subscriptions_due').on(t.dateDue).where(sql`date_due IS NOT NULL`),
		// A sealed text begins with the id of its key, so that this index finds all texts of one key.
		index('push_subscriptions_sealed').on(t.sealed),
	],
);
