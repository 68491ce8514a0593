import { env } from 'cloudflare:workers';
import { eraseAgain } from '../../src/administration/privacy/repeated-erasure/actions.ts';
import { PARTS } from '../../src/foundation/cells/move/belonging.ts';
import { deleteLeftovers } from '../../src/foundation/cells/move/leftovers.ts';
import { askAll, structureOf, withoutTriggers } from '../../src/foundation/cells/move/pages.ts';
import { forgetPeople, notePeople } from '../../src/foundation/cells/move/people.ts';
import { databaseOf, openedOver } from '../../src/foundation/cells/places.ts';
import { SCHEMA } from '../../src/foundation/cells/schema.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { driveMove } from '../../src/tenants/hosting/moves/actions.ts';
import { carryOn } from '../../src/tenants/hosting/moves/steps.ts';
import { ring } from './alarms.ts';
import { closeYear, newPast } from './archives.ts';
import { PDF, upload, WEBP } from './receipts.ts';
import { as, at, now, restart, runCronOver, type TestUser } from './service.ts';
import { newSpender } from './spending.ts';

/** A company with receipts, a closed payroll run, a former employee, and events of a closed year in the history bucket. */
export async function newFilledCompany() {
	const { platform, companies, employee } = await newPast();
	await closeYear();
	at('2023-03-07T12:00:00.000Z');
	restart();
	const spender = await newSpender({}, companies[0]);
	await spender.approved();
	for (const bytes of [PDF, WEBP]) await upload(spender.employee, await spender.submitted(), bytes);
	await spender.close('2023-02');
	await as(companies[0].admin).put(`/employees/${employee}`, {
		dateTerminated: '2023-02-28T23:59:59.999Z',
	});
	return { platform, spender, company: companies[0], other: companies[1], leaver: employee };
}

/** Runs the jobs of the next night in the database of a company. Returns the date of its backup. */
export async function backUp(companyId: string, cell: string | null): Promise<string> {
	const night = new Date(now() - (now() % 86_400_000) + 25 * 3_600_000).toISOString();
	at(night);
	await (cell === null ? runCronOver(env, night) : ring(cell, night));
	const { objects } = await env.BACKUPS.list({ prefix: `${companyId}/2` });
	const key = objects.findLast((object) => object.key.endsWith('manifest.json'))?.key ?? '';
	at(new Date(now() + 60_000).toISOString());
	return key.split('/')[1] ?? '';
}

type Rows = Record<string, string[]>;

/** Every row of a database in the tables of companies, as text. */
export async function rowsOf(
	cell: string | null,
	parts: readonly { table: string }[] = PARTS,
): Promise<Rows> {
	const tables = [...new Set(parts.map(({ table }) => table))];
	const db = databaseOf(env, cell).$client;
	const found = await db.batch<Record<string, unknown>>(
		tables.map((table) => db.prepare(`SELECT * FROM ${table}`)),
	);
	return Object.fromEntries(
		tables.map((table, index) => [table, (found[index]?.results ?? []).map(textOf).sort()]),
	);
}

/** D1 returns bytes as numbers, and a cell as they are. */
const textOf = (row: Record<string, unknown>): string =>
	JSON.stringify(row, (_, value) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value));

/** Returns the objects whose keys begin with a prefix, with their bytes in base64. */
export async function objectsIn(bucket: R2Bucket, prefix = ''): Promise<Record<string, string>> {
	const { objects } = await bucket.list({ prefix });
	const bodies = await Promise.all(objects.map(({ key }) => bucket.get(key)));
	const all = await Promise.all(
		bodies.map(async (body) => [
			body?.key ?? '',
			Buffer.from((await body?.arrayBuffer()) ?? '').toString('base64'),
		]),
	);
	return Object.fromEntries(all);
}

/** Each row of a company has one of these texts: an id of the company or its people, or its number in the history. */
export async function namesOf(companyId: string, cell: string | null): Promise<string[]> {
	const query = `SELECT id FROM employees WHERE company_id = ?1 UNION SELECT user_id FROM employees WHERE company_id = ?1
		UNION SELECT user_id FROM user_companies WHERE company_id = ?1 UNION SELECT id FROM expenses WHERE company_id = ?1
		UNION SELECT '"company":' || id || ',' FROM event_parties WHERE uuid = unhex(replace(?1, '-', ''))`;
	const { results } = await databaseOf(env, cell)
		.$client.prepare(query)
		.bind(companyId)
		.all<{ id: string }>();
	return [companyId, ...results.map(({ id }) => id)];
}

