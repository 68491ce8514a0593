import { sql } from 'drizzle-orm';
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { created, id, instant } from '../../../foundation/db/columns.ts';
import { companies } from '../../companies/table.ts';
import { CONSENTS } from '../../users/identity/rules.ts';
import { users } from '../../users/table.ts';
import { IDENTITY_CHANGE_KINDS, IDENTITY_CHANGE_STATES } from './rules.ts';

/** Changes of how people sign in that wait for a consent. Triggers permit one decision, and demand the parts of a change that is done. */
export const identityChanges = sqliteTable(
	'identity_changes',
	{
		id: id(),
		...created(),
		/** The company of the person, whose administrators may decide; null if only the operator may. */
		companyId: text('company_id').references(() => companies.id),
		kind: text('kind', { enum: IDENTITY_CHANGE_KINDS }).notNull(),
		/** The subject of the change, which has one open request of a kind. */
		aboutId: text('about_id').notNull(),
		userId: text('user_id').references(() => users.id),
		/** The person who asked, also through an API key. */
		askerId: text('asker_id').references(() => users.id),
		/** The issuer and client, the domain or the name of the key that a release is about. */
		about: text('about'),
		email: text('email'),
		formerEmail: text('former_email'),
		state: text('state', { enum: IDENTITY_CHANGE_STATES }).notNull(),
		/** When the link in the new mailbox was used. */
		dateConfirmed: instant('date_confirmed'),
		consent: text('consent', { enum: CONSENTS }),
		consenterId: text('consenter_id').references(() => users.id),
		dateConsented: instant('date_consented'),
		/** All times of a request are real ones, so that the clock of a sandbox shortens none. */
		dateExpires: instant('date_expires').notNull(),
		dateDone: instant('date_done'),
		/** When the cron closes or deletes it. */
		dateDue: instant('date_due').notNull(),
	},
	(t) => [
		uniqueIndex('identity_changes_open').on(t.kind, t.aboutId).where(sql`state = 'OPEN'`),
		index('identity_changes_company').on(t.companyId, t.id),
		index('identity_changes_state').on(t.companyId, t.state, t.id),
		index('identity_changes_user').on(t.userId, t.id),
		index('identity_changes_due').on(t.dateDue),
	],
);
