import { eq, sql } from 'drizzle-orm';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { users } from '../../../tenants/users/table.ts';
import { employees } from '../../employees/table.ts';
import { receiptAddresses } from '../receipt-addresses/table.ts';
import { MAX_MAILS_PER_DAY } from './rules.ts';

/** Reads the owner of an address. Closed and erased accounts no longer own one. */
export const ownerByHash = (db: Db, hash: string) =>
	db
		.select({
			id: receiptAddresses.id,
			employeeId: receiptAddresses.employeeId,
			companyId: receiptAddresses.companyId,
			userId: users.id,
			email: users.email,
		})
		.from(receiptAddresses)
		.innerJoin(employees, eq(employees.id, receiptAddresses.employeeId))
		.innerJoin(users, eq(users.id, employees.userId))
		.where(
			sql`${receiptAddresses.hash} = ${hash} AND ${users.dateRegistered} IS NOT NULL AND ${users.dateClosed} IS NULL
				AND ${users.dateDeleted} IS NULL AND ${employees.dateErased} IS NULL`,
		);

export type AddressOwner = Awaited<ReturnType<typeof ownerByHash>>[number];

/** Counts a mail of the day. Returns no row if the limit is exceeded. */
export const countMail = (db: Db, { id }: AddressOwner, day: number) =>
	db
		.update(receiptAddresses)
		.set({
			mailDay: day,
			mailsTaken: sql`iif(${receiptAddresses.mailDay} = ${day}, ${receiptAddresses.mailsTaken} + 1, 1)`,
		})
		.where(
			sql`${receiptAddresses.id} = ${id} AND (${receiptAddresses.mailDay} IS NOT ${day}
				OR ${receiptAddresses.mailsTaken} < ${MAX_MAILS_PER_DAY})`,
		)
		.returning({ id: receiptAddresses.id });

/** SQL that is true until the person gets a notice about a dropped mail on this day. */
export const isUnnoticed = ({ id }: AddressOwner, day: number) =>
	sql`EXISTS (SELECT 1 FROM receipt_addresses WHERE id = ${id} AND notice_day IS NOT ${day})`;

export const noteNotice = (db: Db, { id }: AddressOwner, day: number): Statement =>
	db.update(receiptAddresses).set({ noticeDay: day }).where(eq(receiptAddresses.id, id));
