import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { databaseOf } from '../../src/cells/places.ts';
import { SCHEMA } from '../../src/cells/schema.ts';
import { insertPlace } from '../../src/companies/cells/store.ts';
import { companies } from '../../src/companies/table.ts';
import { batch, connect } from '../../src/db/database.ts';
import { newCompanyInCell, type TestCell } from './cells.ts';
import { now } from './service.ts';

const AN_HOUR_MS = 3_600_000;

const stubOf = (cell: string) => env.CELLS.get(env.CELLS.idFromName(cell));

/** A company in a cell that the directory knows. */
export async function newCompanyInPlace(payrollReferenceDay = 7): Promise<TestCell> {
	const company = await newCompanyInCell(payrollReferenceDay);
	const own = databaseOf(env, company.cell);
	const [[row]] = await batch(own, [own.select().from(companies)]);
	if (row === undefined) throw new Error('There is no company in the cell');
	const directory = connect(env.DB);
	const place = {
		companyId: company.id,
		cell: company.cell,
		schema: SCHEMA,
		company: row,
		dateCreated: now(),
	};
	await batch(directory, [insertPlace(directory, place)]);
	return company;
}

/** Rings the alarm that was set for an instant. */
export const ring = (cell: string, instant: string): Promise<void> =>
	runInDurableObject(stubOf(cell), (object) =>
		(object as unknown as { heard(info: object): Promise<void> }).heard({
			scheduledTime: Date.parse(instant),
		}),
	);

/** When the alarm of a cell rings: the full hour, which its own few minutes follow. */
export const alarmOf = (cell: string): Promise<string | null> =>
	runInDurableObject(stubOf(cell), async (_, { storage }) => {
		const time = await storage.getAlarm();
		return time === null ? null : new Date(time - (time % AN_HOUR_MS)).toISOString();
	});

/** Runs a statement in the database of a cell. */
export const inCell = (cell: string, sql: string, ...values: unknown[]) =>
	databaseOf(env, cell)
		.$client.prepare(sql)
		.bind(...values);

/** Reads the row of a cell in the directory. */
export const placeOf = (cell: string) =>
	env.DB.prepare('SELECT * FROM places WHERE cell = ?')
		.bind(cell)
		.first<Record<string, string | number | null>>();
