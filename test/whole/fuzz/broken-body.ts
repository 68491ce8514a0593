import fc from 'fast-check';
import { JSON_TEXTS, MEMBERS } from './nasty-json.ts';
import type { Draft } from './requests.ts';

/** A way to break a request. */
export type Breakage = (draft: Draft) => Draft;

const PLACE = '@@place@@';
const place = fc.nat(30);
const jsonText = fc.oneof(
	{ arbitrary: fc.constantFrom(...JSON_TEXTS), weight: 3 },
	fc.json({ maxDepth: 3 }),
	fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
	fc.double().map(String),
);
const misplacedText = fc.tuple(place, jsonText);

type Change = (body: string) => string;

/** The faults of a JSON body: a wrong value, a missing or additional field, a repeated key, broken syntax. */
const CHANGES: fc.Arbitrary<Change>[] = [
	misplacedText.map(
		([at, text]) =>
			(body) =>
				withNode(body, at, text),
	),
	misplacedText.map(
		([at, text]) =>
			(body) =>
				withNode(body, at + 1, text),
	),
	place.map((at) => (body) => withNode(body, at, undefined)),
	fc.constantFrom(...MEMBERS).map((member) => (body) => withMember(body, member)),
	misplacedText.map(
		([at, text]) =>
			(body) =>
				withTwin(body, at, text),
	),
	place.map((at) => (body) => body.slice(0, at)),
	jsonText.map((text) => () => text),
	fc.constantFrom(' ', ',', '}', '{}', '\0', '//', ' '.repeat(65_536)).map((end) => (body) => body + end),
	fc.constantFrom<Change>(
		(body) => `[${body}]`,
		(body) => JSON.stringify(body),
		(body) => body.replaceAll('"', "'"),
		(body) => body.padEnd(65_536, ' '),
		(body) => `\ufeff${body}`,
	),
];
export const inBody: fc.Arbitrary<Breakage> = fc.oneof(...CHANGES).map(onText);

/** The text as bytes that are not UTF-8, and no body at all. */
export const inEncoding: fc.Arbitrary<Breakage> = fc.oneof(
	place.map((at) => onBytes((bytes) => Uint8Array.from(bytes.with(at % bytes.length, 0xff)))),
	fc.uint8Array({ maxLength: 64 }).map((bytes) => onBytes(() => Uint8Array.from(bytes))),
	fc.constantFrom<Breakage>(
		onBytes((bytes) => Uint8Array.from([...bytes].flatMap((byte) => [byte, 0]))),
		onBytes((bytes) => Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes])),
		(draft) => onBytes(() => GZIP)({ ...draft, headers: { ...draft.headers, 'Content-Encoding': 'gzip' } }),
		(draft) => ({ ...draft, body: undefined }),
	),
);

/** Changes the text of a body, or puts one where none is; the platform sends none with GET. */
function onText(change: (body: string) => string): Breakage {
	return (draft) => {
		if (/^(GET|HEAD)$/.test(draft.method) || draft.body instanceof Uint8Array) return draft;
		const headers = { 'Content-Type': 'application/json', ...draft.headers };
		return { ...draft, headers, body: change(draft.body ?? '{}') };
	};
}

function onBytes(change: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>): Breakage {
	return (draft) => {
		if (typeof draft.body !== 'string' || draft.body === '') return draft;
		return { ...draft, body: change(new TextEncoder().encode(draft.body)) };
	};
}

/** Puts a JSON text in the place of a value, counted from the outermost; without one, leaves the value out. */
function withNode(body: string, at: number, text: string | undefined): string {
	const value = parsed(body);
	if (value === undefined) return body;
	let count = 0;
	JSON.stringify(value, (_, one) => {
		count++;
		return one;
	});
	let visited = 0;
	const marked = JSON.stringify(value, (_, one) => {
		if (visited++ !== at % count) return one;
		return text === undefined ? undefined : PLACE;
	});
	return marked?.replace(`"${PLACE}"`, () => text ?? '') ?? '';
}

const withMember = (body: string, member: string): string =>
	body.replace(/^\{(?=(\}?))/, (_, end) => `{${member}${end === '' ? ',' : ''}`);

/** Repeats one of the keys, before the others or behind them. */
function withTwin(body: string, at: number, text: string): string {
	const keys = [...body.matchAll(/"(\w+)":/g)].map(([, key]) => key);
	if (keys.length === 0) return `{"a":${text},"a":${text}}`;
	const member = `"${keys[at % keys.length]}":${text}`;
	return at % 2 === 0 ? withMember(body, member) : body.replace(/\}$/, () => `,${member}}`);
}

function parsed(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** `{}`, compressed. */
const GZIP = Uint8Array.from(atob('H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA=='), (letter) => letter.charCodeAt(0));
