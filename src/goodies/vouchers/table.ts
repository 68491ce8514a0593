import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant } from '../../db/columns.ts';
import { employees } from '../../employees/table.ts';
import { plannedVouchers, voucherColumns } from '../plans/table.ts';

export const issuedVouchers = sqliteTable(
	'issued_vouchers',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		employeeId: text('employee_id')
			.notNull()
			.references(() => employees.id),
		...voucherColumns(),
		plannedVoucherId: text('planned_voucher_id')
			.notNull()
			.references(() => plannedVouchers.id),
		dueDate: instant('due_date').notNull(),
	},
	(t) => [
		index('issued_vouchers_employee').on(t.employeeId, t.id),
		uniqueIndex('issued_vouchers_occurrence').on(t.plannedVoucherId, t.dueDate),
	],
);
