import PostalMime from 'postal-mime';
import { asciiAddress } from '../../../foundation/core/addresses.ts';
import type { Count } from '../../../foundation/core/memory.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { receiptTypeOf } from '../receipts/rules.ts';

/** The most bytes of a mail, with its encoded files. */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024;

export const MAX_FILES = 50;

/** The most mails of an employee on a UTC day. A check of the database has this number too. */
export const MAX_MAILS_PER_DAY = 50;

/** The limits of the parser. Real mails stay far below them. */
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

/** Returns the headers and files of a mail; null if it cannot be parsed. `count` gets the size of each attached mail before it is copied. */
export async function parseMail(
	raw: Uint8Array<ArrayBuffer>,
	count: Count = () => undefined,
): Promise<IncomingMail | null> {
	let left = MAX_MAIL_BYTES;
	// This limit keeps the levels of one mail from counting for more than a person may hold in memory.
	const mayOpen = ({ length }: Uint8Array) => {
		if (length > left) return false;
		left -= length;
		count(length);
		return true;
	};
	try {
		const { headers, parts } = await partsOf(raw, 0, mayOpen);
		const separate = parts.filter(({ isPartOfText }) => !isPartOfText);
		// Pictures in the text are often logos, so they count only if there are no other files.
		const hasOthers = separate.some(({ bytes }) => receiptTypeOf(bytes) !== null);
		return { headers, files: hasOthers ? separate : parts };
	} catch (error) {
		if (error instanceof Refusal) throw error;
		return null;
	}
}

/** Reads the files of a mail. An attached mail is replaced by its own files. */
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

/** True for mails of programs, lists and this service. Replying to them could cause an endless exchange. */
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

/** The name that Cloudflare writes before its own results. */
const VERIFIER = 'mx.cloudflare.net';

/**
 * True if Cloudflare has verified that the mail comes from this address. The address must be the only sender, and DMARC must have passed for
 * its domain. A domain without DMARC needs a valid DKIM signature of its own, or of a parent domain.
 */
export function isFrom(address: string, headers: readonly Header[], envelopeSender: string): boolean {
	const sender = soleSender(headers);
	if (sender === null || keyOf(sender) !== keyOf(address)) return false;
	// Cloudflare includes the envelope's sender in its results, so the sender must not look like a result.
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

/** Returns the address in the From header; null unless there is one such header with one address. */
function soleSender(headers: readonly Header[]): string | null {
	const [from, ...more] = headers.filter(({ key }) => key === 'from');
	if (from === undefined || more.length > 0) return null;
	// A display name may contain anything in quotes. Outside of quotes, it must not contain anything like an address.
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

/** Reads the results in the topmost `Authentication-Results` (RFC 8601) by Cloudflare. The sender may have written lower ones. */
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
		// A property appears twice only if somebody has inserted it.
		return first === undefined || properties.size < rest.length
			? []
			: [{ method: first[0], result: first[1], properties }];
	});
}

/** Removes comments, which can be nested. After a comment without an end, it removes the whole rest. */
function withoutComments(text: string): string {
	let [kept, depth] = ['', 0];
	for (const letter of text) {
		if (letter === '(') depth++;
		if (depth === 0) kept += letter;
		if (letter === ')') depth = Math.max(0, depth - 1);
	}
	return kept;
}
