import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
	COMPANY_NUMBERS,
	COMPANY_SWITCHES,
	DECLARED_SETTINGS,
} from '../../foundation/core/company-settings.ts';
import { COUNTRIES } from '../../foundation/core/countries.ts';
import { derived } from '../../foundation/core/derived.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import type { LimitedModule } from '../../foundation/core/legal-limits.ts';
import type { Module } from '../../foundation/core/modules.ts';
import { created, id, json, reference } from '../../foundation/db/columns.ts';
import { teller } from '../../foundation/db/teller.ts';
import { QUOTAS } from './rules.ts';

/** How far the filling of a sandbox with data has come. */
export interface Filling {
	seed: number;
	employees: number;
	months: number;
	from: Instant;
	/** `made` counts the employees so far, `month` the finished months, and `spent` the employees who have spent in the current month. */
	made: number;
	month: number;
	spent: number;
}

const quota = (name: string, unlessSet: number) => integer(name).notNull().default(unlessSet);

export const companies = sqliteTable(
	'companies',
	{
		id: id(),
		...created(),
		name: text('name').notNull(),
		/** The previous month may change up to and including this UTC day. */
		payrollReferenceDay: integer('payroll_reference_day').notNull(),
		/** Expenses of the previous month may be submitted until this UTC day. With null, the reference day applies. */
		submissionDay: integer('submission_day'),
		/** Expenses of these modules need a receipt before they are approved. */
		receiptRequiredModules: json<Module[]>('receipt_required_modules').notNull().default([]),
		/** The modules whose legal limits cause warnings. */
		observedLimits: json<LimitedModule[]>('observed_limits').notNull().default([]),
		/** The sender name of the company's mails. With null, it is the name of the service. */
		senderName: text('sender_name'),
		/** A colour such as `#3273c9`, and the SHA-256 of the logo. Pages show both to the company's people. */
		color: text('color'),
		logo: text('logo'),
		/** An IETF tag such as `de-AT`, for people who have not chosen a language. */
		language: text('language'),
		/** ISO 3166-1 alpha-2 country code. */
		taxAffiliation: text('tax_affiliation', { enum: COUNTRIES }).notNull(),
		...derived(COMPANY_NUMBERS, (_, { column, default: unlessSet }) =>
			integer(column).notNull().default(unlessSet),
		),
		...derived(COMPANY_SWITCHES, (_, { column }) =>
			integer(column, { mode: 'boolean' }).notNull().default(false),
		),
		maxExpensesPerMonth: quota('max_expenses_per_month', QUOTAS.expenses.default),
		maxReceiptBytesPerMonth: quota('max_receipt_bytes_per_month', QUOTAS.receipt_bytes.default),
		maxEmployees: quota('max_employees', QUOTAS.employees.default),
		maxTemplates: quota('max_templates', QUOTAS.templates.default),
		maxStoredBytes: quota('max_stored_bytes', QUOTAS.stored_bytes.default),
		/** True for a company for rehearsals, with its own clock. Triggers do not let it change. */
		sandbox: integer('is_sandbox', { mode: 'boolean' }).notNull().default(false),
		/** Each change raises it by one. A trigger refuses any other step. */
		revision: integer('revision').notNull().default(0),
	},
	(t) => [
		index('companies_reference_day').on(t.payrollReferenceDay),
		index('companies_sandbox').on(t.id).where(sql`is_sandbox`),
		index('companies_submission_day').on(t.submissionDay).where(sql`submission_day IS NOT NULL`),
		check('companies_payroll_reference_day', sql`${t.payrollReferenceDay} BETWEEN 1 AND 28`),
		check('companies_submission_day', sql`${t.submissionDay} BETWEEN 1 AND ${t.payrollReferenceDay}`),
	],
);

export const tellCompany = teller(companies, [
	'id',
	'name',
	'payrollReferenceDay',
	'submissionDay',
	'receiptRequiredModules',
	'observedLimits',
	'senderName',
	'color',
	'logo',
	'language',
	'taxAffiliation',
	...DECLARED_SETTINGS,
	'maxExpensesPerMonth',
	'maxReceiptBytesPerMonth',
	'maxEmployees',
	'maxTemplates',
	'maxStoredBytes',
	'sandbox',
]);

/** The clock of a sandbox. Triggers refuse one for a real company. They let it only advance, or return to the real time. */
export const sandboxes = sqliteTable('sandboxes', {
	companyId: reference('company_id', () => companies.id).primaryKey(),
	/** How many milliseconds the clock is ahead of the real time. */
	ahead: integer('ahead').notNull().default(0),
	/** True while due work is left undone after an advance of the clock. */
	isBehind: integer('is_behind', { mode: 'boolean' }).notNull().default(false),
	/** The state of the filling with data; null when it is finished. */
	filling: json<Filling>('filling'),
});

/** The use of each quota. Triggers count it, and refuse writes above the limit. Monthly quotas have a row per employee and month. */
export const quotaUsage = sqliteTable(
	'quota_usage',
	{
		ownerId: text('owner_id').notNull(),
		quota: text('quota').notNull(),
		/** yyyy-MM in UTC; empty for quotas that are not monthly. */
		month: text('month').notNull(),
		used: integer('used').notNull(),
	},
	(t) => [primaryKey({ columns: [t.month, t.ownerId, t.quota] })],
);
