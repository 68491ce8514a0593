import { cellsOfCode } from '../../../foundation/cells/whereabouts.ts';
import { realTime } from '../../../foundation/core/instant.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { requireFew } from '../../users/attempts/rules.ts';
import { countCode, forgetAttempts } from '../../users/attempts/store.ts';
import { maySetPassword, restOf } from '../../users/identity/rules.ts';
import { type Gate, gateFor, locate } from '../gate.ts';
import { CompanyAccountRequired, verifyPassword } from '../password/rules.ts';
import { linkNotValid, linkTooEarly, type Purpose, presented, requireValid } from './rules.ts';
import { countTry, type FoundToken, tokenMarked, tokenOf } from './store.ts';

export interface ValidLink {
	gate: Gate;
	user: FoundToken;
	/** Deletes the counted tries at codes from this place. */
	forgotten: Statement;
}

/** Returns the user of a valid link or code. The link stays valid. Like its use, this counts as a try at a code. */
export async function openLink(gate: Gate, purpose: Purpose, token: string): Promise<FoundToken> {
	return (await findUser(gate, purpose, token)).user;
}

/** Tries at codes are counted before the check, so that parallel guesses count too. */
export async function findUser(visited: Gate, purpose: Purpose, token: string): Promise<ValidLink> {
	const { home, now, tokens, client, vault } = visited;
	const named = gateFor(visited, token);
	const given = presented(token);
	const [place] = await tokens.seal(`code from ${client.place}`);
	const marks = given.code === null ? [] : await vault.mark(given.code);
	const reading = (db: Db) =>
		[countTry(db, given), tokenOf(db, purpose, given), tokenMarked(db, purpose, marks)] as const;
	const [[counted], ...results] = await batch(named.db, [
		countCode(named.db, place, given.code !== null, now),
		...reading(named.db),
		cellsOfCode(named.db, marks, given.key),
	]);
	requireFew('codes', counted, now);
	const [, keyedInD1, markedInD1, cells] = results;
	const inD1 = [keyedInD1, markedInD1] as const;
	// A wrong code counts as a try in each cell that has a code with the same first letters.
	const there = cells.filter(({ isThere }) => isThere);
	const looks = (there.length === 0 ? [cells] : there.map((one) => [one])).map((toAsk) =>
		locate(named, inD1, toAsk, async (db) => {
			const [, keyedThere, markedThere] = await batch(db, reading(db));
			return [keyedThere, markedThere] as const;
		}),
	);
	const {
		gate,
		found: [[keyed], [marked]],
	} = await rightOf(await Promise.all(looks), given.code);
	// A mark proves that the whole code is known, as the key of a link proves its token.
	const user = await (marked === undefined
		? requireValid(given, keyed, now)
		: requireValid({ ...given, code: null }, marked, now));
	const resting = purpose === 'PASSWORD_RESET' ? restOf(user, realTime(gate.db, now)) : null;
	if (resting !== null) throw user.dateExpires > resting ? linkTooEarly(resting) : linkNotValid();
	if (purpose === 'PASSWORD_RESET' && !maySetPassword(user)) throw linkNotValid();
	if (user.isBoundToSso) throw new CompanyAccountRequired(user.email);
	return { gate, user, forgotten: forgetAttempts(home, place) };
}

/** Returns the location whose code is right, if several have codes with the same first letters. */
async function rightOf<T extends { found: readonly [FoundToken[], FoundToken[]] }>(
	located: readonly T[],
	code: string | null,
): Promise<T> {
	const [first, ...others] = located;
	if (first === undefined) throw new Error('No database was asked');
	if (others.length === 0 || code === null) return first;
	for (const one of others) {
		const [[keyed]] = one.found;
		if (await verifyPassword(code, keyed?.codeHash ?? null)) return one;
	}
	return first;
}
