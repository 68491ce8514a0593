import type { Bytes } from './bytes.ts';

/** The place of the files of a backup: a folder, or a bucket of R2. */
export interface BackupStorage {
	/** The name of the place in messages. */
	readonly name: string;
	/** Keeps a second backup out until `close`. */
	lock(): Promise<void>;
	close(): Promise<void>;
	/** Returns the content of a file; null if there is none. */
	open(file: string): Promise<Bytes | null>;
	/** Stores a file. It exists under its name only once it is whole. */
	store(file: string, content: Bytes): Promise<void>;
	remove(files: readonly string[]): Promise<void>;
	/** Adds a line to the notes of a backup that is not finished. */
	note(line: string): Promise<void>;
	/** Returns all notes. After a kill, the last one may be cut off. */
	notes(): Promise<string>;
	forgetNotes(): Promise<void>;
}
