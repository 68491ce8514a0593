import type { Client } from '../../db/database.ts';
import { databaseMessage } from '../../db/retry.ts';
import type { Ask } from '../interface.ts';
import { BY_EVENT, GROUPS, type TablePart } from './belonging.ts';
import type { Unchanged } from './history.ts';
import { storing } from './lines.ts';
import {
	askAll,
	firstOf,
	lastOf,
	linesOf,
	numbered,
	readEnds,
	readTexts,
	type Structure,
	withoutTriggers,
} from './pages.ts';

export interface Databases {
	company: string;
	source: Client;
	target: Client;
	structure: Structure;
}

export interface Compared {
	rows: number;
	bytes: number;
	copied: number;
	/** The place of the page in `GROUPS`, and its last key. The key is null for the last page of the group. */
	group: number;
	last: string | null;
}

type Group = readonly [TablePart, ...TablePart[]];

/** How many pages are read in advance, because the source may be far away. */
const AHEAD = 4;

interface Pass {
	/** True while the company takes no writes. Then a page that still differs after the copy is an error. */
	isClosed: boolean;
	unchanged: Unchanged | null;
}

/**
 * Compares all pages of both databases from a key of a group on, and copies those that differ. While the company is closed, it fails if a
 * copied page still differs. A page can be compared any number of times. Yields after each page.
 */
export async function* comparePages(
	databases: Databases,
	from: { group: number; key: string },
	{ isClosed, unchanged }: Pass,
): AsyncGenerator<Compared, void, void> {
	const first = ([part]: Group, place: number): string => {
		if (place === from.group && from.key !== '') return from.key;
		return part.keys === BY_EVENT.keys && unchanged !== null ? unchanged.position : firstOf(part);
	};
	const ends = await endsOf(databases, from.group, first);
	for (const [place, group] of GROUPS.entries()) {
		if (place < from.group) continue;
		const after = first(group, place);
		// Most events are never compared again, so their copy is checked at once even while the company is open.
		const isFinal = isClosed || group[0].keys === BY_EVENT.keys;
		const keys = [after, ...(ends.get(place) ?? [])];
		const pages = keys.map((key, index) => [databases.company, key, keys[index + 1] ?? lastOf(group[0])]);
		// The conditions of a group read rows of earlier groups, so its pages are read only when those are equal.
		const reads: Promise<[string[], string[]]>[] = [];
		const readUpTo = (count: number) => {
			for (const page of pages.slice(reads.length, count)) {
				const read = readBoth(databases, group, page);
				// The error is thrown when this page is awaited. Until then, it must not count as unhandled.
				read.catch(() => undefined);
				reads.push(read);
			}
		};
		for (const [index, page] of pages.entries()) {
			readUpTo(index + AHEAD);
			const read = (await reads[index]) ?? [[], []];
			const copied = await copyPage(databases, group, page, read, isFinal);
			const [found] = read;
			const lines = found.map(linesOf);
			yield {
				rows: lines.reduce((sum, { length }) => sum + length, 0),
				bytes: found.reduce((sum, { length }) => sum + length, 0),
				copied,
				group: place,
				last: keys[index + 1] ?? null,
			};
		}
	}
}

/** Reads the keys at which pages end. The result is keyed by the place in `GROUPS`. */
async function endsOf(
	{ company, source }: Databases,
	from: number,
	first: (group: Group, place: number) => string,
): Promise<Map<number, string[]>> {
	const asked = [...GROUPS.entries()].filter(([place, [{ keys }]]) => place >= from && keys !== null);
	const ends = await readEnds(
		source,
		company,
		asked.map(([place, group]) => ({ part: group[0], after: first(group, place) })),
	);
	return new Map(asked.map(([place], index) => [place, ends[index] ?? []]));
}

/** Reads one page of each part of a group from both databases. The rows of a part are the lines of one text. */
const readBoth = (
	{ source, target, structure }: Databases,
	group: Group,
	page: readonly string[],
): Promise<[string[], string[]]> =>
	Promise.all([
		readTexts(source, structure, pagesOf(group, page)),
		readTexts(target, structure, pagesOf(group.map(there), page)),
	]);

