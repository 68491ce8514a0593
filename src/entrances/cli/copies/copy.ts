import { createHash } from 'node:crypto';
import { Stop } from '../stop.ts';
import { type Bytes, chunksOf, contentOf, streamOf } from './bytes.ts';
import type { Seal } from './seal.ts';
import type { BackupStorage } from './storage.ts';

/** A file of a backup, as its content was and as it is stored. */
export interface Kept {
	key: string;
	/** The media type. */
	type: string;
	bytes: number;
	sha256: string;
	/** The hash of the encrypted file. */
	stored: string;
	recipient: string | null;
}

/** The part of the description of a backup that names its list of files. */
interface Listed {
	list: string;
	sha256: string;
}

/** The files of a backup. Those that its last list or its notes name are whole. */
export class Copy {
	readonly #place: BackupStorage;
	readonly #seal: Seal;
	readonly #kept = new Map<string, Kept>();

	constructor(place: BackupStorage, seal: Seal) {
		this.#place = place;
		this.#seal = seal;
	}

	/** Learns which files are there, so that they are not fetched again. */
	async resume(): Promise<void> {
		const described = await readDescription<Listed>(this.#place);
		const listed = described === undefined ? '' : await readText(this.#place, described.list);
		for (const text of [listed, await this.#place.notes()])
			for (const one of parsedLines<Kept>(text)) this.#kept.set(one.key, one);
	}

	/** Returns a file if it is stored completely, and with this hash if one is given. */
	async find(key: string, sha256?: string): Promise<Kept | null> {
		const kept = this.#kept.get(key);
		if (kept === undefined || kept.recipient !== this.#seal.recipient) return null;
		if (sha256 !== undefined && kept.sha256 !== sha256) return null;
		const stored = await this.#place.open(this.#file(key));
		return stored !== null && (await hashOf(stored)) === kept.stored ? kept : null;
	}

	async keep(key: string, type: string, content: Bytes, expected?: string): Promise<Kept> {
		const [plain, sealed] = [new Hashing(expected), new Hashing()];
		const encrypted = await this.#seal.encrypt(content.pipeThrough(plain.stream));
		await this.#place.store(this.#file(key), encrypted.pipeThrough(sealed.stream));
		const { bytes, sha256 } = plain;
		const { recipient } = this.#seal;
		const kept: Kept = { key, type, bytes, sha256, stored: sealed.sha256, recipient };
		this.#kept.set(key, kept);
		await this.#place.note(lineOf(kept));
		return kept;
	}

	/** Returns the content of a file. Fails if any byte of it has changed. */
	async read({ key, sha256, stored }: Kept): Promise<Buffer<ArrayBuffer>> {
		const file = this.#file(key);
		const found = await this.#place.open(file);
		const at = `${this.#place.name}/${file}`;
		if (found === null) throw new Stop(`The backup is cut off: ${at} is missing.`);
		const content = await contentOf(found);
		if (hashIn(content) !== stored)
			throw new Stop(`The backup is damaged: ${at} has changed since it was written.`);
		const opened = await contentOf(await this.#seal.decrypt(streamOf(content)));
		if (hashIn(opened) !== sha256) throw new Stop(`The backup is damaged: ${at} has another content.`);
		return opened;
	}

	/** Writes the description, which completes the backup, and deletes all other files. */
	async finish(description: object, kept: readonly Kept[]): Promise<void> {
		const lines = kept.map(lineOf).join('');
		const sha256 = hashIn(lines);
		const list = `files-${sha256.slice(0, 12)}.ndjson`;
		const before = await readDescription<Listed>(this.#place);
		await this.#write(list, lines);
		await this.#write(DESCRIPTION, JSON.stringify({ ...description, list, sha256 }, null, '\t'));
		const wanted = new Set(kept.map(({ key }) => key));
		const others = [...this.#kept.keys()].filter((key) => !wanted.has(key)).map((key) => this.#file(key));
		const isReplaced = before !== undefined && before.list !== list;
		await this.#place.remove([...others, ...(isReplaced ? [before.list] : [])]);
		await this.#place.forgetNotes();
	}

	/** Returns the files of a finished backup. */
	async files({ list, sha256 }: Listed): Promise<Kept[]> {
		const text = await readText(this.#place, list);
		if (hashIn(text) !== sha256)
			throw new Stop(
				`The backup is cut off or damaged: ${this.#place.name}/${list} differs from ${DESCRIPTION}.`,
			);
		return parsedLines<Kept>(text);
	}

	#write(file: string, text: string): Promise<void> {
		return this.#place.store(file, streamOf(Buffer.from(text)));
	}

	#file = (key: string): string => key + this.#seal.suffix;
}

const DESCRIPTION = 'backup.json';

/** Returns the description of a finished backup; undefined if there is none. */
export async function readDescription<T>(place: BackupStorage): Promise<T | undefined> {
	const text = await readText(place, DESCRIPTION);
	return text === '' ? undefined : (JSON.parse(text) as T);
}

async function readText(place: BackupStorage, file: string): Promise<string> {
	const found = await place.open(file);
	return found === null ? '' : (await contentOf(found)).toString();
}

const lineOf = (kept: Kept): string => `${JSON.stringify(kept)}\n`;

/** A run that was killed may have written a part of its last line. */
function parsedLines<T>(text: string): T[] {
	return text
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line) as T);
}

const hashIn = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

async function hashOf(content: Bytes): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of chunksOf(content)) hash.update(chunk);
	return hash.digest('hex');
}

/** Hashes what passes through. Fails at the end if another hash was expected, so that no place stores the file. */
class Hashing {
	readonly #hash = createHash('sha256');
	bytes = 0;
	readonly stream: TransformStream<Uint8Array, Uint8Array>;

	constructor(expected?: string) {
		this.stream = new TransformStream({
			transform: (chunk, controller) => {
				this.#hash.update(chunk);
				this.bytes += chunk.length;
				controller.enqueue(chunk);
			},
			flush: () => {
				if (expected !== undefined && this.sha256 !== expected)
					throw new Error(`The content has the hash ${this.sha256} in place of ${expected}.`);
			},
		});
	}

	get sha256(): string {
		return this.#hash.copy().digest('hex');
	}
}
