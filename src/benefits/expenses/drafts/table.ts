import { sql } from 'drizzle-orm';
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { json, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { employees } from '../../employees/table.ts';
import type { MachineFacts } from '../facts/rules.ts';
import { fileColumns } from '../files/table.ts';
import { DRAFT_SOURCES } from './rules.ts';

/** Receipts that wait for their form. The receipt of an expense takes over the draft's id, and thus its file. */
export const receiptDrafts = sqliteTable(
	'receipt_drafts',
	{
		...fileColumns(),
		employeeId: reference('employee_id', () => employees.id),
		companyId: reference('company_id', () => companies.id),
		source: text('source', { enum: DRAFT_SOURCES }).notNull(),
		machineFacts: json<MachineFacts>('machine_facts'),
	},
	(t) => [
		index('receipt_drafts_employee').on(t.employeeId, t.id),
		// A picture that arrives twice waits only once.
		uniqueIndex('receipt_drafts_file')
			.on(t.employeeId, t.sha256)
			.where(sql`date_stored IS NOT NULL AND date_discarded IS NULL`),
		index('receipt_drafts_waiting')
			.on(t.dateCreated)
			.where(sql`date_stored IS NOT NULL AND date_discarded IS NULL`),
		index('receipt_drafts_unstored').on(t.dateCreated).where(sql`date_stored IS NULL`),
		index('receipt_drafts_discarded').on(t.dateDiscarded).where(sql`date_discarded IS NOT NULL`),
	],
);

export type StoredDraft = typeof receiptDrafts.$inferSelect & { sha256: string };

export const tellDraft = teller(receiptDrafts, [
	'id',
	'employeeId',
	'source',
	'mediaType',
	'size',
	'dateStored',
]);
