import { Readable } from 'node:stream';
import { type Manifest, type Section, Totals } from '../../../tenants/hosting/backups/rules.ts';
import { isForOwner, lineForOwner } from '../../../tenants/hosting/disaster-recovery/rules.ts';
import { type Bytes, linesIn } from './bytes.ts';

/** Texts are compressed in pieces of about this length. */
const PIECE = 65_536;

/** The rows of a backup without sign-ins and secrets, for the owner of the company. */
export class RowsForOwner {
	readonly content: Bytes;
	readonly #totals = new Totals();
	#rows = 0;
	#bytes = 0;

	constructor(compressed: Bytes) {
		this.content = (Readable.toWeb(Readable.from(this.#pieces(compressed))) as unknown as Bytes).pipeThrough(
			new CompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>,
		);
	}

	/** Returns the manifest of these rows, once they have all been read. */
	describe(manifest: Manifest, file: Manifest['file']): Manifest {
		return {
			...manifest,
			rows: this.#rows,
			bytes: this.#bytes,
			sections: this.#totals.digest(),
			file,
		};
	}

	async *#pieces(compressed: Bytes): AsyncGenerator<Uint8Array> {
		let text = '';
		for await (const line of this.#lines(compressed)) {
			text += `${line}\n`;
			if (text.length < PIECE) continue;
			yield this.#encoded(text);
			text = '';
		}
		yield this.#encoded(text);
	}

	#encoded(text: string): Uint8Array {
		const bytes = new TextEncoder().encode(text);
		this.#bytes += bytes.length;
		return bytes;
	}

	async *#lines(compressed: Bytes): AsyncGenerator<string> {
		let section: Section | undefined;
		for await (const line of linesIn(compressed)) {
			const isHead = line.startsWith('{');
			if (isHead) section = JSON.parse(line) as Section;
			if (section === undefined || !isForOwner(section.table)) continue;
			const kept = isHead ? line : lineForOwner(section, line);
			this.#totals.add(section, isHead ? [] : [kept]);
			if (!isHead) this.#rows++;
			yield kept;
		}
	}
}
