import { sql } from 'drizzle-orm';

/**
 * True in the database of a sandbox. Its mails never leave and its administrators read them, so nothing proves an address there. The
 * condition lets the query use the primary key.
 */
export const isSandbox = sql`EXISTS (SELECT 1 FROM sandboxes WHERE company_id > '')`;

/** True for a registered user whose address nobody has proven. The condition is about the user that a query selects as `users`. */
export const isUnproven = sql`(users.date_registered IS NOT NULL AND users.date_proven IS NULL AND users.home IS NULL AND NOT ${isSandbox})`;

/** True while rights wait for the proof of the address. The condition is about the user that a query selects as `users`. */
export const hasWaiting = sql`EXISTS (SELECT 1 FROM address_proofs WHERE user_id = users.id)`;
