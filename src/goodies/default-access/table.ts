import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { created, id, instant, softDeleted } from '../../db/columns.ts';
import { employees } from '../../employees/table.ts';

export const defaultAccesses = sqliteTable(
	'default_accesses',
	{
		id: id(),
		...created(),
		...softDeleted(),
		employeeId: text('employee_id')
			.notNull()
			.references(() => employees.id),
		validFrom: instant('valid_from').notNull(),
		validUntil: instant('valid_until'),
	},
	(t) => [
		index('default_accesses_timeline').on(t.employeeId, t.validFrom).where(sql`date_deleted IS NULL`),
		check('default_accesses_period', sql`${t.validUntil} IS NULL OR ${t.validUntil} >= ${t.validFrom}`),
	],
);
