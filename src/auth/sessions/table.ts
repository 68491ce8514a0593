import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '../../db/columns.ts';
import { users } from '../../users/table.ts';

/** From where and with what each user has signed in. */
export const knownDevices = sqliteTable(
	'known_devices',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		device: text('device').notNull(),
		/** Empty when it is not known. */
		country: text('country').notNull(),
		dateUsed: instant('date_used').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.device, t.country] }),
		index('known_devices_used').on(t.dateUsed),
	],
);
