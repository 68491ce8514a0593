import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { created, json, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { BOOKING_MONTHS } from '../../ledger/rules.ts';
import { EXPORT_FORMATS } from '../export/rules.ts';
import type { WageTypes } from './rules.ts';

export const payrollSettings = sqliteTable('payroll_settings', {
	companyId: reference('company_id', () => companies.id).primaryKey(),
	...created(),
	adviserNumber: text('adviser_number'),
	clientNumber: text('client_number'),
	wageTypes: json<WageTypes>('wage_types').notNull(),
	/** The format that the payroll office takes. Lines that it cannot contain move to the next run; null moves none. */
	format: text('format', { enum: EXPORT_FORMATS }),
	/** Whether the office knows people by the company's own numbers ("betriebliche Personalnummer"). */
	usesCompanyNumbers: integer('uses_company_numbers', { mode: 'boolean' }).notNull().default(false),
	/** Whether DATEV files add up lines with the same person, wage type and cost centre. */
	sumsBookings: integer('sums_bookings', { mode: 'boolean' }).notNull().default(false),
	/** Whether expenses for meals are bounded and split as the law of the company's country has it. */
	splitsMeals: integer('splits_meals', { mode: 'boolean' }).notNull().default(false),
	/** The month in which the office books a run. Closed runs keep the one that they were closed with. */
	bookingMonth: text('booking_month', { enum: BOOKING_MONTHS }).notNull().default('RUN'),
	/** Whether the company keeps a record of absences, which can prove more days of meals than the law counts without one. */
	recordsAbsences: integer('records_absences', { mode: 'boolean' }).notNull().default(false),
});

export const tellSettings = teller(payrollSettings, [
	'companyId',
	'adviserNumber',
	'clientNumber',
	'wageTypes',
	'format',
	'usesCompanyNumbers',
	'sumsBookings',
	'splitsMeals',
	'bookingMonth',
	'recordsAbsences',
]);
