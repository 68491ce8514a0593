import { type SQL, sql } from 'drizzle-orm';
import { newId } from '../core/id.ts';
import { type Instant, realTime } from '../core/instant.ts';
import { claimsOf } from '../db/claims.ts';
import { commit, fail, isStale } from '../db/commit.ts';
import { batch, type Db, metered, type Statement } from '../db/database.ts';
import { AddressesTaken, type Directory, type Move, movesOf } from '../db/directory.ts';
import { inParts } from '../db/records.ts';
import { databaseMessage, jitter, unavailable } from '../db/retry.ts';
import {
	clearFences,
	confirmation,
	decision,
	doubt,
	type Entry,
	entriesInDoubt,
	entriesOf,
	FENCED,
	fence,
	holders,
	requireUnfenced,
	reserve,
	without,
} from './addresses.ts';
import { takingAll } from './claims.ts';
import { settleGrants } from './grants.ts';
import { inTurn, MAX_READ, MAX_SETTLED } from './settling.ts';
import { copyTemplates } from './templates.ts';
import { copyTills } from './tills.ts';
import { companiesAnywhere } from './whereabouts.ts';

/** How often a write is tried while other attempts hold its addresses. */
const MAX_ATTEMPTS = 40;

/** An attempt older than this is settled by the next request that needs its address. */
const YOUNG_MS = 2000;

/** A fence must outlive the requests of its time, which end within minutes. The rest of the 30 days is a margin. */
const FENCED_MS = 30 * 24 * 3_600_000;

/** Written into the text of the query, because D1 allows at most 100 parameters. */
const YOUNG = sql.raw(String(YOUNG_MS));

/** SQL of the time at which `settleAddresses` is due. */
export const settlingDueAt: readonly SQL[] = [
	sql`SELECT min(since) + ${YOUNG} FROM addresses WHERE claim IS NOT NULL`,
	sql`SELECT min(since) + ${YOUNG} FROM grants WHERE since IS NOT NULL`,
	sql`SELECT min(since) + ${YOUNG} FROM template_copies`,
	sql`SELECT min(tills_since) + ${YOUNG} FROM places WHERE tills_since IS NOT NULL`,
	sql`SELECT min(since) + ${FENCED_MS} FROM fences`,
];

/** The most calls of one run. The rest of a Worker's 1,000 calls is for other jobs. */
const MAX_CALLS = 800;
/** One read, one write and one confirmation for each settled item. */
const CALLS_EACH = 3;

type DatabaseOf = (cell: string | null) => Db;

interface Write {
	databaseOf: DatabaseOf;
	db: Db;
	statements: readonly Statement[];
	moves: readonly Move[];
	now: Instant;
	isDryRun: boolean;
}

/** The results of a write, or the entries that prevent it. */
type Tried = { results: unknown[] } | { met: readonly Entry[] };

/**
 * An e-mail address belongs to one user in one database, and a verified domain to one company. A trigger enforces this for people in D1.
 *
 * An attempt is one try of a write in a cell: it reserves addresses in D1, writes in the cell, and confirms them in D1. An entry is in doubt
 * between reservation and confirmation, because only the cell knows whether the write took effect. A fence in the cell stops an attempt that
 * has not taken effect yet, so that another request can settle the entry.
 */
export const directoryOf = (databaseOf: DatabaseOf): Directory => ({
	async commit(db, statements, isDryRun) {
		const counted: DatabaseOf = (cell) => metered(databaseOf(cell), db.meter);
		const moves = movesOf(statements);
		if (moves.length === 0) return withClaims(counted(null), db, statements, isDryRun);
		const now = realTime(
			db,
			moves.reduce((latest, one) => Math.max(latest, one.now), 0),
		);
		const write: Write = { databaseOf: counted, db, statements, moves, now, isDryRun };
		let waited = 0;
		for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
			const tried = await (db.cell === undefined ? inD1(write) : inCell(write, db.cell));
			if ('results' in tried) return tried.results;
			const doubtful = tried.met.filter(({ claim }) => claim !== null);
			const isYoung = doubtful.some(({ since }) => Math.abs(now + waited - since) < YOUNG_MS);
			if (isYoung) waited += await jitter(attempt);
			else if (doubtful.length > 0) await settle(counted, doubtful, now);
			else if (tried.met.length > 0) await dispossess(write, tried.met);
		}
		throw unavailable(new Error('An address stays in doubt'));
	},

	settleUser: (home, userId, now, author) =>
		settleGrants({ home, databaseOf, now: realTime(home, now), userId, author }),

	async companies(ids) {
		const d1 = databaseOf(null);
		return ids.length === 0 ? [] : (await batch(d1, [companiesAnywhere(d1, ids)]))[0];
	},

	copyTemplate: (home, templateId, now, author) =>
		copyTemplates({ home, databaseOf, now, templateId, author }),

	async settle(db, now) {
		const [doubtful] = await batch(db, [
			entriesInDoubt(db, now - YOUNG_MS, MAX_READ),
			clearFences(db, now - FENCED_MS),
		]);
		const found = inTurn(doubtful, ({ cell }) => cell ?? '');
		const failures: unknown[] = [];
		// A cell that cannot be reached does not stop the others. Its entries stay in doubt.
		for (const theirs of Map.groupBy(found, ({ cell }) => cell).values()) {
			await settle(databaseOf, theirs, now).catch((error: unknown) => failures.push(error));
		}
		const ended = await Promise.allSettled([
			settleGrants({ home: db, databaseOf, now: now - YOUNG_MS }),
			copyTemplates({ home: db, databaseOf, now: now - YOUNG_MS }),
		]);
		const handled = ended.map((one) => (one.status === 'rejected' ? MAX_SETTLED : one.value));
		const left = MAX_CALLS - CALLS_EACH * handled.reduce((sum, count) => sum + count, found.length);
		if (db.cell === undefined)
			ended.push(...(await Promise.allSettled([copyTills(databaseOf, now - YOUNG_MS, left)])));
		let settled = found.length;
		for (const one of ended) {
			if (one.status === 'rejected') failures.push(one.reason);
			else settled += one.value;
		}
		if (failures.length > 0) throw new AggregateError(failures);
		return settled;
	},
});

