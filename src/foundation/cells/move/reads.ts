import { sha256 } from '../../core/vault.ts';
import type { Db } from '../../db/database.ts';
import { GROUPS, PARTS, type TablePart } from './belonging.ts';
import { firstOf, lastOf, linesOf, type Movers, readEnds, readTexts, type Structure } from './pages.ts';
import { type Person, readPeople, usersOf } from './people.ts';

/** A read of a company that continues to work meanwhile. It writes nothing. */
export interface Reading {
	db: Db;
	company: string;
	structure: Structure;
	/** Called before each statement. It throws when the time of the run is over. */
	pace: () => void;
	people: readonly Person[];
	done: (Read & { hash: string })[];
}

interface Read {
	pages: readonly { part: TablePart; page: readonly string[] }[];
	movers: Movers;
}

/** The lines of one page. `place` is the place of its part in `PARTS`. */
interface ReadPage {
	place: number;
	lines: string[];
}

export async function beginReading(reading: Omit<Reading, 'people' | 'done'>): Promise<Reading> {
	const { db, company, pace } = reading;
	pace();
	return { ...reading, people: await readPeople(db.$client, company, db.cell), done: [] };
}

/** Reads all rows of the company, or of some tables, page by page. A row comes after the rows that it refers to. */
export async function* readCompany(
	reading: Reading,
	isWanted = (_part: TablePart) => true,
): AsyncGenerator<ReadPage> {
	for (const read of await readsOf(reading, isWanted)) {
		const texts = await perform(reading, read);
		reading.done.push({ ...read, hash: hashOf(texts) });
		for (const [index, { part }] of read.pages.entries())
			yield { place: PARTS.indexOf(part), lines: texts[index] ?? [] };
	}
}

/**
 * Reads everything again and compares. If nothing differs, all rows were valid together at the instant between the two passes. It goes
 * backwards, because the last tables change most often.
 */
export async function isUnchanged(reading: Reading): Promise<boolean> {
	const { db, company, people, done } = reading;
	const present = await readPeople(db.$client, company, db.cell);
	if (JSON.stringify(present) !== JSON.stringify(people)) return false;
	for (const { hash, ...read } of done.toReversed()) {
		if (hashOf(await perform(reading, read)) !== hash) return false;
	}
	return true;
}

const hashOf = (texts: readonly string[][]): string => sha256(JSON.stringify(texts));

/** SQLite may return rows in any order, so the lines are sorted. */
async function perform({ db, structure, pace }: Reading, { pages, movers }: Read): Promise<string[][]> {
	pace();
	const texts = await readTexts(db.$client, structure, pages, movers);
	return texts.map((text) => linesOf(text).sort());
}

/** The most pages in one statement. They are combined, because D1 permits few statements in a run. */
const TOGETHER = 24;

/** Plans the reads. Groups of one page are read together with their neighbours. */
async function readsOf(reading: Reading, isWanted: (part: TablePart) => boolean): Promise<Read[]> {
	const groups = GROUPS.map((group) => group.filter(isWanted)).filter((group) => group.length > 0);
	const ends = await endsOf(reading, groups);
	const reads: Read[] = [];
	let last: Read | undefined;
	for (const [place, parts] of groups.entries()) {
		const [first] = parts;
		if (first === undefined) continue;
		const keys = [firstOf(first), ...(ends[place] ?? [])];
		for (const [index, key] of keys.entries()) {
			const page = [reading.company, key, keys[index + 1] ?? lastOf(first)];
			const pages = parts.map((part) => ({ part, page }));
			const isAlone = keys.length > 1 || isOfAll(first);
			if (last !== undefined && !isAlone && last.pages.length + pages.length <= TOGETHER) {
				last.pages = [...last.pages, ...pages];
				continue;
			}
			const read = { pages, movers: moversOf(reading, first, keys.length > 1 ? page : []) };
			reads.push(read);
			last = isAlone ? undefined : read;
		}
	}
	return reads;
}

async function endsOf(
	{ db, company, people, pace }: Reading,
	groups: readonly TablePart[][],
): Promise<string[][]> {
	const isKnown = (part: TablePart) => isByPerson(part) || part.keys === null;
	const asked = groups.flatMap(([part]) =>
		part === undefined || isKnown(part) ? [] : [{ part, after: firstOf(part) }],
	);
	pace();
	const found = (await readEnds(db.$client, company, asked)).values();
	return groups.map(([part]) => {
		if (part === undefined || part.keys === null) return [];
		if (!isByPerson(part)) return found.next().value ?? [];
		return people.flatMap(([id], index) => ((index + 1) % part.size === 0 ? [id] : []));
	});
}

const isByPerson = ({ keys }: TablePart): boolean => keys !== null && /\bmovers\b/.test(keys);

/** True for the only part that needs all people at once. It is read alone. */
const isOfAll = ({ keys, where }: TablePart): boolean => keys === null && /\bmovers\b/.test(where);

/** Returns the people of a page, or all people if the part is one page. */
function moversOf(
	{ db, people }: Reading,
	part: TablePart,
	[, after = '', last = '\u{10ffff}']: string[],
): Movers {
	if (isOfAll(part)) return { query: usersOf(db.cell), value: '' };
	const some = people.filter(([id]) => id > after && id <= last);
	return { query: NAMED, value: JSON.stringify(some) };
}

const NAMED = `SELECT ?1, value ->> 0, value ->> 1, value ->> 2, 0 FROM json_each(?2)`;
