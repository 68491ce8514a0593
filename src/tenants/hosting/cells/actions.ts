import { grantedTo, takeBack } from '../../../foundation/cells/grants.ts';
import { asGuest, cellOfRecord } from '../../../foundation/cells/guests.ts';
import { type CellBindings, databaseOf, newCellName, openCell } from '../../../foundation/cells/places.ts';
import { SCHEMA } from '../../../foundation/cells/schema.ts';
import { cellsOf, placesInOrder, type Reach } from '../../../foundation/cells/whereabouts.ts';
import { isOfSeveral, type Role } from '../../../foundation/core/actor.ts';
import { realTime } from '../../../foundation/core/instant.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { Refusal, setUpRequired } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { atItsTime } from '../../../foundation/db/clock.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db, metered } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { unavailable } from '../../../foundation/db/retry.ts';
import { authorOf, type Outcome } from '../../../foundation/db/write.ts';
import { createCompany } from '../../companies/actions.ts';
import type { Company } from '../../companies/store.ts';
import { type CellState, cellsPage, companiesHere, demandOn, insertPlace, managedHere } from './store.ts';

/**
 * Creates a company in D1 or in a new cell, depending on `NEW_COMPANIES`. A sandbox always gets a cell. The directory gets the cell last, so
 * an interrupted attempt leaves only an unknown cell.
 */
export async function createCompanyWhere(
	env: CellBindings,
	call: Call,
	fields: Parameters<typeof createCompany>[1],
): Promise<Outcome<Company>> {
	const outcome = await createCompany(call, fields);
	const where = outcome.after.sandbox ? 'CELL' : env.NEW_COMPANIES || 'D1';
	if (where === 'D1') return outcome;
	if (where !== 'CELL') throw new Refusal('misconfigured', 'NEW_COMPANIES must be D1 or CELL.');
	const { after: company, statements, changes } = outcome;
	const { db, now } = call;
	const cell = newCellName(env, company.sandbox);
	return {
		...outcome,
		statements: [insertPlace(db, { companyId: company.id, cell, schema: SCHEMA, company, dateCreated: now })],
		changes: [],
		async prepare() {
			await openCell(env, cell);
			const own = databaseOf(env, cell);
			const events = recordEvents(own, authorOf(call), now, identified(changes, now));
			await commit(own, [...statements, ...events]);
		},
	};
}

export async function listCells(call: Call, after: string, limit: number): Promise<CellState[]> {
	authorizeForAll(call.actor, 'listCells');
	const [rows] = await load(call, [cellsPage(call.db, after, limit)]);
	return rows.map(({ nextDue, dateCreated, ...row }) => {
		// Waking a cell delays its due time, even if the cell did not run. A cell runs at least once a day.
		const due = Math.min(nextDue, (row.dateRun ?? dateCreated) + A_DAY_MS);
		return { ...row, id: row.companyId, lagSeconds: Math.max(0, Math.floor((call.now - due) / 1000)) };
	});
}

const A_DAY_MS = 86_400_000;

/** The part of a request that identifies the company and so the database. */
export type CompanyReference = { id: string } | { companyIds: readonly string[] };

/** This is more than any user manages in other databases. */
const MAX_GRANTED = 500;

export interface Databases {
	env: CellBindings;
	d1: Db;
	enter(cell: string | null): Db;
	/** How many cells the request has asked for rows of users. A list without `limit` reads several pages. */
	asked: { cells: number };
}

/** Returns the call in the database of the requested record or companies, where the caller is a guest; else the call itself. */
export async function callWhere(databases: Databases, call: Call, asked: CompanyReference): Promise<Call> {
	const { env, d1, enter } = databases;
	const { db: home, actor, claim } = call;
	const now = realTime(home, call.now);
	if (!isOfSeveral(actor)) return call;
	const reach = await reachOf(databases, call);
	const reaches =
		reach.userId === null
			? null
			: (await batch(d1, [placesInOrder(d1, reach, '', undefined, MAX_GRANTED)]))[0].map(({ cell }) => cell);
	const cell =
		'id' in asked
			? await cellOfRecord(d1, (name) => metered(databaseOf(env, name), d1.meter), asked.id, reaches)
			: await cellOfCompanies(d1, asked);
	if (
		cell === undefined ||
		(cell !== null && reaches?.includes(cell) === false) ||
		cell === (home.cell ?? null)
	)
		return call;
	return admitted({
		...call,
		...(call.statusAt !== undefined && { statusAt: now }),
		now,
		db: asGuest(enter(cell), actor, home, now),
		...(claim !== undefined && { claim: { ...claim, recordId: null } }),
	});
}

const DEMANDED_OF: readonly Role[] = ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'];

/** True for a user who may only enter companies that demand no second factor. */
export const isSecondFactorDemanded = ({ lacksSecondFactor, roles }: Call['actor']): boolean =>
	lacksSecondFactor === true && roles.some((role) => DEMANDED_OF.includes(role));

/**
 * Returns the call of a guest with the time of the company. Refuses if one of the guest's companies there demands a second factor that the
 * guest lacks. The given call must have the real time.
 */
export async function admitted(call: Call): Promise<Call> {
	const { db, actor } = call;
	if (isSecondFactorDemanded(actor)) {
		const [demanding] = await batch(db, [demandOn(db, actor.userId)]);
		if (demanding.length > 0) throw setUpRequired();
	}
	return atItsTime(call);
}

/**
 * Returns which databases the caller reaches. Each request reads this, so a removed company is out of reach at once. If D1 grants a guest
 * more than the guest's home does, the difference is taken back first.
 */
export async function reachOf(
	{ env, d1 }: Pick<Databases, 'env' | 'd1'>,
	{ db: home, actor: { userId, roles }, now }: Call,
): Promise<Reach> {
	if (roles.includes('PLATFORM_ADMIN')) return { userId: null, home: '' };
	if (home.cell === undefined) return { userId, home: '' };
	const [[wanted], [given]] = await Promise.all([
		batch(home, [grantedTo(home, userId)]),
		batch(d1, [managedHere(d1, userId)]),
	]);
	const granted = wanted.map(({ companyId }) => companyId);
	const stale = given.flatMap(({ companyId }) => (granted.includes(companyId) ? [] : companyId));
	if (stale.length > 0) {
		const of = (cell: string | null) => metered(databaseOf(env, cell), d1.meter);
		await takeBack({ home: of(home.cell), databaseOf: of, now }, userId, stale).catch((error) => {
			throw unavailable(error);
		});
	}
	return { userId, home: home.cell, granted };
}

/** Returns the database of these companies; undefined if they are unknown or in several databases. */
async function cellOfCompanies(
	d1: Db,
	{ companyIds }: { companyIds: readonly string[] },
): Promise<string | null | undefined> {
	const [inD1, inCells] = await batch(d1, [companiesHere(d1, companyIds), cellsOf(d1, companyIds)]);
	const [first, ...others] = [...inCells.map(({ cell }) => cell), ...(inD1.length > 0 ? [null] : [])];
	return others.length === 0 ? first : undefined;
}
