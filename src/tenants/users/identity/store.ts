import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { moving, type TakeOver } from '../../../foundation/db/directory.ts';
import { addressKey } from '../queries.ts';
import { addressOf } from '../rules.ts';
import { users } from '../table.ts';
import { isSandbox } from './queries.ts';
import type { Proof } from './rules.ts';

interface Known {
	userId: string;
	/** The key that was read, or the address that the user has when the statements run. */
	emailKey: string;
}

/** After these statements, the address is proven if the user has it then. An earlier proof of it stays. `takeOver` takes it from others. */
export function prove(
	db: Db,
	{ userId, emailKey }: Known,
	proof: Proof | null,
	now: Instant,
	takeOver: TakeOver,
): Statement[] {
	if (proof === null) return [];
	const address = addressOf(emailKey);
	const statement = db
		.update(users)
		.set({ dateProven: now, proof })
		.where(
			and(eq(users.id, userId), eq(users.emailKey, address), isNull(users.dateProven), sql`NOT ${isSandbox}`),
		);
	// A cell has one company, where an address is unique.
	return [
		db.cell === undefined ? moving(statement, [{ userId, address, now, takeOver, wins: true }]) : statement,
	];
}

/**
 * Gives an address to a user who waits for it, if nobody else has registered with it. With `takeOver`, the same batch proves the address, and
 * others lose it. It comes before the registration.
 */
export function takeAddress(
	db: Db,
	{ userId, emailKey }: Known,
	now: Instant,
	takeOver: TakeOver | undefined,
): Statement[] {
	const address = addressOf(emailKey);
	if (db.cell !== undefined && address === emailKey) return [];
	const statement = db
		.update(users)
		.set({ emailKey: addressKey })
		.where(and(eq(users.id, userId), sql`${users.emailKey} <> ${addressKey}`));
	if (takeOver === undefined && db.cell === undefined) return [statement];
	return [moving(statement, [{ userId, address, now, takeOver, wins: takeOver !== undefined }])];
}
