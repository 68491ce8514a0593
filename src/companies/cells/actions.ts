import { type CellBindings, databaseOf, newCellName, openCell } from '../../cells/places.ts';
import { SCHEMA } from '../../cells/schema.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { commit } from '../../db/commit.ts';
import { batch } from '../../db/database.ts';
import { identified, recordEvents } from '../../db/record-events.ts';
import { authorOf, type Outcome } from '../../db/write.ts';
import { createCompany } from '../actions.ts';
import type { Company } from '../store.ts';
import { cellsOf, insertPlace } from './store.ts';

/**
 * Creates a company where new companies start: in D1, or in a cell of its own. The directory learns of a cell last, so that an
 * interrupted attempt leaves nothing but a cell that nobody knows.
 */
export async function createCompanyWhere(
	env: CellBindings,
	call: Call,
	fields: Parameters<typeof createCompany>[1],
): Promise<Outcome<Company>> {
	const outcome = await createCompany(call, fields);
	const where = env.NEW_COMPANIES || 'D1';
	if (where === 'D1') return outcome;
	if (where !== 'CELL') throw new Refusal('misconfigured', 'NEW_COMPANIES must be D1 or CELL.');
	const { after: company, statements, changes } = outcome;
	const { db, now } = call;
	const cell = newCellName(env);
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

/**
 * Returns a call that runs in the cell of a company, for a request of a platform administrator. Returns null if no company has a
 * cell. Refuses companies of several databases.
 */
export async function callInCell(
	env: CellBindings,
	call: Call,
	companyIds: readonly string[],
): Promise<Call | null> {
	const { db, actor, claim } = call;
	if (db.cell !== undefined || !actor.roles.includes('PLATFORM_ADMIN')) return null;
	const [found] = await batch(db, [cellsOf(db, companyIds)]);
	const [place] = found;
	if (place === undefined) return null;
	if (companyIds.length > 1) throw severalDatabases();
	return {
		...call,
		db: databaseOf(env, place.cell),
		...(claim !== undefined && { claim: { ...claim, recordId: null } }),
	};
}

const severalDatabases = (): Refusal =>
	new Refusal(
		'several_databases',
		'One of these companies has a database of its own. A user belongs to companies of one database only: create a user for each company.',
	);

/** Tells platform administrators that a record was not found because its company has a cell. Returns null in all other cases. */
export async function whyNotFound(
	{ db, actor }: Call,
	companyIds: readonly string[],
): Promise<Refusal | null> {
	if (db.cell !== undefined || companyIds.length === 0 || !actor.roles.includes('PLATFORM_ADMIN'))
		return null;
	const [found] = await batch(db, [cellsOf(db, companyIds)]);
	return found.length === 0 ? null : companyInCell();
}

const companyInCell = (): Refusal =>
	new Refusal(
		'company_in_cell',
		'This company has a database of its own, which the platform cannot read. Ask an administrator of the company.',
	);