async function inD1({ db, statements, moves }: Write): Promise<Tried> {
	try {
		return { results: await batch(db, statements as [Statement]) };
	} catch (error) {
		const message = databaseMessage(error);
		if (CONTESTED.test(message)) return { results: await win(db, statements, moves, error) };
		if (!message.includes('address_elsewhere')) throw error;
		const [met] = await batch(db, [entriesOf(db, moves)]);
		return { met };
	}
}

const MAX_LOSSES = 3;

/** The errors of a batch that proves an address, when others of D1 have it or wait for it. */
const CONTESTED = /UNIQUE constraint failed: users\.email_key|address_contested/;

/** Runs a batch that proves an address, after statements by which the others lose it. Fails as before if somebody may keep it. */
async function win(
	db: Db,
	statements: readonly Statement[],
	moves: readonly Move[],
	error: unknown,
): Promise<unknown[]> {
	const won = moves.filter(({ wins }) => wins);
	const takeOver = won.find((one) => one.takeOver !== undefined)?.takeOver;
	const addresses = won.flatMap(({ address }) => address ?? []);
	for (let attempt = 1; ; attempt++) {
		const lost = await takeOver?.(db, addresses);
		const losing = lost?.statements ?? [];
		if (losing.length === 0 && attempt === 1) throw error;
		try {
			const results = await batch(db, [...losing, ...statements] as unknown as [Statement]);
			return results.slice(losing.length);
		} catch (again) {
			// A loser may have changed since it was read.
			if (attempt === MAX_LOSSES || !isStale(again)) throw again;
		}
	}
}

async function inCell(write: Write, cell: string): Promise<Tried> {
	const { databaseOf, db, statements, moves, now, isDryRun } = write;
	const claim = newId(now);
	const d1 = databaseOf(null);
	const claims = claimsOf(statements);
	const entries: Entry[] = [];
	for (const [index, part] of inParts(moves).entries()) {
		const taking = index === 0 ? takingAll(d1, cell, claims) : [];
		entries.push(...(await reserve(d1, { cell, claim, moves: part, now }, taking, isDryRun)));
	}
	const isReserved = !isDryRun && entries.every((entry) => entry.claim === claim);
	const others = entries.filter((entry) => entry.claim !== claim);
	const met = isReserved ? [] : others.filter((entry) => !isOwn(entry, write));
	if (met.some((entry) => entry.claim === null)) await requireOthersPass(write, met);
	if (isDryRun && met.length === 0) return { results: await batch(db, statements as [Statement]) };
	if (!isReserved) {
		// The addresses are reserved in several batches, and some may have succeeded.
		await settle(
			databaseOf,
			entries.filter((entry) => entry.claim === claim),
			now,
		);
		return { met };
	}
	try {
		const [, ...results] = await batch(db, [requireUnfenced(db, claim), ...statements]);
		const taken = new Set(moves.map(({ address }) => address));
		const freed = entries.flatMap(({ address }) => (taken.has(address) ? [] : [address]));
		const confirmed = confirmation(d1, claim, {
			taken: moves.flatMap(({ address }) => address ?? []),
			freed,
		});
		await afterwards(d1, db, confirmed);
		return { results };
	} catch (error) {
		// The batch may have taken effect if it was sent again after a lost response. If settling fails, others settle the entries later.
		await settle(databaseOf, entries, now).catch(() => {});
		if (databaseMessage(error).includes(FENCED)) return { met: [] };
		throw error;
	}
}

/** True if the address already belongs to the user of this write, who keeps or replaces it. */
const isOwn = ({ address, cell, userId, claim }: Entry, { db, moves }: Write): boolean =>
	claim === null &&
	cell === db.cell &&
	(moves.find((one) => one.address === address)?.userId ?? userId) === userId;

/** Tries the statements before the one that takes an address of another user. If one of them fails, the caller gets that refusal instead. */
async function requireOthersPass({ db, statements }: Write, met: readonly Entry[]): Promise<void> {
	const theirs = new Set(met.map(({ address }) => address));
	const place = statements.findIndex((one) =>
		movesOf([one]).some(({ address }) => address !== null && theirs.has(address)),
	);
	if (place > 0) await passes(db, statements.slice(0, place));
}

