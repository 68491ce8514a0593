import { createHash, type Hash } from 'node:crypto';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';

const AN_HOUR_MS = 3_600_000;
const DAY_MS = 24 * AN_HOUR_MS;

/** The hour (UTC) at which the backups of a night begin. */
const BEGIN_MS = AN_HOUR_MS;
/** If a company has no backup after this time, the job fails. Until then, every hour tries again. */
export const NIGHT_MS = 6 * AN_HOUR_MS;
/** The number of nights to whose state a company can be restored. */
const KEPT_NIGHTS = 30;

/** Returns when the backups of the present night begin. */
export const nightOf = (now: Instant): Instant => Math.floor((now - BEGIN_MS) / DAY_MS) * DAY_MS + BEGIN_MS;

/** Returns when a company is saved again after a backup at `date`. */
export const nightAfter = (date: Instant): Instant => nightOf(date) + DAY_MS;

/**
 * Returns when a backup is deleted, by the date of the next backup. A backup shows the company until that date, so erased values are kept
 * for 30 days at most.
 */
export const outdatedFrom = (nextDate: Instant): Instant =>
	Math.floor(nextDate / DAY_MS) * DAY_MS + (KEPT_NIGHTS - 1) * DAY_MS;

export const FORMAT = 1;

/** The number of lines in a section of the file, and their SHA-256, each line with its line feed. */
interface SectionTotals {
	table: string;
	/** As in `Section`. */
	part: number | null;
	rows: number;
	sha256: string;
}

export interface Manifest {
	format: number;
	companyId: string;
	name: string;
	/** True if the database may be that of a sandbox (see `mayBeSandbox`), so the restored one may be too. */
	sandbox?: true;
	/** ISO 8601. */
	date: string;
	/** The last migration of the database. */
	schema: string;
	/** The position of the company's last event; 0 if it has none. */
	position: number;
	rows: number;
	/** The length of all lines. */
	bytes: number;
	/** The number of files of the company. */
	objects: number;
	/** In the order in which they begin. */
	sections: SectionTotals[];
	/** The compressed file. */
	file: { bytes: number; sha256: string };
}

/** A line of the file that names the table of the lines after it. */
export interface Section {
	table: string;
	/** The index in `PARTS`; null for the list of files. */
	part: number | null;
	columns: readonly string[];
}

/** Counts and hashes the lines of each section. Lines of a section may be in several places of the file. */
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

/** A file of the company in one of our buckets. Files never change, and their keys are never used again. */
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

/** Returns the file in a line of the section `OBJECTS`. */
export function objectOf(line: string): BackupObject {
	const [bucket, key, bytes, sha256] = JSON.parse(line);
	return { bucket, key, bytes, sha256 };
}

/** Returns the files that rows of a table name, without discarded ones, which may be gone. */
export function objectsIn(
	table: string,
	columns: readonly string[],
	lines: readonly string[],
): Omit<BackupObject, 'bytes'>[] {
	const at = (name: string) => columns.indexOf(name);
	const rows = lines.map((line) => JSON.parse(line));
	if (table === 'event_archives')
		return rows.map((row) => ({ bucket: 'HISTORY', key: row[at('key')], sha256: row[at('sha256')] }));
	if (!NAMING.includes(table)) return [];
	const stored = rows.filter((row) => row[at('date_stored')] !== null && row[at('date_discarded')] === null);
	return stored.map((row) => ({ bucket: 'RECEIPTS', key: row[at('id')], sha256: row[at('sha256')] }));
}

/** The tables whose rows name files. */
export const NAMING = ['receipts', 'receipt_drafts', 'standing_proofs', 'event_archives'];

export const rowsKey = (companyId: string, date: string): string => `${companyId}/${date}/rows.ndjson.gz`;
export const manifestKey = (companyId: string, date: string): string => `${companyId}/${date}/manifest.json`;
export const copyKey = (companyId: string, { bucket, key }: Pick<BackupObject, 'bucket' | 'key'>): string =>
	`${companyId}/objects/${bucket}/${key}`;

/** A complete backup, as its manifest describes it. */
export interface Backup {
	date: Instant;
	rows: number;
	/** The length of the compressed file. */
	bytes: number;
	objects: number;
	schema: string;
}

/** Returns the metadata of a manifest, so that a list of the bucket describes each backup. */
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

/** Someone who was erased at some time, and the company; null for none. */
export type Erased = readonly [companyId: string | null, id: string];

/** Returns the instant of a text in the form of `toIso`; null for any other text. */
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
