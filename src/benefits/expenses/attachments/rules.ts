import { inflateSync } from 'node:zlib';

/** Attachments that are larger when inflated are skipped. */
const MAX_ATTACHMENT_BYTES = 1024 * 1024;
const MAX_ATTACHMENTS = 10;
/** The most marks that are searched in a file. The rest of a longer file is ignored. */
const MAX_MARKS = 1000;
/** The most bytes between a mark and the ends of its dictionary. Real ones are shorter. */
const MAX_DICTIONARY_BYTES = 2048;

/** The dictionary of an attachment contains one of these, as the type of the object or of the file. */
const MARKS = ['/EmbeddedFile', '/text#2Fxml', '/application#2Fxml'];

/** Returns the files in a PDF, or why they cannot be read. Streams are never in compressed objects, so no parser is needed. */
export function attachmentsIn(pdf: Uint8Array): Uint8Array[] | 'encrypted' | 'too_many' {
	const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
	const isEncrypted = placesOf(file, '/Encrypt').some((at) =>
		/^\/Encrypt\s*(<<|\d+\s+\d+\s+R)/.test(file.toString('latin1', at, at + 32)),
	);
	if (isEncrypted) return 'encrypted';
	const streams = new Map<number, string>();
	for (const mark of MARKS) {
		for (const at of placesOf(file, mark)) {
			const stream = streamAt(file, at, mark);
			if (stream !== null) streams.set(stream.start, stream.dictionary);
		}
	}
	if (streams.size > MAX_ATTACHMENTS) return 'too_many';
	return [...streams].flatMap(([start, dictionary]) => contentOf(file, start, dictionary) ?? []);
}

function placesOf(file: Buffer, mark: string): number[] {
	const places: number[] = [];
	for (let at = file.indexOf(mark); at >= 0 && places.length < MAX_MARKS; at = file.indexOf(mark, at + 1)) {
		places.push(at);
	}
	return places;
}

/** Returns the start and the dictionary of the stream with the mark; null if the dictionary belongs to another object. */
function streamAt(file: Buffer, at: number, mark: string): { start: number; dictionary: string } | null {
	const before = file.toString('latin1', Math.max(0, at - MAX_DICTIONARY_BYTES), at);
	const after = file.toString('latin1', at + mark.length, at + MAX_DICTIONARY_BYTES);
	const end = /^(?!\w)(?:(?!endobj).)*?>>\s*stream\r?\n/s.exec(after);
	if (end === null) return null;
	const [text] = end;
	return {
		start: at + mark.length + text.length,
		dictionary: before.slice(before.lastIndexOf(' obj') + 1) + mark + text,
	};
}

function contentOf(file: Buffer, start: number, dictionary: string): Uint8Array | null {
	const end = file.indexOf('endstream', start);
	if (end < 0) return null;
	const stored = file.subarray(start, end);
	if (!/\/Filter\b/.test(dictionary)) return stored.length > MAX_ATTACHMENT_BYTES ? null : stored;
	if (!/\/Filter\s*(\[\s*)?\/FlateDecode\s*(\/|>>|\])/.test(dictionary)) return null;
	try {
		return inflateSync(stored, { maxOutputLength: MAX_ATTACHMENT_BYTES });
	} catch {
		return null;
	}
}
