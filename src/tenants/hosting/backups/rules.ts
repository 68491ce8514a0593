import { createHash, type Hash } from 'node:crypto';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { rowOf } from '../../../foundation/core/tables.ts';

const AN_HOUR_MS = 3_600_000;
const DAY_MS = 24 * AN_HOUR_MS;

/** The time of the day (UTC) at which the backups of a night begin. */
const BEGIN_MS = AN_HOUR_MS;
/** If a company has no backup at this time after the beginning, the job fails. Until then, each hour tries again. */
export const NIGHT_MS = 6 * AN_HOUR_MS;
/** The number of nights for which a company can be restored. */
const KEPT_NIGHTS = 30;

export const nightOf = (now: Instant): Instant => Math.floor((now - BEGIN_MS) / DAY_MS) * DAY_MS + BEGIN_MS;

export const nightAfter = (date: Instant): Instant => nightOf(date) + DAY_MS;

/** Returns when a backup is deleted, by the date of the next one. Until then it is current, so erased values stay at most 30 days. */
export const outdatedFrom = (nextDate: Instant): Instant =>
	Math.floor(nextDate / DAY_MS) * DAY_MS + (KEPT_NIGHTS - 1) * DAY_MS;

export const FORMAT = 1;

/** Why no backup with the schema of a version before the first release can be restored. */
export const UNRELEASED_BACKUP =
	'The backup is from before the first release of Zubrot and cannot be restored. Choose a later backup.';

/** The number of lines in a section of the file, and their SHA-256. Each line is hashed with its line feed. */
interface SectionTotals {
	table: string;
	part: number | null;
	rows: number;
	sha256: string;
}

export interface Manifest {
	format: number;
	companyId: string;
	name: string;
	/** True if the database may be that of a sandbox (see `mayBeSandbox`). The restored database may then be one too. */
	sandbox?: true;
	/** ISO 8601. */
	date: string;
	/** The name of the last migration of the database. */
	schema: string;
	/** The position of the company's last event; 0 if it has none. */
	position: number;
	rows: number;
	bytes: number;
	objects: number;
	/** In the order of their first lines in the file. */
	sections: SectionTotals[];
	file: { bytes: number; sha256: string };
}

/** A line of the file that names the table of the following lines. */
export interface Section {
	table: string;
	/** The index in `PARTS`; null for the list of files. */
	part: number | null;
	columns: readonly string[];
}

/** Counts and hashes the lines of each section. The lines of a section can be in several places of the file. */
export class Totals {
	readonly #sections = new Map<number | null, { table: string; rows: number; hash: Hash }>();

	/** Returns true for the first lines of a section. */
	add({ table, part }: Section, lines: readonly string[]): boolean {
		const known = this.#sections.get(part);
		const section = known ?? { table, rows: 0, hash: createHash('sha256') };
		if (known === undefined) this.#sections.set(part, section);
		section.rows += lines.length;
		if (lines.length > 0) section.hash.update(`${lines.join('\n')}\n`);
		return known === undefined;
	}

	digest(): SectionTotals[] {
		return [...this.#sections].map(([part, { table, rows, hash }]) => ({
			table,
			part,
			rows,
			sha256: hash.digest('hex'),
		}));
	}
}

/** A file of the company in one of our buckets. Files never change, and keys are never used again. */
export interface BackupObject {
	bucket: 'HISTORY' | 'RECEIPTS';
	key: string;
	bytes: number;
	sha256: string;
}

export const OBJECTS: Section = {
	table: 'objects',
	part: null,
	columns: ['bucket', 'key', 'bytes', 'sha256'],
};

export function objectOf(line: string): BackupObject {
	const [bucket, key, bytes, sha256] = JSON.parse(line);
	return { bucket, key, bytes, sha256 };
}

/** Returns the files that rows of a table refer to. Discarded files are left out, because they may no longer exist. */
export function objectsIn(
	table: string,
	columns: readonly string[],
	lines: readonly string[],
): Omit<BackupObject, 'bytes'>[] {
	const at = (name: string) => columns.indexOf(name);
	const rows = lines.map((line) => JSON.parse(line));
	const bucket = rowOf(table)?.file;
	if (bucket === undefined) return [];
	if (bucket === 'HISTORY')
		return rows.map((row) => ({ bucket, key: row[at('key')], sha256: row[at('sha256')] }));
	const stored = rows.filter((row) => row[at('date_stored')] !== null && row[at('date_discarded')] === null);
	return stored.map((row) => ({ bucket, key: row[at('id')], sha256: row[at('sha256')] }));
}

/** True for tables whose rows name files. */
export const namesFiles = ({ table }: { table: string }): boolean => rowOf(table)?.file !== undefined;

export const rowsKey = (companyId: string, date: string): string => `${companyId}/${date}/rows.ndjson.gz`;
export const manifestKey = (companyId: string, date: string): string => `${companyId}/${date}/manifest.json`;
export const copyKey = (companyId: string, { bucket, key }: Pick<BackupObject, 'bucket' | 'key'>): string =>
	`${companyId}/objects/${bucket}/${key}`;

export interface Backup {
	date: Instant;
	rows: number;
	bytes: number;
	objects: number;
	schema: string;
}

/** Returns the metadata of a manifest. A list of the bucket can then describe each backup without reading it. */
export const labelOf = ({ rows, file, objects, schema }: Manifest): Record<string, string> => ({
	rows: String(rows),
	bytes: String(file.bytes),
	objects: String(objects),
	schema,
});

export const backupOf = (date: Instant, label: Record<string, string> = {}): Backup => ({
	date,
	rows: Number(label.rows ?? 0),
	bytes: Number(label.bytes ?? 0),
	objects: Number(label.objects ?? 0),
	schema: label.schema ?? '',
});

/** A person who was ever erased, and the company; null for none. */
export type Erased = readonly [companyId: string | null, id: string];

/** Returns the instant of a text in the format of `toIso`; null for any other text. */
export function dateOf(text: string): Instant | null {
	const date = Date.parse(text);
	return Number.isNaN(date) || toIso(date) !== text ? null : date;
}

/** The buckets of the service. Without the last one there are no backups. */
export interface Buckets {
	RECEIPTS: R2Bucket;
	HISTORY: R2Bucket;
	BACKUPS?: R2Bucket | undefined;
}

export type WithBackups = Buckets & { BACKUPS: R2Bucket };
