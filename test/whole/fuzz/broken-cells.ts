import fc from 'fast-check';
import type { Breakage } from './broken-body.ts';
import { words } from './nasty-json.ts';

/** Names of another company's cell, of one that the own company has left, of none, and texts that are no names. */
const CELLS = [
	'{foreign.cell}',
	'{own.cell}',
	'{unknown.cell}',
	...words('AAAAAAAAAAAA aaaaaaaaaaa aaaaaaaaaaaaa .. %00 __proto__'),
];
const SECRET = 'x'.repeat(43);

const secrets = fc.constantFrom(...CELLS).map((cell) => `${cell}.${SECRET}`);

/** Credentials that are not valid. */
const bearers = fc.oneof(
	secrets.map((secret) => `Bearer zub_live_${secret}`),
	secrets.map((secret) => `Bearer ${secret}`),
	fc.constantFrom(
		'Bearer {own.tokenElsewhere}',
		'Bearer {own.tokenNowhere}',
		'Bearer {foreign.tokenNowhere}',
	),
);

const bookmarks = fc.oneof(
	secrets,
	fc.constantFrom(
		'',
		'.',
		'0',
		'00000000-00000000-00000000-0.x',
		'first-primary',
		'first-unconstrained',
		'{foreign.cursor}',
	),
);

/** Fields of bodies that hold a secret. */
const SECRETS = /"(token|refreshToken|code|challenge|transaction|key|state)":"[^"]*"/g;

/** Names a wrong cell in a token, key, link, cursor or bookmark. */
export const inCells: fc.Arbitrary<Breakage> = fc.oneof(
	bearers.map(
		(Authorization): Breakage =>
			(draft) => ({ ...draft, headers: { ...draft.headers, Authorization } }),
	),
	bookmarks.map(
		(bookmark): Breakage =>
			(draft) => ({ ...draft, headers: { ...draft.headers, 'Zubrot-Bookmark': bookmark } }),
	),
	secrets.map(
		(secret): Breakage =>
			(draft) =>
				typeof draft.body === 'string'
					? { ...draft, body: draft.body.replace(SECRETS, (_, name) => `"${name}":"${secret}"`) }
					: draft,
	),
	fc.constantFrom('{foreign.cursor}', '{own.cursor}', '{foreign.cursor}x').map(
		(cursor): Breakage =>
			(draft) => ({ ...draft, query: `${draft.query || '?'}&cursor=${cursor}` }),
	),
);
