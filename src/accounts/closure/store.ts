import { eq } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../users/table.ts';

/** Closes a user at an instant, or opens it again (null); fails with `stale_revision` when the user has changed. */
export const saveClosed = (
	db: Db,
	{ id, revision }: Pick<typeof users.$inferSelect, 'id' | 'revision'>,
	dateClosed: Instant | null,
	now: Instant,
) =>
	db
		.update(users)
		.set({ dateClosed, dateModified: now, revision: revision + 1 })
		.where(eq(users.id, id));
