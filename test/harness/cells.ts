import { env } from 'cloudflare:workers';
import { databaseOf, newCellName, openCell } from '../../src/foundation/cells/places.ts';
import { SCHEMA } from '../../src/foundation/cells/schema.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { companies } from '../../src/tenants/companies/table.ts';
import { databaseOver } from './database.ts';
import { newCompany, now, type TestCompany } from './service.ts';
import { bothOver } from './steps.ts';

export interface TestCell extends TestCompany {
	cell: string;
}

/** A company with its administrator in a new cell, which the directory knows. */
export async function newCompanyInCell(payrollReferenceDay = 7): Promise<TestCell> {
	const cell = newCellName();
	await openCell(env, cell);
	const company = await newCompany(payrollReferenceDay, 'DE', cell);
	await env.DB.prepare(
		`INSERT OR IGNORE INTO places (company_id, cell, schema, company, next_due, date_created) VALUES (?1, ?2, ?5, ?4, ?3, ?3)`,
	)
		.bind(company.id, cell, now(), await asListed(cell), SCHEMA)
		.run();
	return { ...company, cell };
}

/** The company of a cell as the directory has it. */
async function asListed(cell: string): Promise<string> {
	const [found] = await databaseOf(env, cell).select().from(companies);
	return JSON.stringify(found);
}

/** The database of a cell, as D1 would be. */
export const inCell = (cell: string): D1Database => databaseOf(env, cell).$client;

/** The address of a person in a cell, as the directory has it. */
export async function notedAddress(userId: string): Promise<string> {
	const address = await env.DB.prepare('SELECT address FROM addresses WHERE user_id = ?')
		.bind(userId)
		.first<string>('address');
	if (address === null) throw new Error(`The directory does not know ${userId}`);
	return address;
}

/** The round trips to D1 and to cells, in their order. */
export function tracing(): { trips: string[]; bindings: Bindings } {
	const trips: string[] = [];
	const bindings = bothOver((name, run) => {
		trips.push(name);
		return run();
	});
	return { trips, bindings };
}

/** The real databases, but these cells cannot be reached. */
export const withoutCell = (...cells: string[]): Bindings =>
	withBatch(() => Promise.reject(new Error('Network connection lost.')), cells);

/** The real databases, but these cells never answer. */
export const withSilentCell = (...cells: string[]): Bindings => withBatch(() => new Promise(() => {}), cells);

function withBatch(batch: () => Promise<never>, cells: readonly string[]): Bindings {
	const lost = cells.map((cell) => env.CELLS.idFromName(cell));
	const CELLS = {
		idFromName: (name: string) => env.CELLS.idFromName(name),
		get: (id: DurableObjectId) =>
			lost.some((one) => id.equals(one)) ? { batch, clear: batch } : env.CELLS.get(id),
	} as unknown as typeof env.CELLS;
	// The connection to a D1 keeps the way to the cells of its first bindings, so these bindings need a D1 object of their own.
	return { ...env, DB: databaseOver((statements) => env.DB.batch(statements)), CELLS };
}
