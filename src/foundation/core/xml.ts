import type { XmlElement } from '@rgrove/parse-xml';

export type { XmlElement };

/** The parser calls itself for each level and creates an object for each element. Real invoices stay far below these limits. */
const MAX_DEPTH = 64;
const MAX_TAGS = 40_000;
const MAX_OUTLINE_LENGTH = 1024 * 1024;
/** Longer texts are files in Base64, which the service does not read. */
const MAX_TEXT_LENGTH = 8192;

/** Returns the root of an XML document. Returns null for anything else, for a DOCTYPE, and for a document that is too large. */
export async function parseXml(file: Uint8Array): Promise<XmlElement | null> {
	const outline = outlineOf(decoded(file));
	if (outline === null) return null;
	const { parseXml } = await import('@rgrove/parse-xml');
	try {
		return parseXml(outline).root;
	} catch {
		return null;
	}
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. Any other encoding gives an empty text. */
function decoded(file: Uint8Array): string {
	const [first, second] = file;
	const encoding =
		first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
	try {
		return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(file);
	} catch {
		return '';
	}
}

/** Markup between elements. `isKept` tells whether the parser gets it. */
const MARKUP = [
	{ begin: '<!--', end: '-->', isKept: false },
	{ begin: '<?', end: '?>', isKept: false },
	{ begin: '<![CDATA[', end: ']]>', isKept: true },
] as const;

/** Returns the elements and short texts of a document, or null if the parser must not get it. It runs in linear time. */
function outlineOf(text: string): string | null {
	const parts: string[] = [];
	let [at, depth, tags, length] = [0, 0, 0, 0];
	const keep = (part: string, maxLength = MAX_TEXT_LENGTH) => {
		if (part.length > maxLength) return;
		parts.push(part);
		length += part.length;
	};
	for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', at)) {
		keep(text.slice(at, start));
		const markup = MARKUP.find(({ begin }) => text.startsWith(begin, start));
		if (markup === undefined) {
			// This is a DOCTYPE, which could define entities.
			if (text[start + 1] === '!') return null;
			at = endOfTag(text, start);
			tags++;
			if (text[start + 1] === '/') depth--;
			else if (text[at - 2] !== '/') depth++;
			keep(text.slice(start, at), MAX_OUTLINE_LENGTH);
		} else {
			at = endOf(text, markup.end, start + markup.begin.length);
			if (markup.isKept) keep(text.slice(start, at));
		}
		const isTooLarge = depth > MAX_DEPTH || tags > MAX_TAGS || length > MAX_OUTLINE_LENGTH;
		if (at === 0 || depth < 0 || isTooLarge) return null;
	}
	return parts.join('');
}

/** Returns the index after the next `what`; 0 if there is none. */
const endOf = (text: string, what: string, from: number): number => {
	const found = text.indexOf(what, from);
	return found < 0 ? 0 : found + what.length;
};

/** Returns the index after a tag, whose attributes may contain ">"; 0 if it does not end. */
function endOfTag(text: string, start: number): number {
	const next = /[>"']/g;
	next.lastIndex = start;
	for (let found = next.exec(text); found !== null; found = next.exec(text)) {
		if (found[0] === '>') return next.lastIndex;
		next.lastIndex = endOf(text, found[0], next.lastIndex);
		if (next.lastIndex === 0) return 0;
	}
	return 0;
}

/** Returns the name of an element without its prefix. */
export const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

/** Returns the namespace that an element declares for its own prefix. */
export function namespaceOf({ name, attributes }: XmlElement): string | undefined {
	const colon = name.indexOf(':');
	return attributes[colon < 0 ? 'xmlns' : `xmlns:${name.slice(0, colon)}`];
}

const isElement = (node: object): node is XmlElement => 'attributes' in node;

export const elementsIn = ({ children }: XmlElement): XmlElement[] => children.filter(isElement);
