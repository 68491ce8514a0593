import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { receiptAddresses } from './table.ts';

export type StoredAddress = Pick<
	typeof receiptAddresses.$inferSelect,
	'id' | 'dateCreated' | 'employeeId' | 'companyId' | 'hash' | 'sealed'
>;

export const addressOfEmployee = (db: Db, employeeId: SQL) =>
	db.select().from(receiptAddresses).where(sql`${receiptAddresses.employeeId} = ${employeeId}`);

/** Replaces the address, so that the old one is no longer valid. The count of mails continues. */
export function saveAddress(db: Db, address: StoredAddress): Statement {
	const { dateCreated, hash, sealed } = address;
	return db
		.insert(receiptAddresses)
		.values(address)
		.onConflictDoUpdate({ target: receiptAddresses.employeeId, set: { dateCreated, hash, sealed } });
}

export const removeAddress = (db: Db, employeeId: string): Statement =>
	db.delete(receiptAddresses).where(eq(receiptAddresses.employeeId, employeeId));
