import { createHash } from 'node:crypto';
import {
	appendFileSync,
	createReadStream,
	createWriteStream,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAlive, Stop } from '../stop.ts';
import type { Bytes, Seal } from './seal.ts';

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

const JOURNAL = 'progress.ndjson';
const LOCK = 'backup.lock';

/** The folder of a backup. Files whose names are in its journal are whole. */
export class Folder {
	readonly #path: string;
	readonly #seal: Seal;
	readonly #kept = new Map<string, Kept>();

	constructor(path: string, seal: Seal) {
		this.#path = path;
		this.#seal = seal;
		const journal = join(path, JOURNAL);
		if (!existsSync(journal)) return;
		for (const one of parsedLines<Kept>(readFileSync(journal, 'utf8'))) this.#kept.set(one.key, one);
	}

	/** Keeps a second backup out of the folder until `unlock`. */
	lock(): void {
		mkdirSync(this.#path, { recursive: true, mode: 0o700 });
		const file = join(this.#path, LOCK);
		const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
		if (holder > 0 && holder !== process.pid && isAlive(holder))
			throw new Stop(`Process ${holder} is writing a backup into ${this.#path}. Wait for it, or stop it.`);
		writeFileSync(file, String(process.pid));
	}

	unlock(): void {
		rmSync(join(this.#path, LOCK), { force: true });
	}

	/** Returns a file if it is stored whole, with this hash unless that does not matter. */
	async find(key: string, sha256?: string): Promise<Kept | null> {
		const kept = this.#kept.get(key);
		if (kept === undefined || kept.recipient !== this.#seal.recipient) return null;
		if (sha256 !== undefined && kept.sha256 !== sha256) return null;
		return existsSync(this.#file(key)) && (await hashOf(this.#stored(key))) === kept.stored ? kept : null;
	}

	/** Stores a file. Until it is whole, it has another name. */
	async keep(key: string, type: string, content: Bytes, sha256?: string): Promise<Kept> {
		const file = this.#file(key);
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		const [plain, sealed] = [new Hashing(), new Hashing()];
		const stored = (await this.#seal.encrypt(content.pipeThrough(plain.stream))).pipeThrough(sealed.stream);
		const part = `${file}.part`;
		await pipeline(chunksOf(stored), createWriteStream(part, { mode: 0o600 }));
		if (sha256 !== undefined && plain.sha256 !== sha256)
			throw new Error(`${key} has another hash than expected`);
		renameSync(part, file);
		const { recipient } = this.#seal;
		const kept: Kept = {
			key,
			type,
			bytes: plain.bytes,
			sha256: plain.sha256,
			stored: sealed.sha256,
			recipient,
		};
		this.#kept.set(key, kept);
		appendFileSync(join(this.#path, JOURNAL), `${JSON.stringify(kept)}\n`, { mode: 0o600 });
		return kept;
	}

	/** Returns the content of a file. Fails if any byte of it has changed. */
	async read({ key, sha256, stored }: Kept): Promise<Buffer<ArrayBuffer>> {
		const file = this.#file(key);
		if (!existsSync(file)) throw new Stop(`The backup is cut off: ${file} is missing.`);
		if ((await hashOf(this.#stored(key))) !== stored)
			throw new Stop(`The backup is damaged: ${file} has changed since it was written.`);
		const chunks: Uint8Array[] = [];
		for await (const chunk of chunksOf(await this.open(key))) chunks.push(chunk);
		const content = Buffer.concat(chunks);
		if (createHash('sha256').update(content).digest('hex') !== sha256)
			throw new Stop(`The backup is damaged: ${file} has another content.`);
		return content;
	}

	open(key: string): Promise<Bytes> {
		return this.#seal.decrypt(this.#stored(key));
	}

	/** Deletes all files but these, and writes the description of the backup, which makes it whole. */
	finish(description: object, kept: readonly Kept[]): void {
		const lines = kept.map((one) => `${JSON.stringify(one)}\n`).join('');
		const sha256 = createHash('sha256').update(lines).digest('hex');
		const list = `files-${sha256.slice(0, 12)}.ndjson`;
		replace(join(this.#path, list), lines);
		const before = readDescription<{ list?: string }>(this.#path)?.list;
		replace(join(this.#path, DESCRIPTION), JSON.stringify({ ...description, list, sha256 }, null, '\t'));
		const wanted = new Set(kept.map(({ key }) => key));
		for (const { key } of this.#kept.values()) if (!wanted.has(key)) this.#remove(key);
		if (before !== undefined && before !== list) rmSync(join(this.#path, before), { force: true });
		replace(join(this.#path, JOURNAL), lines);
	}

	/** Returns the files of a finished backup. */
	files({ list, sha256 }: { list: string; sha256: string }): Kept[] {
		const file = join(this.#path, list);
		const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
		if (createHash('sha256').update(text).digest('hex') !== sha256)
			throw new Stop(`The backup is cut off or damaged: ${file} differs from ${DESCRIPTION}.`);
		return parsedLines<Kept>(text);
	}

	/** Removes a file, and its folder once that is empty. */
	#remove(key: string): void {
		const file = this.#file(key);
		rmSync(file, { force: true });
		if (existsSync(dirname(file)) && readdirSync(dirname(file)).length === 0) rmdirSync(dirname(file));
	}

	#file(key: string): string {
		if (key.split('/').includes('..')) throw new Stop(`The backup names a file outside its folder: ${key}`);
		return join(this.#path, key) + this.#seal.suffix;
	}

	#stored = (key: string): Bytes => Readable.toWeb(createReadStream(this.#file(key))) as unknown as Bytes;
}

const DESCRIPTION = 'backup.json';

/** Returns the description of a finished backup; undefined if there is none. */
export function readDescription<T>(path: string): T | undefined {
	const file = join(path, DESCRIPTION);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

function replace(file: string, content: string): void {
	writeFileSync(`${file}.part`, content, { mode: 0o600 });
	renameSync(`${file}.part`, file);
}

/** A run that was killed may have written a part of its last line. */
function parsedLines<T>(text: string): T[] {
	return text
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line) as T);
}

/** Web streams are iterable in Node, which their types do not say. */
export const chunksOf = (stream: Bytes) => stream as unknown as AsyncIterable<Uint8Array>;

async function hashOf(content: Bytes): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of chunksOf(content)) hash.update(chunk);
	return hash.digest('hex');
}

/** Hashes what passes through. */
class Hashing {
	readonly #hash = createHash('sha256');
	bytes = 0;
	readonly stream = new TransformStream<Uint8Array, Uint8Array>({
		transform: (chunk, controller) => {
			this.#hash.update(chunk);
			this.bytes += chunk.length;
			controller.enqueue(chunk);
		},
	});

	get sha256(): string {
		return this.#hash.copy().digest('hex');
	}
}
