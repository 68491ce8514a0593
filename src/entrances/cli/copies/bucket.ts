import { hostname } from 'node:os';
import { Stop } from '../stop.ts';
import { type Bytes, chunksOf, contentOf, streamOf } from './bytes.ts';
import { repeated } from './retry.ts';
import type { BackupStorage } from './storage.ts';

/** The size of the parts of a large object. About this much is in memory at once. */
const PART_BYTES = 16 * 1024 * 1024;
/** The number of notes in one object. After a kill, files whose notes were not stored are stored again. */
const NOTED = 20;
const NOTES = 'progress/';
const LOCK = 'backup.lock';
/** A run renews its lock. An older lock belongs to a run that was killed. */
const LOCKED_MS = 120_000;

/** A bucket of R2 with a backup, or the part of it below a prefix. */
export class Bucket implements BackupStorage {
	readonly name: string;
	readonly #bucket: R2Bucket;
	readonly #prefix: string;
	readonly #dispose: () => Promise<void>;
	readonly #waitMs: ((tries: number) => number) | undefined;
	#noted: string[] = [];
	#noteFiles = 0;
	#lock: R2Object | null = null;
	#renewal: NodeJS.Timeout | undefined;

	constructor(
		name: string,
		bucket: R2Bucket,
		prefix: string,
		dispose: () => Promise<void> = async () => {},
		waitMs?: (tries: number) => number,
	) {
		this.name = name;
		this.#bucket = bucket;
		this.#prefix = prefix;
		this.#dispose = dispose;
		this.#waitMs = waitMs;
	}

	async lock(): Promise<void> {
		const key = this.#key(LOCK);
		const there = await this.#tried(() => this.#bucket.head(key));
		if (there !== null && Date.now() - there.uploaded.getTime() < LOCKED_MS)
			throw new Stop(
				`Another run is writing a backup into ${this.name}. Wait for it, or try again in 2 minutes if it broke off.`,
			);
		await this.#takeLock(there === null ? { etagDoesNotMatch: '*' } : { etagMatches: there.etag });
		const renew = () => this.#takeLock({ etagMatches: this.#lock?.etag ?? '' });
		// If it fails, another run may take the lock. The next `store` then notices that.
		this.#renewal = setInterval(() => renew().catch(() => {}), LOCKED_MS / 4);
		this.#renewal.unref();
	}

	async #takeLock(onlyIf: R2Conditional): Promise<void> {
		const holder = `${hostname()} ${process.pid} ${Date.now()}`;
		this.#lock = await this.#tried(() => this.#bucket.put(this.#key(LOCK), holder, { onlyIf }));
		this.#requireLock();
	}

	#requireLock(): void {
		if (this.#lock === null) throw new Stop(`Another run is writing a backup into ${this.name} now.`);
	}

	async close(): Promise<void> {
		clearInterval(this.#renewal);
		try {
			if (this.#renewal === undefined || this.#lock === null) return;
			await this.#storeNotes();
			await this.remove([LOCK]);
		} catch {
			// If this fails, the next run stores the files again, and the lock expires.
		} finally {
			await this.#dispose();
		}
	}

	async open(file: string): Promise<Bytes | null> {
		const found = await this.#tried(async () => {
			const object = await this.#bucket.get(this.#key(file));
			return object === null ? null : contentOf(object.body as unknown as Bytes);
		});
		return found === null ? null : streamOf(found);
	}

	async store(file: string, content: Bytes): Promise<void> {
		this.#requireLock();
		const key = this.#key(file);
		let upload: R2MultipartUpload | undefined;
		const parts: R2UploadedPart[] = [];
		try {
			for await (const { part, isLast } of partsOf(content)) {
				if (isLast && upload === undefined) {
					await this.#tried(() => this.#bucket.put(key, part));
					return;
				}
				upload ??= await this.#tried(() => this.#bucket.createMultipartUpload(key));
				const begun = upload;
				parts.push(await this.#tried(() => begun.uploadPart(parts.length + 1, part)));
			}
			await this.#tried(async () => upload?.complete(parts));
		} catch (error) {
			await upload?.abort().catch(() => {});
			throw error;
		}
	}

	async remove(files: readonly string[]): Promise<void> {
		const keys = files.map((file) => this.#key(file));
		for (let from = 0; from < keys.length; from += 1000)
			await this.#tried(() => this.#bucket.delete(keys.slice(from, from + 1000)));
	}

	async note(line: string): Promise<void> {
		if (this.#noted.push(line) >= NOTED) await this.#storeNotes();
	}

	async #storeNotes(): Promise<void> {
		const noted = this.#noted.splice(0);
		if (noted.length === 0) return;
		const file = `${NOTES}${Date.now()}-${this.#noteFiles++}.ndjson`;
		await this.#tried(() => this.#bucket.put(this.#key(file), noted.join('')));
	}

	async notes(): Promise<string> {
		let text = '';
		for (const file of await this.#noteKeys()) {
			const found = await this.open(file);
			if (found !== null) text += (await contentOf(found)).toString();
		}
		return text;
	}

	async forgetNotes(): Promise<void> {
		this.#noted = [];
		await this.remove(await this.#noteKeys());
	}

	async #noteKeys(): Promise<string[]> {
		const files: string[] = [];
		for (let cursor: string | undefined; ; ) {
			const from = { prefix: this.#key(NOTES), ...(cursor !== undefined && { cursor }) };
			const page = await this.#tried(() => this.#bucket.list(from));
			files.push(...page.objects.map(({ key }) => key.slice(this.#prefix.length)));
			if (!page.truncated) return files;
			cursor = page.cursor;
		}
	}

	#key = (file: string): string => this.#prefix + file;

	#tried<T>(work: () => Promise<T>): Promise<T> {
		return repeated(work, `The bucket ${this.name} cannot be reached`, this.#waitMs);
	}
}

/** Cuts a content into parts of one size. The last one may be shorter. */
async function* partsOf(content: Bytes): AsyncGenerator<{ part: Uint8Array; isLast: boolean }> {
	let [chunks, length]: [Uint8Array[], number] = [[], 0];
	for await (const chunk of chunksOf(content)) {
		chunks.push(chunk);
		length += chunk.length;
		while (length > PART_BYTES) {
			const all = Buffer.concat(chunks);
			yield { part: all.subarray(0, PART_BYTES), isLast: false };
			[chunks, length] = [[all.subarray(PART_BYTES)], length - PART_BYTES];
		}
	}
	yield { part: Buffer.concat(chunks), isLast: true };
}
