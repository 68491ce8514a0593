import { EMPLOYEE_TEXT_NAMES, type EmployeeText } from '../../../foundation/core/employee-texts.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { moving, type TakeOver } from '../../../foundation/db/directory.ts';
import { insertMany, updateMany } from '../../../foundation/db/records.ts';
import { emailKey, waitingKey } from '../../../tenants/users/rules.ts';
import { users } from '../../../tenants/users/table.ts';
import { employees } from '../../employees/table.ts';

export type NewUser = Omit<typeof users.$inferInsert, 'emailKey'> & { waits: boolean };
export type UserChange = Pick<
	typeof users.$inferSelect,
	'id' | 'dateModified' | 'roles' | 'firstName' | 'lastName' | 'language' | 'revision'
>;
type EmployeeChange = Pick<
	typeof employees.$inferSelect,
	'id' | 'dateModified' | EmployeeText | 'groups' | 'dateTerminationSettled' | 'revision'
>;

export function insertUsers(db: Db, given: readonly NewUser[], takeOver: TakeOver): Statement[] {
	const rows = given.map(({ waits, ...row }) => {
		const address = emailKey(row.email);
		return { ...row, emailKey: waits ? waitingKey(address, row.id) : address };
	});
	const moves = rows.map(({ id, emailKey: address, dateModified: now }) => ({
		userId: id,
		address,
		isNew: true,
		now,
		takeOver,
	}));
	const [first, ...others] = insertMany(db, users, rows);
	return first === undefined ? [] : [moving(first, moves), ...others];
}

/** Like the functions below, it fails with `stale_revision` when a user has changed. */
export const changeUsers = (db: Db, rows: readonly UserChange[]): Statement[] =>
	updateMany(db, users, rows, ['dateModified', 'roles', 'firstName', 'lastName', 'language', 'revision']);

export const insertEmployees = (db: Db, rows: readonly (typeof employees.$inferInsert)[]): Statement[] =>
	insertMany(db, employees, rows);

export const changeEmployees = (db: Db, rows: readonly EmployeeChange[]): Statement[] =>
	updateMany(db, employees, rows, [
		'dateModified',
		...EMPLOYEE_TEXT_NAMES,
		'groups',
		'dateTerminationSettled',
		'revision',
	]);
