import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { users } from '../table.ts';
import { isSandbox } from './queries.ts';
import type { Proof } from './rules.ts';

/** After these statements, the address is proven if the user has it then. An earlier proof of it stays. */
export const prove = (
	db: Db,
	{ userId, emailKey }: { userId: string; emailKey: string },
	proof: Proof | null,
	now: Instant,
): Statement[] =>
	proof === null
		? []
		: [
				db
					.update(users)
					.set({ dateProven: now, proof })
					.where(
						and(
							eq(users.id, userId),
							eq(users.emailKey, emailKey),
							isNull(users.dateProven),
							sql`NOT ${isSandbox}`,
						),
					),
			];
