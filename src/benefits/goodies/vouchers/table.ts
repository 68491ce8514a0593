import { index, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant, reference } from '../../../foundation/db/columns.ts';
import { employees } from '../../employees/table.ts';
import { plannedVouchers, voucherColumns } from '../plans/table.ts';

export const issuedVouchers = sqliteTable(
	'issued_vouchers',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		employeeId: reference('employee_id', () => employees.id),
		...voucherColumns(),
		plannedVoucherId: reference('planned_voucher_id', () => plannedVouchers.id),
		dueDate: instant('due_date').notNull(),
	},
	(t) => [
		index('issued_vouchers_employee').on(t.employeeId, t.id),
		uniqueIndex('issued_vouchers_occurrence').on(t.plannedVoucherId, t.dueDate),
	],
);
