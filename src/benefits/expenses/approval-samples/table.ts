import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../../tenants/companies/table.ts';

/** The secrets with which receipts are drawn for the sample, one for each month. */
export const approvalSeeds = sqliteTable(
	'approval_seeds',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		companyId: reference('company_id', () => companies.id),
		/** The first instant of the month. The seed is for receipts of this month's days. */
		month: instant('month').notNull(),
		/** The SHA-256 of the seed in hexadecimal digits. The history publishes it at once. */
		commitment: text('commitment').notNull(),
		/** The encrypted seed, until it is revealed. */
		sealed: text('sealed'),
		/** The seed in hexadecimal digits, after the month's payroll run is closed. */
		seed: text('seed'),
		dateRevealed: instant('date_revealed'),
	},
	(t) => [
		uniqueIndex('approval_seeds_month').on(t.companyId, t.month),
		index('approval_seeds_sealed').on(t.sealed).where(sql`sealed IS NOT NULL`),
		check(
			'approval_seeds_revealed',
			sql`(${t.sealed} IS NULL) = (${t.seed} IS NOT NULL) AND (${t.seed} IS NULL) = (${t.dateRevealed} IS NULL)`,
		),
	],
);

export const tellSeed = teller(approvalSeeds, [
	'id',
	'companyId',
	'month',
	'commitment',
	'seed',
	'dateRevealed',
]);
