import { sql } from 'drizzle-orm';
import { mutedNotices } from './table.ts';

/** True when user `u` has registered, may sign in and has not turned off the notice. */
export const wants = (kind: unknown) => sql`u.date_registered IS NOT NULL AND u.date_closed IS NULL
	AND u.date_deleted IS NULL
	AND NOT EXISTS (SELECT 1 FROM ${mutedNotices} m WHERE m.user_id = u.id AND m.kind = ${kind})`;
