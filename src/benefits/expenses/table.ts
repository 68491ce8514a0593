import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { MODULES } from '../../foundation/core/modules.ts';
import { CURRENCIES } from '../../foundation/core/money.ts';
import type { Reason } from '../../foundation/core/reasons.ts';
import { created, givenOnlyWhere, id, instant, json, reference } from '../../foundation/db/columns.ts';
import { teller } from '../../foundation/db/teller.ts';
import { companies } from '../../tenants/companies/table.ts';
import { users } from '../../tenants/users/table.ts';
import { employees } from '../employees/table.ts';
import { approvalRules } from './approval-rules/table.ts';
import type { MachineFacts } from './facts/rules.ts';
import { ANSWERS, EXPENSE_STATES, type RecreationFor } from './rules.ts';
import { standingExpenses } from './standing/table.ts';

/** Expenses. Payroll transactions call them flex data. Triggers allow one decision on each, and changes only while it is returned. */
export const expenses = sqliteTable(
	'expenses',
	{
		id: id(),
		...created(),
		employeeId: reference('employee_id', () => employees.id),
		companyId: reference('company_id', () => companies.id),
		authorId: reference('author_id', () => users.id),
		module: text('module', { enum: MODULES }).notNull(),
		amountValue: integer('amount_value').notNull(),
		amountCurrency: text('amount_currency', { enum: CURRENCIES }).notNull(),
		/** The start of the UTC day of the expense. */
		date: instant('date').notNull(),
		days: integer('days'),
		isPublicTransport: integer('is_public_transport', { mode: 'boolean' }),
		note: text('note'),
		state: text('state', { enum: EXPENSE_STATES }).notNull(),
		dateDecided: instant('date_decided'),
		deciderId: text('decider_id').references(() => users.id),
		/** The verifier’s own words, also for approvals. */
		rejectionReason: text('rejection_reason'),
		/** The requested amount, if only what was left of a budget was taken. */
		requestedAmountValue: integer('requested_amount_value'),
		/** The approved amount, which may be a part of the requested one. */
		approvedAmountValue: integer('approved_amount_value'),
		/** Why a verifier approved only a part, rejected the expense, or returned it. */
		reasons: json<Reason[]>('reasons').notNull().default([]),
		/** The price of the meals of the receipt together, as the author names it. */
		mealPriceValue: integer('meal_price_value'),
		recreationFor: json<RecreationFor>('recreation_for'),
		/** The day, amount and other facts from the code on the receipt; null without a code. */
		machineFacts: json<MachineFacts>('machine_facts'),
		/** The approved days of MEALS, if fewer than submitted. */
		approvedDays: integer('approved_days'),
		/** True when the verifier confirmed that a record of absences proves the days of meals. */
		absencesRecorded: integer('absences_recorded', { mode: 'boolean' }).notNull().default(false),
		/** When a verifier last returned it for correction. */
		dateReturned: instant('date_returned'),
		/** The user who last returned it. This user may undo that without a reason for some minutes. */
		returnerId: text('returner_id').references(() => users.id),
		/** The rule that approved it, if no person did. */
		approvalRuleId: text('approval_rule_id').references(() => approvalRules.id),
		/** When rules checked it, or a person took it over. Rules check it only once. */
		dateRuled: instant('date_ruled'),
		/** When it was drawn for the sample. A verifier checks it, although a rule would approve it. */
		dateSampled: instant('date_sampled'),
		/** The standing expense for which the cron submitted it. The proof of that counts as its receipt. */
		standingExpenseId: text('standing_expense_id').references(() => standingExpenses.id),
	},
	(t) => [
		index('expenses_employee').on(t.employeeId, t.id),
		index('expenses_taken')
			.on(t.employeeId, t.date, t.amountValue)
			.where(sql`state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED')`),
		index('expenses_company').on(t.companyId, t.id),
		index('expenses_unapproved').on(t.companyId, t.state, t.id).where(sql`state <> 'APPROVED'`),
		index('expenses_returned').on(t.dateReturned).where(sql`state = 'NEEDS_CORRECTION'`),
		index('expenses_purchase')
			.on(t.companyId, sql`machine_facts ->> 'mark'`)
			.where(sql`machine_facts IS NOT NULL`),
		index('expenses_till')
			.on(t.companyId, sql`machine_facts ->> 'issuerMark'`, t.employeeId)
			.where(sql`machine_facts IS NOT NULL`),
		index('expenses_unruled')
			.on(t.companyId, t.module, t.id)
			.where(sql`state = 'SUBMITTED' AND machine_facts IS NOT NULL AND date_ruled IS NULL`),
		index('expenses_month').on(t.companyId, t.module, t.date),
		index('expenses_queue').on(t.companyId, t.date, t.id).where(sql`state = 'SUBMITTED'`),
		check(
			'expenses_approved_amount',
			sql`(${t.state} = 'APPROVED') = (${t.approvedAmountValue} IS NOT NULL)
				AND (${t.approvedAmountValue} IS NULL OR ${t.approvedAmountValue} BETWEEN 1 AND ${t.amountValue})`,
		),
		check('expenses_amount', sql`${t.amountValue} BETWEEN 1 AND 100000000`),
		check('expenses_days', givenOnlyWhere(t.days, t.module, ANSWERS.days.only)),
		check(
			'expenses_public_transport',
			givenOnlyWhere(t.isPublicTransport, t.module, ANSWERS.isPublicTransport.only),
		),
	],
);

export const tellExpense = teller(expenses, [
	'id',
	'employeeId',
	'companyId',
	'authorId',
	'module',
	'amountValue',
	'amountCurrency',
	'date',
	'days',
	'isPublicTransport',
	'note',
	'state',
	'dateDecided',
	'deciderId',
	'rejectionReason',
	'requestedAmountValue',
	'approvedAmountValue',
	'reasons',
	'dateReturned',
	'returnerId',
	'mealPriceValue',
	'recreationFor',
	'approvedDays',
	'absencesRecorded',
	'machineFacts',
	'approvalRuleId',
	'dateSampled',
	'standingExpenseId',
]);