/** Deletes the rows of a company in D1. */
export async function destroyInD1(companyId: string): Promise<void> {
	const d1 = env.DB;
	await askAll(d1, notePeople(companyId, null));
	await deleteLeftovers(d1, await structureOf(d1), companyId, 'gone', () => true);
	await askAll(d1, [forgetPeople(companyId)]);
}

export async function emptied(bucket: R2Bucket, prefix = ''): Promise<void> {
	const { objects } = await bucket.list({ prefix });
	await bucket.delete(objects.map(({ key }) => key));
}

/** Begins a restore, goes on until it has ended or been given up, and returns the record. */
export async function restored(platform: TestUser, companyId: string, backup: string) {
	const asked = await as(platform).post(`/companies/${companyId}/restore`, { backup });
	if (asked.status !== 200) return asked;
	for (let runs = 0; runs < 20; runs++) {
		const { body } = await as(platform).get(`/companies/${companyId}/move`);
		if (body.dateOpened !== null || body.dateEnded !== null) return { ...asked, body };
	}
	throw new Error('The restore does not end');
}

/** Lets a minute pass, after which the cell deletes the old rows in D1. */
export async function left(cell: string): Promise<void> {
	at(new Date(now() + 61_000).toISOString());
	await ring(cell, now());
	restart();
}

/** Bindings in which `goBack` returns a cell to an earlier time, because local runtimes cannot. */
export function turningBack(cell: string, goBack: () => Promise<void>): Bindings {
	const own = env.CELLS.idFromName(cell);
	const get = (id: DurableObjectId) => {
		const object = env.CELLS.get(id);
		return {
			open: (...given: Parameters<typeof object.open>) => object.open(...given),
			batch: (...given: Parameters<typeof object.batch>) => object.batch(...given),
			close: (...given: Parameters<typeof object.close>) => object.close(...given),
			run: async () => {},
			bookmarkAt: async () => (id.equals(own) ? { bookmark: 'then' } : { failed: 'not this one' }),
			async turnBack() {
				await goBack();
				throw new Error('The object was reset.');
			},
		};
	};
	const idFromName = (name: string) => env.CELLS.idFromName(name);
	return { ...env, CELLS: { ...env.CELLS, idFromName, get } as never };
}

/** Continues the move of a cell over these bindings, after the driver has marked it. */
export async function runInside(cell: string, bindings: Bindings): Promise<void> {
	const [move] = (
		await env.DB.prepare('SELECT company_id FROM moves WHERE cell = ?')
			.bind(cell)
			.all<{ company_id: string }>()
	).results;
	await driveMove(bindings, { companyId: move?.company_id ?? '' }, now());
	const object = env.CELLS.get(env.CELLS.idFromName(cell));
	const send = async (asked: Parameters<typeof object.batch>[1]) => object.batch(SCHEMA, asked);
	const own = openedOver(bindings, cell, send as never);
	await carryOn(bindings, own, { name: cell, wakeBy: () => {} }, now(), () => true, {
		log: () => {},
		eraseAgain,
	});
}

/** Replaces all rows of a database by earlier ones, and forgets its marks. */
export async function bringRowsBack(cell: string | null, rows: Rows): Promise<void> {
	const db = databaseOf(env, cell).$client;
	const structure = await structureOf(db);
	const tables = Object.keys(rows);
	const values = (row: string) => Object.entries(JSON.parse(row) as Record<string, unknown>);
	await askAll(
		db,
		withoutTriggers(
			structure,
			[...tables, 'moves'],
			[
				['DELETE FROM moves', []],
				...tables.toReversed().map((table) => [`DELETE FROM ${table}`, []] as const),
				...tables.flatMap((table) =>
					(rows[table] ?? []).map((row) => {
						const columns = values(row);
						return [
							`INSERT INTO ${table} (${columns.map(([name]) => `"${name}"`).join()}) VALUES (${columns.map(() => '?').join()})`,
							columns.map(([, value]) =>
								Array.isArray(value) ? new Uint8Array(value).buffer : value,
							) as never,
						] as const;
					}),
				),
			],
		),
	);
}