const pagesOf = (parts: readonly TablePart[], page: readonly string[]) =>
	parts.map((part) => ({ part, page }));

const there = (part: TablePart): TablePart => ({ ...part, where: part.whereThere ?? part.where });

/** The first copy may change which rows the other parts of the group find, so a second one is allowed. */
const TRIES = 2;

/** Copies the parts of a page that differ, in one transaction. Returns the number of their rows. */
async function copyPage(
	{ target, structure }: Databases,
	group: Group,
	page: readonly string[],
	[found, present]: readonly [string[], string[]],
	isFinal: boolean,
): Promise<number> {
	const copied = new Map<TablePart, number>();
	let known = present;
	for (let tries = 0; ; tries++) {
		const differing = group.flatMap((part, place) => {
			const [text = '', other = ''] = [found[place], known[place]];
			if (areSame(text, other)) return [];
			const lines = linesOf(text);
			copied.set(part, lines.length);
			return [{ part: there(part), lines, isReplaced: other !== '' }];
		});
		const isOver = differing.length === 0 || (tries > 0 && !isFinal);
		if (isOver) return [...copied.values()].reduce((sum, rows) => sum + rows, 0);
		if (tries === TRIES) throw new Error(`The copy of ${differing[0]?.part.table} differs`);
		await storePage(target, structure, page, differing);
		known = isFinal ? await readTexts(target, structure, pagesOf(group.map(there), page)) : known;
	}
}

/** True for texts with the same lines in any order. */
const areSame = (text: string, other: string): boolean =>
	text === other ||
	(text.length === other.length && linesOf(text).sort().join('\n') === linesOf(other).sort().join('\n'));

interface Copied {
	part: TablePart;
	lines: readonly string[];
	isReplaced: boolean;
}

/** Replaces the rows of a page. While the company is open, a row that a new row refers to may be missing until the next pass. */
async function storePage(
	target: Client,
	structure: Structure,
	page: readonly string[],
	copied: readonly Copied[],
): Promise<void> {
	if (!copied.some(({ isReplaced }) => isReplaced)) {
		try {
			await askAll(target, adding(structure, copied));
			return;
		} catch (error) {
			if (!databaseMessage(error).includes('FOREIGN KEY')) throw error;
		}
	}
	await askAll(target, replacing(structure, page, copied));
}

const adding = (structure: Structure, copied: readonly Copied[]): Ask[] =>
	withoutTriggers(
		structure,
		copied.map(({ part }) => part.table),
		copied.flatMap(({ part, lines }) => storing(part, structure, lines)),
		false,
	);

/** Returns statements that replace the rows of a page, and delete rows that refer to a missing one. */
function replacing(structure: Structure, page: readonly string[], copied: readonly Copied[]): Ask[] {
	const all = [...structure.children].flatMap(([parent, children]) =>
		children.map((child) => ({ ...child, parent })),
	);
	const replaced = new Set(copied.flatMap(({ part, isReplaced }) => (isReplaced ? [part.table] : [])));
	const children = all.filter(({ parent }) => replaced.has(parent));
	const orphans = copied.flatMap(({ part: { table, where } }) =>
		all
			.filter((child) => child.table === table)
			.map(
				({ column, key, parent }): Ask =>
					numbered(
						`DELETE FROM ${table} WHERE (${where}) AND NOT EXISTS (SELECT 1 FROM ${parent} x WHERE x.${key} = ${table}.${column})
							AND ${column} IS NOT NULL`,
						page,
					),
			),
	);
	return withoutTriggers(
		structure,
		[...copied.map(({ part }) => part.table), ...children.map(({ table }) => table)],
		[
			...copied.flatMap(({ part, lines, isReplaced }) => [
				...(isReplaced ? [numbered(`DELETE FROM ${part.table} WHERE ${part.where}`, page)] : []),
				...storing(part, structure, lines),
			]),
			...orphans,
			...children.map(
				({ table, column, key, parent }): Ask => [
					`DELETE FROM ${table} WHERE ${column} NOT IN (SELECT ${key} FROM ${parent})`,
					[],
				],
			),
		],
	);
}
