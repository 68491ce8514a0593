import fc from 'fast-check';
import { operations } from '../contract/document.ts';
import type { Breakage } from './broken-body.ts';
import { words } from './nasty-json.ts';
import type { Draft } from './requests.ts';

/** Broken values in the place of an id. */
const SEGMENTS = [
	'',
	...words(`
		. .. ... % %zz %2 %00 %2F %2f..%2f ..%2f..%2f %2e%2e %5c %25 %ff %c0%af %ed%a0%80 %F0%9F%98%80 %0d%0aSet-Cookie:a=b
		;a=b * :id {id} %7Bid%7D ~ @ $& ' %27%20OR%201=1-- %22 1;DROP%20TABLE%20users %24%7B7*7%7D %7B%7B7*7%7D%7D
		%3Cscript%3E null undefined NaN 0 -1 __proto__ constructor toString default me auth
		00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff {own.companyId}%00 {own.employeeId}/
		{own.employeeId}%20 {own.employeeId}%0a %7B{own.employeeId}%7D urn:uuid:{own.id}
	`),
	'x'.repeat(8_000),
	'%F0%9F%98%80'.repeat(500),
	'a/'.repeat(1_000),
	'%2e%2e%2f'.repeat(500),
];

/** Values of known parameters; the last words are cursors of things that are none. */
const QUERY_VALUES = [
	'',
	...words(`
		% %zz %00 %ff %ed%a0%80 %20 + 0 -1 1.5 1e3 0x10 00001 1001 1000000000000 %D9%A3 %EF%BC%91 [] {} null undefined NaN
		__proto__ %27%20OR%201=1-- %3Cscript%3E 2023-02-30 2023-3 2023 9999-12-31 %2023-03 2023-03%0A MEALS,SPORTS meals
		csv%00 !!!! bnVsbA== W10= WzEsMl0= WzFlNDAwLCJhIl0= WzAsIiJd WzAsIicgT1IgMT0xIl0= W251bGwsbnVsbF0= e30=
		Wy0xLCJ6enoiXQ== WzkwMDcxOTkyNTQ3NDA5OTMsIjAiXQ== WzAuNSwiMCJd W1tbW1tbW1tb
	`),
	'x'.repeat(256),
	'x'.repeat(20_000),
];

/** Broken parameters after the existing query. */
const QUERY_ENDS = [
	...words(`
		& &&&=== &= &__proto__=1 &__proto__[all]=1 &constructor=1 &toString=1 &a[]=1&a[]=2 &%00=1 &%=% &limit
		&limit[]=1 &LIMIT=0 &date ?a=b #fragment &companyId={foreign.companyId}
	`),
	`&${'a=1&'.repeat(3_000)}`,
	`&${Array.from({ length: 2_000 }, (_, n) => `p${n}=`).join('&')}`,
];

/** The methods that the platform lets through. */
const METHODS = words(
	'GET HEAD POST PUT DELETE PATCH OPTIONS TRACE QUERY PROPFIND PURGE LOCK MERGE SEARCH put',
);

const PARAMETERS = [
	...new Set(
		operations.flatMap(({ parameters = [] }) =>
			parameters.flatMap((one) => (one.in === 'query' ? [one.name] : [])),
		),
	),
];

export const inPath: fc.Arbitrary<Breakage> = fc.oneof(
	fc.tuple(fc.nat(3), fc.constantFrom(...SEGMENTS)).map(([at, segment]) => (draft: Draft) => ({
		...draft,
		path: withSegment(draft.path, at, segment),
	})),
	fc
		.constantFrom<(path: string) => string>(
			(path) => `${path}/`,
			(path) => path.toUpperCase(),
			(path) => path.replaceAll('/', '//'),
			(path) => path.replace('/api/v2', '/api/v1'),
			(path) => path.replace('/api/v2', '/api/v2/.'),
			(path) => `${path}%3Flimit=1`,
			(path) => `${path}.json`,
			(path) => `${path};v=1`,
		)
		.map((change) => (draft: Draft) => ({ ...draft, path: change(draft.path) })),
);

/** Parameters that are known, several times and with any value, or unknown. */
export const inQuery: fc.Arbitrary<Breakage> = fc.oneof(
	fc
		.tuple(fc.constantFrom(...PARAMETERS), fc.constantFrom(...QUERY_VALUES), fc.integer({ min: 1, max: 3 }))
		.map(([name, value, times]) => withEnd(`&${name}=${value}`.repeat(times))),
	fc.tuple(fc.nat(5), fc.constantFrom(...QUERY_VALUES)).map(([at, value]) => (draft: Draft) => {
		const parts = draft.query.split('&');
		const broken = parts.with(
			at % parts.length,
			(parts[at % parts.length] ?? '').replace(/=.*/, () => `=${value}`),
		);
		return { ...draft, query: broken.join('&') };
	}),
	fc.constantFrom(...QUERY_ENDS).map(withEnd),
);

export const inMethod: fc.Arbitrary<Breakage> = fc.constantFrom(...METHODS).map((method) => (draft) => ({
	...draft,
	method,
	...(/^(GET|HEAD)$/.test(method) && { body: undefined }),
}));

/** Replaces one of the ids, or adds a segment where there is none. */
function withSegment(path: string, at: number, segment: string): string {
	const parts = path.split('/');
	const ids = parts.flatMap((part, index) => (part.startsWith('{') ? [index] : []));
	const index = ids[at % ids.length];
	return (index === undefined ? [...parts, segment] : parts.with(index, segment)).join('/');
}

function withEnd(end: string): Breakage {
	return (draft) => ({ ...draft, query: draft.query === '' ? `?${end.slice(1)}` : draft.query + end });
}
