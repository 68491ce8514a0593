/** Takes the place of a company in the keys of a backup: the rows of D1 that belong to no company. */
export const SERVICE = 'service';

/** The backup of a whole service: that of each company, and the rows that belong to none. */
export interface Head {
	format: number;
	/** The last migration of the service. */
	schema: string;
	/** Tells whether a service has the same secrets. */
	proof: Proof;
	/** The date of the rows of the service; null in the backup of a single company. */
	date: string | null;
}

interface Proof {
	/** A text that only the same `ENCRYPTION_KEY` opens. */
	sealed: string;
	/** A fingerprint that only the same `JWT_SECRET` makes. */
	print: string;
}

/** The sealed text, which the fingerprint is about too. */
export const PROVEN = 'backup of the service';

/** How many erased people one request adds to the list. */
export const MAX_NOTED = 200;

/** Keys of objects of backups, as companies and the service have them. */
export const OBJECT_KEY = /^(service|[0-9a-f]{8}-[0-9a-f-]{27})\/[\w./:-]+$/;
