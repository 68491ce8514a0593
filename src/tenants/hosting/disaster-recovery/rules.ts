import { rowOf, secretsIn } from '../../../foundation/core/tables.ts';
import type { Section } from '../backups/rules.ts';

/** Stands for the rows of D1 that belong to no company, in place of a company's id in the keys of a backup. */
export const SERVICE = 'service';

/** The head of a backup of the whole service. The backup has each company, and the rows that belong to none. */
export interface Head {
	format: number;
	/** The last migration of the service. */
	schema: string;
	/** A text that only the same `ENCRYPTION_KEY` can decrypt. It is null in a backup for the owner, which contains nothing encrypted. */
	proof: string | null;
	/** The date of the service's own rows; null in the backup of a single company. */
	date: string | null;
}

/** The plain text of the proof. */
export const PROVEN = 'backup of the service';

export const MAX_NOTED = 200;

/** The keys of objects in backups of companies and of the service. */
export const OBJECT_KEY = /^(service|[0-9a-f]{8}-[0-9a-f-]{27})\/[\w./:-]+$/;

/** True for tables whose rows the owner of a company gets, without their secrets. */
export function isForOwner(name: string): boolean {
	const table = rowOf(name);
	return table === undefined || (table.isForOwner ?? secretsIn(table).length === 0);
}

/** Users without a password are not registered, so that they can be invited again. Then they prove their address again. */
const NOT_REGISTERED = ['date_registered', 'date_proven', 'proof'];

/** Returns a line of a backup without the secret values of its row. */
export function lineForOwner({ table, columns }: Section, line: string): string {
	const hidden = [...secretsIn(rowOf(table)), ...(table === 'users' ? NOT_REGISTERED : [])];
	if (hidden.length === 0) return line;
	const values: unknown[] = JSON.parse(line);
	return JSON.stringify(values.map((value, place) => (hidden.includes(columns[place] ?? '') ? null : value)));
}
