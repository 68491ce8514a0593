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
	/** The format that the payroll office uses. Lines that it cannot contain move to the next run. With null, none move. */
	format: text('format', { enum: EXPORT_FORMATS }),
	/** True when the office identifies people by the company's own numbers ("betriebliche Personalnummer"). */
	usesCompanyNumbers: integer('uses_company_numbers', { mode: 'boolean' }).notNull().default(false),
	/** True when DATEV files add up lines with the same person, wage type and cost centre. */
	sumsBookings: integer('sums_bookings', { mode: 'boolean' }).notNull().default(false),
	/** True when expenses for meals are limited and split according to the law of the company's country. */
	splitsMeals: integer('splits_meals', { mode: 'boolean' }).notNull().default(false),
	/** The month in which the office books a run. A closed run keeps its own value. */
	bookingMonth: text('booking_month', { enum: BOOKING_MONTHS }).notNull().default('RUN'),
	/** True when the company keeps a record of absences. It can prove more days of meals than the law otherwise counts. */
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
