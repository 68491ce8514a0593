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
import { type Bytes, chunksOf } from './bytes.ts';
import type { BackupStorage } from './storage.ts';

const NOTES = 'progress.ndjson';
const LOCK = 'backup.lock';

export class Folder implements BackupStorage {
	readonly name: string;
	#isLocked = false;

	constructor(path: string) {
		this.name = path;
	}

	async lock(): Promise<void> {
		mkdirSync(this.name, { recursive: true, mode: 0o700 });
		const holder = Number(this.#read(LOCK) || 0);
		if (holder > 0 && holder !== process.pid && isAlive(holder))
			throw new Stop(`Process ${holder} is writing a backup into ${this.name}. Wait for it, or stop it.`);
		writeFileSync(this.#path(LOCK), String(process.pid));
		this.#isLocked = true;
	}

	async close(): Promise<void> {
		if (this.#isLocked) rmSync(this.#path(LOCK), { force: true });
	}

	async open(file: string): Promise<Bytes | null> {
		const path = this.#path(file);
		return existsSync(path) ? (Readable.toWeb(createReadStream(path)) as unknown as Bytes) : null;
	}

	async store(file: string, content: Bytes): Promise<void> {
		const path = this.#path(file);
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		await pipeline(chunksOf(content), createWriteStream(`${path}.part`, { mode: 0o600 }));
		renameSync(`${path}.part`, path);
	}

	/** Removes files, and folders that are empty then. */
	async remove(files: readonly string[]): Promise<void> {
		for (const path of files.map((file) => this.#path(file))) {
			rmSync(path, { force: true });
			if (existsSync(dirname(path)) && readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path));
		}
	}

	async note(line: string): Promise<void> {
		appendFileSync(this.#path(NOTES), line, { mode: 0o600 });
	}

	async notes(): Promise<string> {
		return this.#read(NOTES);
	}

	forgetNotes(): Promise<void> {
		return this.remove([NOTES]);
	}

	#read(file: string): string {
		return existsSync(this.#path(file)) ? readFileSync(this.#path(file), 'utf8') : '';
	}

	#path(file: string): string {
		if (file.split('/').includes('..')) throw new Stop(`The backup names a file outside its folder: ${file}`);
		return join(this.name, file);
	}
}
