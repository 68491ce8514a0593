import { eq } from 'drizzle-orm';
import { sessions } from '../../auth/table.ts';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';

/** Lets a session of the console see what another user sees until an instant, or its own again (null). */
export const saveViewed = (db: Db, sessionId: string, viewed: { userId: string; until: Instant } | null) =>
	db
		.update(sessions)
		.set({ viewedUserId: viewed?.userId ?? null, viewedUntil: viewed?.until ?? null })
		.where(eq(sessions.id, sessionId));
