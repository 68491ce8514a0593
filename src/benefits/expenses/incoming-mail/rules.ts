import PostalMime from 'postal-mime';
import { asciiAddress } from '../../../foundation/core/addresses.ts';
import type { Count } from '../../../foundation/core/memory.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { receiptTypeOf } from '../receipts/rules.ts';

/** The largest mail, with its files as they are encoded. */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024;

/** How many files a mail may have. */
export const MAX_FILES = 50;

/** How many mails of an employee are accepted on a day (UTC). A check of the database repeats it. */
export const MAX_MAILS_PER_DAY = 50;

/** Mails of people are far below these limits of the parser. */
const LIMITS = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 3 };
/** How many levels of attached mails are read. */
const MAX_ATTACHED_DEPTH = 3;

export interface Header {
	/** In lower case. */
	key: string;
	value: string;
}

export interface MailedFile {
	name: string | null;
	bytes: Uint8Array<ArrayBuffer>;
}

export interface IncomingMail {
	headers: readonly Header[];
	files: readonly MailedFile[];
}

/** Returns the headers and files of a mail; null if it cannot be parsed. `count` gets the size of each attached mail, before it is copied. */
export async function parseMail(
	raw: Uint8Array<ArrayBuffer>,
	count: Count = () => undefined,
): Promise<IncomingMail | null> {
	let left = MAX_MAIL_BYTES;
	// Without this limit, the levels of one mail could count for more than a person may hold.
	const mayOpen = ({ length }: Uint8Array) => {
		if (length > left) return false;
		left -= length;
		count(length);
		return true;
	};
	try {
		const { headers, parts } = await partsOf(raw, 0, mayOpen);
		const separate = parts.filter(({ isPartOfText }) => !isPartOfText);
		// Pictures in the text are often logos, so they count only if there is nothing else to take.
		const hasOthers = separate.some(({ bytes }) => receiptTypeOf(bytes) !== null);
		return { headers, files: hasOthers ? separate : parts };
	} catch (error) {
		if (error instanceof Refusal) throw error;
		return null;
	}
}

/** Reads the files of a mail, and in place of an attached mail the files in that. */
async function partsOf(raw: Uint8Array<ArrayBuffer>, depth: number, mayOpen: (mail: Uint8Array) => boolean) {
	const { headers, attachments } = await PostalMime.parse(raw, LIMITS);
	const parts: (MailedFile & { isPartOfText: boolean })[] = [];
	for (const { filename: name, mimeType, content, related } of attachments) {
		const bytes = new Uint8Array(content as ArrayBuffer);
		const inner =
			mimeType === 'message/rfc822' &&
			depth < MAX_ATTACHED_DEPTH &&
			mayOpen(bytes) &&
			(await partsOf(bytes, depth + 1, mayOpen));
		if (inner && inner.parts.length > 0) parts.push(...inner.parts);
		else parts.push({ name, bytes, isPartOfText: related === true });
	}
	return { headers, parts };
}

/** True for mails of programs, lists and this service. An answer could lead to another such mail, without end. */
export function isAutomatic(
	headers: readonly Header[],
	envelopeSender: string,
	ownAddress: string | null,
): boolean {
	const says = (name: string, pattern: RegExp) =>
		headers.some(({ key, value }) => key === name && pattern.test(value));
	return (
		!envelopeSender.includes('@') ||
		(ownAddress !== null && keyOf(soleSender(headers) ?? '') === keyOf(ownAddress)) ||
		says('auto-submitted', /^(?!\s*no\s*$)/i) ||
		says('precedence', /bulk|junk|list|auto_reply/i) ||
		says('list-id', /^/) ||
		says('x-auto-response-suppress', /\ball\b/i)
	);
}

/** The name under which Cloudflare tells what it has verified. */
const VERIFIER = 'mx.cloudflare.net';

/**
 * True if the mail comes from this address, as Cloudflare has verified: its only sender is the address, and DMARC has passed for the
 * domain. A domain without DMARC needs a valid DKIM signature of its own, or of a domain above it.
 */
export function isFrom(address: string, headers: readonly Header[], envelopeSender: string): boolean {
	const sender = soleSender(headers);
	if (sender === null || keyOf(sender) !== keyOf(address)) return false;
	// Cloudflare repeats the sender of the envelope among its results, so it must not be able to look like one.
	if (!/^[^\s"'(),:;<>\\[\]]+$/.test(envelopeSender)) return false;
	const results = verifiedResults(headers);
	const [dmarc, ...more] = results.filter(({ method }) => method === 'dmarc');
	if (dmarc === undefined || more.length > 0) return false;
	const domain = keyOf(sender).slice(sender.lastIndexOf('@') + 1);
	if (dmarc.result === 'pass') return dmarc.properties.get('header.from') === domain;
	return (
		dmarc.result === 'none' &&
		results.some(
			({ method, result, properties }) =>
				method === 'dkim' && result === 'pass' && isAbove(properties.get('header.d') ?? '', domain),
		)
	);
}

const keyOf = (address: string): string => asciiAddress(address).toLowerCase();

const isAbove = (signer: string, domain: string): boolean =>
	signer.includes('.') && (domain === signer || domain.endsWith(`.${signer}`));

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Returns the address of the From header; null unless there is one header with one address. */
function soleSender(headers: readonly Header[]): string | null {
	const [from, ...more] = headers.filter(({ key }) => key === 'from');
	if (from === undefined || more.length > 0) return null;
	// A display name may hold anything in quotes, and nothing outside of them that could be an address.
	const bare = withoutComments(from.value.replace(QUOTED, '')).trim();
	const [, named, plain] =
		/^(?:[^<>@,;:()]*<([^<>@\s,;:()]+@[^<>@\s,;:()]+)>|([^<>@\s,;:()]+@[^<>@\s,;:()]+))$/.exec(bare) ?? [];
	return named ?? plain ?? null;
}

interface Result {
	method: string;
	result: string;
	properties: ReadonlyMap<string, string>;
}

/**
 * Reads the results in the topmost `Authentication-Results` (RFC 8601), if it is Cloudflare's. Those below were in the mail when it came,
 * so the sender may have written them.
 */
function verifiedResults(headers: readonly Header[]): Result[] {
	const top = headers.find(({ key }) => key === 'authentication-results')?.value ?? '';
	const [verifier, ...parts] = withoutComments(top.replace(QUOTED, '')).split(';');
	if (verifier?.trim().toLowerCase() !== VERIFIER) return [];
	return parts.flatMap((part) => {
		const pairs = [...part.matchAll(/([\w.-]+)=(\S*)/g)].map(
			([, name = '', value = '']) => [name.toLowerCase(), value.toLowerCase()] as const,
		);
		const [first, ...rest] = pairs;
		const properties = new Map(rest);
		// No property comes twice, unless somebody has smuggled one in.
		return first === undefined || properties.size < rest.length
			? []
			: [{ method: first[0], result: first[1], properties }];
	});
}

/** Removes comments, which may be nested. It also removes all text after a comment that does not end. */
function withoutComments(text: string): string {
	let [kept, depth] = ['', 0];
	for (const letter of text) {
		if (letter === '(') depth++;
		if (depth === 0) kept += letter;
		if (letter === ')') depth = Math.max(0, depth - 1);
	}
	return kept;
}
