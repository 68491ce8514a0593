/** Sent in values only: no error may repeat it outside of a pointer. */
export const CANARY = 'kanarienvogel';

export const words = (text: string): string[] => text.trim().split(/\s+/);

/** Strings that often cause faults: too long, not Unicode, longer than they look, code, or dates that do not exist. */
const STRINGS = [
	'',
	' ',
	'x'.repeat(255),
	'x'.repeat(256),
	'ä'.repeat(256),
	'😀'.repeat(128),
	'x'.repeat(60_000),

	'\0',
	`${CANARY}\0`,
	'\ud800',
	`${CANARY}\udfff\ud800`,
	'\ufeff\u200b\u2060',
	'\u2028\u2029\r\n\t\u0085',
	'\u202eגנב\u202c',
	'Z\u0351\u036b\u0343\u036a'.repeat(20),
	'é'.normalize('NFD'),
	'\u212b\u00c5',
	'👩‍👩‍👧‍👦🏴󠁧󠁢󠁷󠁬󠁳󠁿',
	'ıİſßΣς',
	'٣٤٥',
	'__proto__',
	'constructor',
	'null',
	'NaN',
	`'; DROP TABLE users; --${CANARY}`,
	`" OR ""="${CANARY}`,
	`${CANARY}%' UNION SELECT password_hash FROM users--`,
	`<script>alert('${CANARY}')</script>`,
	`\${7*7}{{7*7}}<%= 7*7 %>#{7*7}${CANARY}`,
	`=HYPERLINK("http://${CANARY}.example")`,
	`${CANARY}\r\nSet-Cookie: a=b`,
	...words(`
		../../../../etc/passwd 2023-02-30T00:00:00.000Z 2023-04-01T00:00:00Z 2023-04-01T00:00:00.0000001Z
		2023-04-01T24:00:00.000Z 9999-12-31T23:59:59.9999Z 0000-01-01T00:00:00.000Z -271821-04-20T00:00:00.000Z
		2023-04-01T00:00:00+14:00 2023-W14 2023-13 0001-01
	`),
];

/** JSON texts, well-formed or not, for the place of any value. */
export const JSON_TEXTS = [
	...STRINGS.map((text) => JSON.stringify(text)),
	...words(
		'null true false [] {} [[]] [null] {"":{}} 0 -0 -1 1.5 1e-7 5E+2 5000.0 5e3 1e400 -1e400 1e308 4.9e-324',
	),
	...words('9007199254740991 9007199254740992 9007199254740993 -9007199254740993 18446744073709551616'),
	...words(
		`00 0x10 +1 .5 1. 1_000 NaN Infinity undefined 'x' /**/1 "\\ud800" "\\udc00\\ud800" "\\u0000" "\\x41" "\\u12 "`,
	),
	'"\t"',
	'"\n"',
	'',
	`${'['.repeat(10_000)}${']'.repeat(10_000)}`,
	`${'['.repeat(30_000)}${']'.repeat(30_000)}`,
	`${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
	'['.repeat(50_000),
	`[${'0,'.repeat(25_000)}0]`,
	'{"value":5000,"currency":"EUR_CENT","value":-1}',
	'{"__proto__":{"roles":["PLATFORM_ADMIN"]}}',
	'{"constructor":{"prototype":{"all":true}}}',
	'{"length":1e9,"toString":null,"then":1,"toJSON":1}',
	'{"$ref":"#","$ne":null,"$gt":""}',
];

/** Members that no body has. */
export const MEMBERS = [
	`"endDat":"${CANARY}"`,
	'"__proto__":{"roles":["PLATFORM_ADMIN"],"all":true}',
	'"constructor":{"prototype":{"all":true}}',
	...words('"prototype":{} "toString":1 "hasOwnProperty":null "a/b~c":1 "\\u0000":1 "dateDeleted":null'),
	...[`"":"${CANARY}"`, `"\\ud800":"${CANARY}"`, '"roles":["PLATFORM_ADMIN"]'],
	'"id":"{foreign.companyId}"',
	'"companyId ":"{foreign.companyId}"',
	`"${'k'.repeat(40_000)}":1`,
	Array.from({ length: 5000 }, (_, n) => `"f${n}":${n}`).join(),
];
