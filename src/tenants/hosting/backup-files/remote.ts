import { createHash } from 'node:crypto';
import {
	type BackupObject,
	labelOf,
	type Manifest,
	manifestKey,
	OBJECTS,
	objectOf,
	rowsKey,
	type Section,
	Totals,
} from '../backups/rules.ts';

/** The size of an upload's parts. R2 requires equal parts of at least 5 MiB. */
const PART_BYTES = 5 * 1024 * 1024;

/** Writes the compressed file of a backup. It holds only one part of it in memory. */
export class BackupFile {
	readonly #bucket: R2Bucket;
	readonly #key: string;
	readonly #gzip = new CompressionStream('gzip');
	readonly #writer = this.#gzip.writable.getWriter();
	readonly #hash = createHash('sha256');
	readonly #stored: Promise<void>;
	#part = new Uint8Array(PART_BYTES);
	#filled = 0;
	#bytes = 0;
	#upload: R2MultipartUpload | undefined;
	readonly #parts: R2UploadedPart[] = [];
	readonly #totals = new Totals();
	#section: number | null | undefined;
	rows = 0;
	bytes = 0;

	constructor(bucket: R2Bucket, key: string) {
		this.#bucket = bucket;
		this.#key = key;
		this.#stored = this.#store();
		// The writer reports this failure.
		this.#stored.catch(() => {});
	}

	async add(section: Section, lines: readonly string[]): Promise<void> {
		const isNew = this.#totals.add(section, lines);
		if (isNew || this.#section !== section.part) await this.#write(`${JSON.stringify(section)}\n`);
		this.#section = section.part;
		this.rows += lines.length;
		if (lines.length > 0) await this.#write(`${lines.join('\n')}\n`);
	}

	/** Stores the rest. Only then does the object exist in the bucket. */
	async close(): Promise<Pick<Manifest, 'file' | 'sections'>> {
		await this.#writer.close();
		await this.#stored;
		const rest = this.#part.subarray(0, this.#filled);
		if (this.#upload === undefined) await this.#bucket.put(this.#key, rest, { httpMetadata: GZIP });
		else {
			if (rest.length > 0) await this.#addPart(this.#upload, rest);
			await this.#upload.complete(this.#parts);
		}
		return {
			file: { bytes: this.#bytes, sha256: this.#hash.digest('hex') },
			sections: this.#totals.digest(),
		};
	}

	/** Deletes the uploaded parts. After a crash, R2 deletes them after a week. */
	async abort(): Promise<void> {
		await this.#writer.abort().catch(() => {});
		await this.#stored.catch(() => {});
		await this.#upload?.abort();
	}

	async #write(text: string): Promise<void> {
		const bytes = new TextEncoder().encode(text);
		this.bytes += bytes.length;
		await this.#writer.write(bytes);
	}

	async #store(): Promise<void> {
		const reader = (this.#gzip.readable as ReadableStream<Uint8Array>).getReader();
		try {
			for (;;) {
				const { done, value } = await reader.read();
				if (done) return;
				await this.#take(value);
			}
		} catch (error) {
			await reader.cancel(error).catch(() => {});
			throw error;
		}
	}

	async #take(chunk: Uint8Array): Promise<void> {
		this.#hash.update(chunk);
		this.#bytes += chunk.length;
		for (let rest = chunk; rest.length > 0; ) {
			const some = rest.subarray(0, PART_BYTES - this.#filled);
			this.#part.set(some, this.#filled);
			this.#filled += some.length;
			rest = rest.subarray(some.length);
			if (this.#filled < PART_BYTES) continue;
			this.#upload ??= await this.#bucket.createMultipartUpload(this.#key, { httpMetadata: GZIP });
			await this.#addPart(this.#upload, this.#part);
			this.#part = new Uint8Array(PART_BYTES);
			this.#filled = 0;
		}
	}

	async #addPart(upload: R2MultipartUpload, part: Uint8Array): Promise<void> {
		this.#parts.push(await upload.uploadPart(this.#parts.length + 1, part));
	}
}

const GZIP = { contentType: 'application/gzip' };

/** Completes a backup. A backup without a manifest does not count. */
export const saveManifest = (bucket: R2Bucket, manifest: Manifest): Promise<unknown> =>
	bucket.put(manifestKey(manifest.companyId, manifest.date), JSON.stringify(manifest), {
		httpMetadata: { contentType: 'application/json' },
		customMetadata: labelOf(manifest),
	});

export async function readManifest(
	bucket: R2Bucket,
	companyId: string,
	date: string,
): Promise<Manifest | null> {
	const object = await bucket.get(manifestKey(companyId, date));
	return object === null ? null : object.json<Manifest>();
}

/** A piece of a backup. The first one is the manifest. */
export type Piece = { manifest: Manifest } | { section: Section; lines: readonly string[] };

const PIECE_LINES = 1000;

/** Reads a backup: the manifest, then all lines in the order of the file. Fails at the end if a count or a hash differs. */
export async function* readBackup(bucket: R2Bucket, companyId: string, date: string): AsyncGenerator<Piece> {
	const manifest = await readManifest(bucket, companyId, date);
	if (manifest === null) throw new Error(`There is no backup of ${date}`);
	yield { manifest };
	const object = await bucket.get(rowsKey(companyId, date));
	if (object === null) throw damaged(date, 'its file is missing');
	const file = createHash('sha256');
	const hashing = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			file.update(chunk);
			controller.enqueue(chunk);
		},
	});
	const text = object.body
		.pipeThrough(hashing)
		.pipeThrough(new DecompressionStream('gzip') as TransformStream<Uint8Array, Uint8Array>)
		.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
	yield* checkedPieces(text, manifest);
	if (file.digest('hex') !== manifest.file.sha256) throw damaged(date, 'its file has another hash');
}

async function* checkedPieces(
	text: ReadableStream<string>,
	{ date, sections }: Manifest,
): AsyncGenerator<Piece> {
	const totals = new Totals();
	const lines: string[] = [];
	let section: Section | undefined;
	const take = (): Piece[] => {
		if (section === undefined) return [];
		totals.add(section, lines);
		return lines.length === 0 ? [] : [{ section, lines: lines.splice(0) }];
	};
	for await (const line of linesIn(text)) {
		if (line.startsWith('{')) {
			yield* take();
			section = JSON.parse(line) as Section;
		} else if (lines.push(line) === PIECE_LINES) yield* take();
	}
	yield* take();
	const found = totals.digest();
	const differing = found.find((one, place) => JSON.stringify(one) !== JSON.stringify(sections[place]));
	if (differing !== undefined)
		throw damaged(date, `the lines of ${differing.table} differ from the manifest`);
	if (found.length !== sections.length) throw damaged(date, 'tables are missing');
}

async function* linesIn(text: ReadableStream<string>): AsyncGenerator<string> {
	let rest = '';
	for await (const chunk of text as unknown as AsyncIterable<string>) {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
	if (rest !== '') yield rest;
}

const damaged = (date: string, how: string): Error => new Error(`The backup of ${date} is damaged: ${how}`);

/** Reads only the list of files at the beginning of a backup. */
export async function* readObjects(
	bucket: R2Bucket,
	companyId: string,
	date: string,
): AsyncGenerator<BackupObject> {
	for await (const piece of readBackup(bucket, companyId, date)) {
		if ('manifest' in piece) continue;
		if (piece.section.table !== OBJECTS.table) return;
		yield* piece.lines.map(objectOf);
	}
}
