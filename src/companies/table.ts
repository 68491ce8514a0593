import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { COUNTRIES } from '../core/countries.ts';
import type { Module } from '../core/modules.ts';
import { created, id, json } from '../db/columns.ts';
import { teller } from '../db/teller.ts';
import { DEFAULT_LEAVER_ACCESS_DAYS, DEFAULT_RETENTION_MONTHS, QUOTAS } from './rules.ts';

const quota = (name: string, unlessSet: number) => integer(name).notNull().default(unlessSet);

export const companies = sqliteTable(
	'companies',
	{
		id: id(),
		...created(),
		name: text('name').notNull(),
		/** Up to this UTC day of a month (inclusive), the month before may still change. */
		payrollReferenceDay: integer('payroll_reference_day').notNull(),
		/** Up to this UTC day, expenses of the month before may be submitted; null is the reference day. A trigger keeps it not after that. */
		submissionDay: integer('submission_day'),
		/** The modules that need a receipt for an approval. */
		receiptRequiredModules: json<Module[]>('receipt_required_modules').notNull().default([]),
		/** The name under which mails are sent on its behalf; null is that of the service. */
		senderName: text('sender_name'),
		/** An IETF tag such as `de-AT`, for people who have chosen no language of their own. */
		language: text('language'),
		/** ISO 3166-1 alpha-2 country code. */
		taxAffiliation: text('tax_affiliation', { enum: COUNTRIES }).notNull(),
		/** Whether the monthly budget of goodies is also the most that may be spent a month on modules other than SPORTS. */
		monthlyBudgetRestrictsFlex: integer('monthly_budget_restricts_flex', { mode: 'boolean' })
			.notNull()
			.default(false),
		/** Months from a termination until personal values may be erased. */
		retentionMonths: integer('retention_months').notNull().default(DEFAULT_RETENTION_MONTHS),
		/** Days from a termination until the cron closes the user of the leaver. */
		leaverAccessDays: integer('leaver_access_days').notNull().default(DEFAULT_LEAVER_ACCESS_DAYS),
		/** Whether administrators and verifiers need a second factor. */
		secondFactorRequired: integer('second_factor_required', { mode: 'boolean' }).notNull().default(false),
		/** Whether an administrator who is an employee may set benefits, pause and termination of oneself. */
		ownBenefitsAllowed: integer('own_benefits_allowed', { mode: 'boolean' }).notNull().default(false),
		maxExpensesPerMonth: quota('max_expenses_per_month', QUOTAS.expenses.default),
		maxReceiptBytesPerMonth: quota('max_receipt_bytes_per_month', QUOTAS.receipt_bytes.default),
		maxEmployees: quota('max_employees', QUOTAS.employees.default),
		maxTemplates: quota('max_templates', QUOTAS.templates.default),
		maxStoredBytes: quota('max_stored_bytes', QUOTAS.stored_bytes.default),
		/** Each change of the company or its settings advances it by one; a trigger refuses any other step. */
		revision: integer('revision').notNull().default(0),
	},
	(t) => [
		index('companies_reference_day').on(t.payrollReferenceDay),
		index('companies_submission_day').on(t.submissionDay).where(sql`submission_day IS NOT NULL`),
		check('companies_payroll_reference_day', sql`${t.payrollReferenceDay} BETWEEN 1 AND 28`),
	],
);

export const tellCompany = teller(companies, [
	'id',
	'name',
	'payrollReferenceDay',
	'submissionDay',
	'receiptRequiredModules',
	'senderName',
	'language',
	'taxAffiliation',
	'retentionMonths',
	'leaverAccessDays',
	'secondFactorRequired',
	'monthlyBudgetRestrictsFlex',
	'ownBenefitsAllowed',
	'maxExpensesPerMonth',
	'maxReceiptBytesPerMonth',
	'maxEmployees',
	'maxTemplates',
	'maxStoredBytes',
]);

/**
 * What is used of each quota, kept by triggers, which also refuse what exceeds the company's setting (see
 * migrations). What counts by the month has a row for each employee and month.
 */
export const quotaUsage = sqliteTable(
	'quota_usage',
	{
		/** A company or an employee. */
		ownerId: text('owner_id').notNull(),
		quota: text('quota').notNull(),
		/** yyyy-MM in UTC; empty for what does not begin anew each month. */
		month: text('month').notNull(),
		used: integer('used').notNull(),
	},
	(t) => [primaryKey({ columns: [t.month, t.ownerId, t.quota] })],
);
