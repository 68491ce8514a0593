import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CURRENCIES } from '../../../foundation/core/money.ts';
import type { Reason } from '../../../foundation/core/reasons.ts';
import { created, givenOnlyWhere, id, instant, json, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { users } from '../../../tenants/users/table.ts';
import { employees } from '../../employees/table.ts';
import { fileColumns } from '../files/table.ts';
import { ANSWERS } from '../rules.ts';
import { PROOF_STATES, type SkippedMonth, STANDING_MODULES, STANDING_STATES } from './rules.ts';

/** Monthly expenses. A proof is verified once, and the cron then submits an expense for each month. */
export const standingExpenses = sqliteTable(
	'standing_expenses',
	{
		id: id(),
		...created(),
		employeeId: reference('employee_id', () => employees.id),
		companyId: reference('company_id', () => companies.id),
		authorId: reference('author_id', () => users.id),
		module: text('module', { enum: STANDING_MODULES }).notNull(),
		amountValue: integer('amount_value').notNull(),
		amountCurrency: text('amount_currency', { enum: CURRENCIES }).notNull(),
		dayOfMonth: integer('day_of_month').notNull(),
		/** The start of a UTC day, like all days here. */
		startDate: instant('start_date').notNull(),
		endDate: instant('end_date'),
		/** The last day that the verified proof covers. Before the first verification, it is the day that the author entered. */
		proofUntil: instant('proof_until').notNull(),
		isPublicTransport: integer('is_public_transport', { mode: 'boolean' }),
		note: text('note'),
		/** True when a month may take only what its budgets have left. */
		upTo: integer('up_to', { mode: 'boolean' }).notNull(),
		state: text('state', { enum: STANDING_STATES }).notNull(),
		/** The most that a month may have, set by the verifier. */
		approvedAmountValue: integer('approved_amount_value'),
		/** The day of the next undecided month. It only increases, so that no month is decided twice. */
		nextDate: instant('next_date').notNull(),
		/** The latest months without an expense, in order. */
		skipped: json<SkippedMonth[]>('skipped').notNull().default([]),
		/** Since when a proof has been waiting for its verification. */
		waitingSince: instant('waiting_since'),
		dateEnded: instant('date_ended'),
		/** The user who ended it; null for a termination. */
		enderId: text('ender_id').references(() => users.id),
	},
	(t) => [
		index('standing_expenses_employee').on(t.employeeId, t.id),
		index('standing_expenses_company').on(t.companyId, sql`waiting_since IS NULL`, t.id),
		index('standing_expenses_due')
			.on(t.nextDate)
			.where(
				sql`state = 'ACTIVE' AND next_date <= proof_until AND (end_date IS NULL OR next_date <= end_date)`,
			),
		index('standing_expenses_proof').on(t.proofUntil).where(sql`state = 'ACTIVE'`),
		check('standing_expenses_amount', sql`${t.amountValue} BETWEEN 1 AND 100000000`),
		check(
			'standing_expenses_approved',
			sql`(${t.state} <> 'ACTIVE' OR ${t.approvedAmountValue} IS NOT NULL)
				AND (${t.approvedAmountValue} IS NULL OR ${t.approvedAmountValue} BETWEEN 1 AND ${t.amountValue})`,
		),
		check('standing_expenses_day', sql`${t.dayOfMonth} BETWEEN 1 AND 28`),
		check('standing_expenses_dates', sql`${t.endDate} IS NULL OR ${t.endDate} >= ${t.startDate}`),
		check('standing_expenses_ended', sql`(${t.state} = 'ENDED') = (${t.dateEnded} IS NOT NULL)`),
		check(
			'standing_expenses_waiting',
			sql`${t.waitingSince} IS NULL OR ${t.state} IN ('SUBMITTED', 'ACTIVE')`,
		),
		check(
			'standing_expenses_public_transport',
			givenOnlyWhere(t.isPublicTransport, t.module, ANSWERS.isPublicTransport.only),
		),
	],
);

/** Files that prove standing expenses, each with its verification. */
export const standingProofs = sqliteTable(
	'standing_proofs',
	{
		...fileColumns(),
		standingExpenseId: reference('standing_expense_id', () => standingExpenses.id),
		authorId: reference('author_id', () => users.id),
		proofUntil: instant('proof_until').notNull(),
		state: text('state', { enum: PROOF_STATES }).notNull(),
		approvedAmountValue: integer('approved_amount_value'),
		dateDecided: instant('date_decided'),
		deciderId: text('decider_id').references(() => users.id),
		reasons: json<Reason[]>('reasons').notNull().default([]),
		/** The verifier’s own words, also for approvals. */
		rejectionReason: text('rejection_reason'),
		/** When it was rejected, or its standing expense ended before a decision. The file is kept for 90 more days. */
		dateUnneeded: instant('date_unneeded'),
	},
	(t) => [
		index('standing_proofs_standing').on(t.standingExpenseId, t.id),
		uniqueIndex('standing_proofs_waiting')
			.on(t.standingExpenseId)
			.where(sql`state = 'SUBMITTED' AND date_stored IS NOT NULL AND date_discarded IS NULL`),
		index('standing_proofs_unneeded')
			.on(t.dateUnneeded)
			.where(sql`date_unneeded IS NOT NULL AND date_discarded IS NULL`),
		index('standing_proofs_unstored').on(t.dateCreated).where(sql`date_stored IS NULL`),
		index('standing_proofs_discarded').on(t.dateDiscarded).where(sql`date_discarded IS NOT NULL`),
		check('standing_proofs_decided', sql`(${t.state} = 'SUBMITTED') = (${t.dateDecided} IS NULL)`),
		check(
			'standing_proofs_approved',
			sql`(${t.state} = 'APPROVED') = (${t.approvedAmountValue} IS NOT NULL)`,
		),
	],
);

export const tellStanding = teller(standingExpenses, [
	'id',
	'employeeId',
	'companyId',
	'authorId',
	'module',
	'amountValue',
	'amountCurrency',
	'dayOfMonth',
	'startDate',
	'endDate',
	'proofUntil',
	'isPublicTransport',
	'note',
	'upTo',
	'state',
	'approvedAmountValue',
	'dateEnded',
	'enderId',
]);