const END = 'address.end';

/** Runs the statements and rolls them back. It fails if one of them fails. */
async function passes(db: Db, statements: readonly Statement[]): Promise<void> {
	try {
		await batch(db, [...statements, fail(db, END)] as unknown as [Statement]);
	} catch (error) {
		if (!databaseMessage(error).includes(END)) throw error;
	}
}

/** Runs a batch that changes no address. In a cell, it first records the codes that the batch creates. */
async function withClaims(
	d1: Db,
	db: Db,
	statements: readonly [Statement, ...Statement[]],
	isDryRun: boolean,
): Promise<unknown[]> {
	if (isDryRun || db.cell === undefined) return batch(db, statements);
	const [first, ...others] = takingAll(d1, db.cell, claimsOf(statements));
	if (first !== undefined) await batch(d1, [first, ...others]);
	return batch(db, statements);
}

/** Stores in D1, after the response, how a write in a cell ended. If this is lost, another request or a job settles it. */
export async function afterwards(d1: Db, db: Db, [first, ...others]: readonly Statement[]): Promise<void> {
	if (first === undefined) return;
	const told = batch(d1, [first, ...others]).catch(() => {});
	await (db.afterResponse === undefined ? told : db.afterResponse(told));
}

/** Decides open attempts. It asks their cells who has the addresses, and fences attempts that have not taken effect. */
async function settle(databaseOf: DatabaseOf, entries: readonly Entry[], now: Instant): Promise<void> {
	const doubtful = entries.filter(({ claim }) => claim !== null);
	for (const part of inParts(doubtful)) await settlePart(databaseOf, part, now);
}

async function settlePart(databaseOf: DatabaseOf, doubtful: readonly Entry[], now: Instant): Promise<void> {
	const known = await askCells(databaseOf, doubtful, (cell, theirs) => [
		fence(
			cell,
			theirs.map(({ claim }) => claim ?? ''),
			now,
		),
	]);
	const [held, gone]: [(Entry & { holderId: string })[], Entry[]] = [[], []];
	for (const entry of doubtful) {
		const holderId = known.get(entry.address);
		if (holderId === undefined) gone.push(entry);
		else held.push({ ...entry, holderId });
	}
	const d1 = databaseOf(null);
	await batch(d1, decision(d1, held, gone) as [Statement]);
}

/** Returns the user of each address that a cell knows. `before` gives statements that run in the cell first. */
async function askCells(
	databaseOf: DatabaseOf,
	entries: readonly Entry[],
	before: (db: Db, theirs: readonly Entry[]) => Statement[] = () => [],
): Promise<Map<string, string>> {
	const known = new Map<string, string>();
	for (const [cell, theirs] of Map.groupBy(entries, (entry) => entry.cell)) {
		const db = databaseOf(cell);
		const wanted = holders(
			db,
			theirs.map(({ address }) => address),
		);
		const results = await batch(db, [...before(db, theirs), wanted] as unknown as [Statement]);
		const found = (results as unknown[]).at(-1) as Awaited<typeof wanted>;
		for (const { address, userId } of found) known.set(address, userId);
	}
	return known;
}

/** Frees addresses that their cell does not know, and those of former employees. Fails with `AddressesTaken` for all others. */
async function dispossess(write: Write, met: readonly Entry[]): Promise<void> {
	const { databaseOf, db, statements, moves, now, isDryRun } = write;
	const d1 = databaseOf(null);
	const inCells = met.filter(({ cell }) => cell !== null);
	const known = await askCells(databaseOf, inCells);
	const unknown = inCells.filter(({ address }) => !known.has(address));
	if (unknown.length > 0) {
		const claim = newId(now);
		await batch(d1, [doubt(d1, unknown, claim, now)]);
		return settle(
			databaseOf,
			unknown.map((entry) => ({ ...entry, claim })),
			now,
		);
	}
	const takeOver = moves.find((one) => one.takeOver !== undefined)?.takeOver;
	const [releases, freed]: [[Db, Statement[]][], Set<string>] = [[], new Set()];
	for (const [cell, theirs] of Map.groupBy(met, (entry) => entry.cell)) {
		const there = databaseOf(cell);
		const addresses = theirs.map(({ address }) => address);
		const release = cell === db.cell ? undefined : await takeOver?.(there, addresses);
		for (const address of release?.freed ?? []) freed.add(address);
		releases.push([there, release?.statements ?? []]);
	}
	const taken = met.filter(({ address }) => !freed.has(address));
	if (taken.length > 0) throw new AddressesTaken(taken.map(({ address }) => address));
	// An address is not taken from a user for a write that would be refused anyway.
	const free = db.cell === undefined ? [without(db, [...freed])] : [];
	await passes(db, [...free, ...statements]);
	if (isDryRun) return;
	for (const [there, release] of releases) {
		await commit(there, release).catch((error: unknown) => {
			if (!isStale(error)) throw error;
		});
	}
}
