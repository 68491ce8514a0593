import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { databaseOf, newCellName } from '../../../src/foundation/cells/places.ts';
import { SCHEMA } from '../../../src/foundation/cells/schema.ts';
import { batch } from '../../../src/foundation/db/database.ts';
import { companies } from '../../../src/tenants/companies/table.ts';
import { newCompanyInCell, type TestCell } from '../../harness/cells.ts';
import { as, newCompany, now } from '../../harness/service.ts';

const LAST = (env.MIGRATIONS.at(-1)?.name ?? '').replace('.sql', '');
const FIRST = (env.MIGRATIONS[0]?.name ?? '').replace('.sql', '');
const BEFORE = (env.MIGRATIONS.at(-2)?.name ?? '').replace('.sql', '');

const stubOf = ({ cell }: Pick<TestCell, 'cell'>) => env.CELLS.get(env.CELLS.idFromName(cell));
const inside = <T>(company: Pick<TestCell, 'cell'>, work: (state: DurableObjectState) => T) =>
	runInDurableObject(stubOf(company) as unknown as DurableObjectStub, (_, state) => work(state));

const schemaOf = (company: TestCell) => inside(company, (state) => state.storage.kv.get('schema'));
const columnsOf = (company: TestCell, table: string) =>
	inside(
		company,
		({ storage }) => storage.sql.exec(`SELECT name FROM pragma_table_info('${table}')`).toArray().length,
	);

/** Starts the object again, as a deploy does. */
const restart = (company: Pick<TestCell, 'cell'>) =>
	inside(company, (state) => state.abort('The code was updated')).catch(() => undefined);

