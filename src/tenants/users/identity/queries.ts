import { sql } from 'drizzle-orm';

/**
 * True in the database of a sandbox. Its mails never leave and its administrators read them, so nothing proves an address there. The
 * condition lets the query use the primary key.
 */
export const isSandbox = sql`EXISTS (SELECT 1 FROM sandboxes WHERE company_id > '')`;
