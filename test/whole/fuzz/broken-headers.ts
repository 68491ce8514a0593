import fc from 'fast-check';
import type { Breakage } from './broken-body.ts';
import { words } from './nasty-json.ts';

const LONG = 'x'.repeat(16_384);

/** Schemes and credentials; `~` is the caller's token. */
const CREDENTIALS = `Bearer|Bearer |Bearer  ~|bearer ~|BEARER ~|Bearer\t~|Basic ~|Basic YTpi|Bearer ~.|Bearer ~x|Bearer ~=
Bearer "~"|Bearer ~, Bearer ~|Bearer token=~|Bearer null|Bearer ..|Bearer a.b.c|Negotiate|Bearer ' OR 1=1--`;

/** Headers, each with some of the values it should not have; `{token}` is the caller's. */
const HEADERS: Record<string, string[]> = {
	Authorization: [
		'',
		'{token}',
		`Bearer ${LONG}`,
		`Bearer ${'a.'.repeat(8_000)}`,
		'Bearer eyJhbGciOiJub25lIn0.e30.',
		'Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.AAAA',
		...CREDENTIALS.split(/[|\n]/).map((value) => value.replaceAll('~', '{token}')),
	],
	'Content-Type': [
		'',
		LONG,
		'application/json; charset=',
		'application/json, text/html',
		'multipart/form-data; boundary=a',
		...words(`
			application/json;charset=utf-16 application/json; APPLICATION/JSON text/plain text/json application/jsonp
			application/merge-patch+json application/vnd.api+json application/problem+json multipart/form-data
			application/x-www-form-urlencoded application/octet-stream application/pdf */* json / ;
		`),
	],
	'X-Request-Id': [
		'',
		'a',
		' ',
		'<script>',
		'\x01\x02',
		'a'.repeat(255),
		'a'.repeat(256),
		LONG,
		'a b',
		'{"a":1}',
	],
	'Idempotency-Key': [
		'',
		'a',
		'"a"',
		' ',
		'a'.repeat(255),
		'a'.repeat(256),
		LONG,
		'\x01',
		"' OR 1=1--",
		'__proto__',
	],
	'If-Match': ['', LONG, '"a", "b"', '"\x7f"', ...words('* "a" W/"a" a " "0" "-1" "1e400"')],
	'If-None-Match': ['*', '"a"', LONG],
	'If-Modified-Since': ['never', 'Wed, 21 Oct 2015 07:28:00 GMT'],
	Accept: ['', 'text/html', 'image/*;q=0', '*/*;q=abc', LONG, 'application/xml'],
	'Accept-Encoding': ['identity;q=0', '*;q=0', 'gzip, br, zstd'],
	'Accept-Language': ['*', LONG],
	Range: words('bytes=0-0 bytes=-1 bytes=5-1 bytes=0-1,3-4 bytes=999999999- items=0-1 bytes=a-b'),
	Cookie: ['a=b', '__proto__=1', LONG],
	Origin: ['null', 'https://elsewhere.example'],
	Host: ['elsewhere.example', ''],
	'X-Forwarded-Host': ['elsewhere.example'],
	'X-HTTP-Method-Override': ['DELETE', 'TRACE'],
	'Content-Length': ['0', '1', '-1', '99999999', 'abc'],
	'Content-Encoding': ['gzip', 'br', 'identity', 'zip', 'gzip, gzip'],
	'Transfer-Encoding': ['chunked', 'gzip'],
	Expect: ['100-continue', 'miracles'],
	Upgrade: ['websocket', 'h2c'],
	'CF-Connecting-IP': ['', '::1', LONG, "' OR 1=1--"],
	Prefer: ['return=minimal'],
};

const LISTED = Object.entries(HEADERS).map(([name, values]) =>
	fc.constantFrom(...values.map((value) => ({ name, value }))),
);

/** A header with a value that it should not have, or with any text. */
export const inHeaders: fc.Arbitrary<Breakage> = fc
	.oneof(
		{ arbitrary: fc.oneof(...LISTED.slice(0, 5)), weight: 3 },
		{ arbitrary: fc.oneof(...LISTED), weight: 3 },
		fc.record({ name: fc.constantFrom(...Object.keys(HEADERS)), value: fc.string({ maxLength: 300 }) }),
	)
	.map(({ name, value }) => (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } }));
