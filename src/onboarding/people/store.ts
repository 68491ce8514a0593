import type { Instant } from '../../core/instant.ts';
import type { Db, Statement } from '../../db/database.ts';
import { insertMany, updateMany } from '../../db/records.ts';
import { employees } from '../../employees/table.ts';
import { emailKey } from '../../users/rules.ts';
import { users } from '../../users/table.ts';

export type NewUser = Omit<typeof users.$inferInsert, 'emailKey'>;
export type UserChange = Pick<
	typeof users.$inferSelect,
	'id' | 'dateModified' | 'roles' | 'firstName' | 'lastName' | 'language' | 'revision'
>;
type EmployeeChange = Pick<
	typeof employees.$inferSelect,
	'id' | 'dateModified' | 'personnelNumber' | 'costCenter' | 'groups' | 'dateTerminationSettled' | 'revision'
>;

export const insertUsers = (db: Db, rows: readonly NewUser[]): Statement[] =>
	insertMany(
		db,
		users,
		rows.map((row) => ({ ...row, emailKey: emailKey(row.email) })),
	);

/** Fails with `stale_revision` when a user has changed. So do the functions below. */
export const changeUsers = (db: Db, rows: readonly UserChange[]): Statement[] =>
	updateMany(db, users, rows, ['dateModified', 'roles', 'firstName', 'lastName', 'language', 'revision']);

/** Frees addresses of former employees, as `releaseAddress` does. */
export const releaseAddresses = (
	db: Db,
	released: readonly { id: string; revision: number }[],
	now: Instant,
): Statement[] =>
	updateMany(
		db,
		users,
		released.map(({ id, revision }) => ({
			id,
			emailKey: id,
			passwordHash: null,
			dateRegistered: null,
			dateModified: now,
			revision: revision + 1,
		})),
		['emailKey', 'passwordHash', 'dateRegistered', 'dateModified', 'revision'],
	);

export const insertEmployees = (db: Db, rows: readonly (typeof employees.$inferInsert)[]): Statement[] =>
	insertMany(db, employees, rows);

export const changeEmployees = (db: Db, rows: readonly EmployeeChange[]): Statement[] =>
	updateMany(db, employees, rows, [
		'dateModified',
		'personnelNumber',
		'costCenter',
		'groups',
		'dateTerminationSettled',
		'revision',
	]);
