import type { Section } from '../backups/rules.ts';
import { SECRETS } from '../queries/rules.ts';

/** Takes the place of a company in the keys of a backup: the rows of D1 that belong to no company. */
export const SERVICE = 'service';

/** The backup of a whole service: that of each company, and the rows that belong to none. */
export interface Head {
	format: number;
	/** The last migration of the service. */
	schema: string;
	/** A text that only the same `ENCRYPTION_KEY` opens; null in a backup for the owner, which has nothing to decrypt. */
	proof: string | null;
	/** The date of the rows of the service; null in the backup of a single company. */
	date: string | null;
}

/** The text of the proof. */
export const PROVEN = 'backup of the service';

/** How many erased people one request adds to the list. */
export const MAX_NOTED = 200;

/** Keys of objects of backups, as companies and the service have them. */
export const OBJECT_KEY = /^(service|[0-9a-f]{8}-[0-9a-f-]{27})\/[\w./:-]+$/;

/**
 * Tables whose rows the owner of a company gets, without their secrets and these columns. Users without a password are not registered, so
 * that they can be invited again. The owner gets no rows of other tables with secrets.
 */
const WITHOUT: Readonly<Record<string, readonly string[]>> = { mails: [], users: ['date_registered'] };
/** Tables without secrets that only describe sign-ins, or whose rows name rows that are left out. */
const OF_SIGN_INS = ['external_identities', 'known_devices', 'webhook_deliveries'];

export const isForOwner = (table: string): boolean =>
	table in WITHOUT || !(table in SECRETS || OF_SIGN_INS.includes(table));

/** Returns a line of a backup without the secrets of its row. */
export function lineForOwner({ table, columns }: Section, line: string): string {
	const hidden = [...(SECRETS[table] ?? []), ...(WITHOUT[table] ?? [])];
	if (hidden.length === 0) return line;
	const values: unknown[] = JSON.parse(line);
	return JSON.stringify(values.map((value, place) => (hidden.includes(columns[place] ?? '') ? null : value)));
}
