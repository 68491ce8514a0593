import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { payrollSettings } from './table.ts';

export type PayrollSettings = Omit<typeof payrollSettings.$inferSelect, 'dateCreated' | 'dateModified'>;

const { dateCreated: _, dateModified: __, ...columns } = getTableColumns(payrollSettings);

export const settingsOf = (db: Db, companyId: SQL) =>
	db.select(columns).from(payrollSettings).where(sql`${payrollSettings.companyId} = ${companyId}`);

export const noSettings = (companyId: string): PayrollSettings => ({
	companyId,
	adviserNumber: null,
	clientNumber: null,
	wageTypes: {},
	format: null,
	usesCompanyNumbers: false,
	sumsBookings: false,
	splitsMeals: false,
	bookingMonth: 'RUN',
	recordsAbsences: false,
});

export const saveSettings = (db: Db, settings: PayrollSettings, now: Instant) =>
	db
		.insert(payrollSettings)
		.values({ ...settings, dateCreated: now, dateModified: now })
		.onConflictDoUpdate({ target: payrollSettings.companyId, set: { ...settings, dateModified: now } });
