import { sql } from 'drizzle-orm';
import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Change } from '../../foundation/core/history.ts';
import { created, id, instant, json, reference } from '../../foundation/db/columns.ts';
import { companies } from '../../tenants/companies/table.ts';
import { users } from '../../tenants/users/table.ts';
import { PROPOSAL_STATES } from './rules.ts';

/** Requests that were proposed, and that a person releases or declines. A trigger allows only one decision. */
export const proposals = sqliteTable(
	'proposals',
	{
		id: id(),
		...created(),
		companyId: reference('company_id', () => companies.id),
		/** The request: an operation with its parameters and body. An erasure empties it. */
		operationId: text('operation_id').notNull(),
		parameters: json<Record<string, string>>('parameters').notNull(),
		query: json<Record<string, string>>('query').notNull(),
		body: json<Record<string, unknown>>('body'),
		reason: text('reason'),
		/** The person, or the user of the API key, who proposed it. */
		authorType: text('author_type', { enum: ['USER', 'API_KEY'] }).notNull(),
		authorId: reference('author_id', () => users.id),
		/** The person behind it: the author, or the creator of the API key. */
		personId: reference('person_id', () => users.id),
		difference: json<Change[]>('difference').notNull(),
		/** A fingerprint of the records before the change. */
		version: text('version').notNull(),
		state: text('state', { enum: PROPOSAL_STATES }).notNull(),
		dateExpires: instant('date_expires').notNull(),
		deciderId: text('decider_id').references(() => users.id),
		dateDecided: instant('date_decided'),
		declineReason: text('decline_reason'),
		/** When the cron closes or deletes it; null after a release. */
		dateDue: instant('date_due'),
	},
	(t) => [
		index('proposals_company').on(t.companyId, t.id),
		index('proposals_state').on(t.companyId, t.state, t.id),
		index('proposals_due').on(t.dateDue).where(sql`date_due IS NOT NULL`),
	],
);

/** The employees and users in the difference of a proposal. If one of them is erased, the proposal is blanked. */
export const proposalSubjects = sqliteTable(
	'proposal_subjects',
	{
		subjectId: text('subject_id').notNull(),
		proposalId: reference('proposal_id', () => proposals.id),
	},
	(t) => [
		primaryKey({ columns: [t.subjectId, t.proposalId] }),
		index('proposal_subjects_proposal').on(t.proposalId),
	],
);