describe('the schema of a cell', () => {
	test('is that of the migrations when the cell is opened', async () => {
		const company = await newCompanyInCell();
		expect([LAST, await schemaOf(company)]).toEqual([SCHEMA, SCHEMA]);
		const query = `SELECT type, name, tbl_name, sql FROM sqlite_schema
			WHERE name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'first_*' AND name NOT GLOB 'saved_*'
			ORDER BY type, name`;
		const { results } = await databaseOf(env, company.cell).$client.prepare(query).all();
		expect(results).toEqual((await env.DB.prepare(query).all()).results);
	});

	test('is opened once: a second opening changes nothing', async () => {
		const company = await newCompanyInCell();
		await stubOf(company).open(company.cell);
		expect(await as(company.admin).get(`/companies/${company.id}`)).toMatchObject({ status: 200 });
	});

	test('an older one is migrated when the cell starts, before it serves a request', async () => {
		const cell = newCellName();
		await inside({ cell }, ({ storage }) => {
			for (const { queries } of env.MIGRATIONS.slice(0, -1))
				for (const query of queries) storage.sql.exec(query);
			storage.kv.put('schema', BEFORE);
			storage.kv.put('name', cell);
		});
		await restart({ cell });
		const company = { cell, ...(await newCompany(7, 'DE', cell)) };
		expect(await as(company.admin).get(`/companies/${company.id}`)).toMatchObject({ status: 200 });
		expect(await schemaOf(company)).toBe(SCHEMA);
	});

	test('a migration that fails leaves the cell on its schema, still serving', async () => {
		const company = await newCompanyInCell();
		// The triggers of the second migration are there already, so that it fails.
		await inside(company, ({ storage }) => storage.kv.put('schema', FIRST));
		const columns = await columnsOf(company, 'places');
		await restart(company);
		expect(await as(company.admin).get(`/companies/${company.id}`)).toMatchObject({ status: 200 });
		expect([await schemaOf(company), await columnsOf(company, 'places')]).toEqual([FIRST, columns]);
	});

	test('one from before the first release is refused in one sentence, and nothing changes it', async () => {
		const company = await newCompanyInCell();
		await inside(company, ({ storage }) => storage.kv.put('schema', '2037_amounts_taken'));
		await restart(company);
		const detail =
			'The database of this company is from before the first release of Zubrot and cannot be migrated. Create the company again.';
		const { get, put } = as(company.admin);
		for (const { status, body } of [
			await get(`/companies/${company.id}`),
			await put(`/companies/${company.id}`, { name: 'Renamed' }),
		])
			expect([status, body.code, body.detail]).toEqual([500, 'misconfigured', detail]);
		await stubOf(company).upgrade([{ name: '9999_later', sql: 'CREATE TABLE colours (name TEXT)' }]);
		await stubOf(company).run(now());
		expect(await stubOf(company).work(now(), 'any')).toBeNull();
		expect([await schemaOf(company), await columnsOf(company, 'colours')]).toEqual(['2037_amounts_taken', 0]);
	});

	test('a cell that could not migrate refuses with 503 what needs its new schema, and nothing else', async () => {
		const company = await newCompanyInCell();
		await inside(company, ({ storage }) => {
			storage.sql.exec('ALTER TABLE mails RENAME TO not_yet');
		});
		const { get, put } = as(company.admin);
		const statuses = async () =>
			[
				await get(`/companies/${company.id}/mails`),
				await get(`/companies/${company.id}`),
				await put(`/companies/${company.id}`, { name: 'Renamed' }),
			].map(({ status }) => status);
		expect(await statuses()).toEqual([500, 200, 200]);
		await inside(company, ({ storage }) => storage.kv.put('schema', FIRST));
		await restart(company);
		expect(await statuses()).toEqual([503, 200, 200]);
		const failureOf = (sql: string) => stubOf(company).batch(SCHEMA, [[sql, []]]);
		const older = { failed: 'The cell has an older schema than the service' };
		expect(await failureOf('SELECT width FROM company_logos')).toEqual(older);
		expect(await failureOf('INSERT INTO company_logos (width) VALUES (1)')).toEqual(older);
		expect(await failureOf('SELECT')).toEqual({ failed: expect.stringContaining('incomplete input') });
	});

	test('a cell with older code is asked again, then the request gets 503', async () => {
		const company = await newCompanyInCell();
		expect(await stubOf(company).batch('9999_later', [['SELECT 1', []]])).toEqual({
			failed: 'The cell has an older schema than the service',
		});
		let asked = 0;
		const CELLS = {
			idFromName: (name: string) => env.CELLS.idFromName(name),
			get: (id: DurableObjectId) => ({
				batch: (_: string, statements: never) => {
					asked++;
					return env.CELLS.get(id).batch(asked < 4 ? '9999_later' : SCHEMA, statements);
				},
				upgrade: () => {},
			}),
		};
		const during = { ...env, CELLS } as unknown as typeof env;
		const answer = await as(company.admin, during).get(`/companies/${company.id}`);
		expect([answer.status, asked >= 4]).toEqual([200, true]);
		asked = Number.NEGATIVE_INFINITY;
		expect(await as(company.admin, during).get(`/companies/${company.id}`)).toMatchObject({
			status: 503,
			body: { code: 'unavailable' },
		});
	});

	test('a cell with older code gets the migrations of a newer caller, serves it, and keeps them', async () => {
		const company = await newCompanyInCell();
		const needed = '9999_later';
		const steps = [
			{ name: needed, sql: 'ALTER TABLE companies ADD COLUMN colour TEXT; CREATE TABLE colours (name TEXT)' },
		];
		const CELLS = {
			idFromName: (name: string) => env.CELLS.idFromName(name),
			get: (id: DurableObjectId) => ({
				batch: (_: string, statements: never) => env.CELLS.get(id).batch(needed, statements),
				upgrade: () => env.CELLS.get(id).upgrade(steps),
			}),
		};
		const newer = { ...env, CELLS } as unknown as typeof env;
		const rename = (bindings: typeof env) =>
			as(company.admin, bindings).put(`/companies/${company.id}`, { name: 'Renamed' });
		expect((await rename(newer)).status).toBe(200);
		expect([await schemaOf(company), await columnsOf(company, 'colours')]).toEqual([needed, 1]);
		await restart(company);
		for (const bindings of [env, newer]) expect((await rename(bindings)).status).toBe(200);
		expect(await schemaOf(company)).toBe(needed);
	});

	test('migrations of a newer caller that fail leave the cell as it is, and the caller gets 503', async () => {
		const company = await newCompanyInCell();
		const sql = 'CREATE TABLE colours (name TEXT); ALTER TABLE nowhere ADD COLUMN colour TEXT';
		await stubOf(company).upgrade([{ name: '9999_later', sql }]);
		expect([await schemaOf(company), await columnsOf(company, 'colours')]).toEqual([SCHEMA, 0]);
		expect(await stubOf(company).batch('9999_later', [])).toHaveProperty('failed');
		expect((await as(company.admin).get(`/companies/${company.id}`)).status).toBe(200);
	});

	test('a newer cell serves older code, because migrations only add', async () => {
		const company = await newCompanyInCell();
		const reply = await stubOf(company).batch(FIRST, [['SELECT name FROM companies', []]]);
		expect(reply).toMatchObject({ told: [{ columns: ['name'], rows: [[`Company ${company.id}`]] }] });
	});

	test('a cell that nobody opened holds nothing', async () => {
		const db = databaseOf(env, 'nobodyopened');
		expect(await batch(db, [db.select().from(companies)])).toEqual([[]]);
	});
});
