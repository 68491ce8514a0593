import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { runJobsOfCell } from '../../../src/entrances/jobs/cells.ts';
import { SCHEMA } from '../../../src/foundation/cells/schema.ts';
import { ring } from '../../harness/alarms.ts';
import { inCell } from '../../harness/cells.ts';
import { databaseOver } from '../../harness/database.ts';
import { undriven } from '../../harness/moving.ts';
import { as, at, now, restart, type TestUser } from '../../harness/service.ts';
import { newSpender, type Spender } from '../../harness/spending.ts';

export const NOON = '2023-03-07T12:00:00.000Z';
export const LATER_MS = 120_000;

/** A company with an approved and a waiting expense. */
export async function newCompanyWithMoney(): Promise<Spender> {
	const spender = await newSpender();
	await spender.grant({});
	await spender.approved();
	await spender.submitted();
	return spender;
}

const objectOf = (cell: string) => env.CELLS.get(env.CELLS.idFromName(cell));

/** The cells, with every call to one of them through `asked`. */
function cellsOver(asked: (id: DurableObjectId, name: string, run: () => Promise<unknown>) => unknown) {
	const get = (id: DurableObjectId) => {
		const object = env.CELLS.get(id);
		const call = (name: string, given: unknown[]) =>
			(object as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>)[name]?.(...given);
		return new Proxy(object, {
			get:
				(_, name) =>
				(...given: unknown[]) =>
					asked(id, String(name), async () => call(String(name), given)),
		});
	};
	return { ...env.CELLS, idFromName: (name: string) => env.CELLS.idFromName(name), get } as never;
}

/** Begins a move or a restore, and returns the name of the new cell. */
export async function begun(
	platform: TestUser,
	{ company }: Pick<Spender, 'company'>,
	backup?: string,
): Promise<string> {
	const path = `/companies/${company.id}/${backup === undefined ? 'move' : 'restore'}`;
	const { status } = await as(platform, undriven()).post(path, backup === undefined ? undefined : { backup });
	expect(status).toBe(200);
	const query = 'SELECT cell FROM moves WHERE company_id = ? AND date_ended IS NULL AND date_opened IS NULL';
	return (await env.DB.prepare(query).bind(company.id).first<string>('cell')) ?? '';
}

/** The databases that a move asks. */
export type Place = 'D1' | 'source' | 'cell';

type Trip = <T>(place: Place, run: () => Promise<T>, hasWritten: (result: T) => boolean) => Promise<T>;

/** Runs the new cell at its times, with every round trip through `trip`. */
export async function runWith(cell: string, trip: Trip): Promise<void> {
	const own = env.CELLS.idFromName(cell);
	const wrote = (reply: unknown) =>
		(reply as { told?: { rowsWritten: number }[] }).told?.some(({ rowsWritten }) => rowsWritten > 0) === true;
	const DB = databaseOver((statements) =>
		trip(
			'D1',
			() => env.DB.batch(statements),
			(results) => results.some(({ meta }) => meta.rows_written > 0),
		),
	);
	const CELLS = cellsOver((id, name, run) =>
		trip(id.equals(own) ? 'cell' : 'source', run, name === 'batch' ? wrote : () => true),
	);
	const send = (asked: Parameters<ReturnType<typeof objectOf>['batch']>[1]) =>
		trip('cell', async () => objectOf(cell).batch(SCHEMA, asked), wrote);
	const alarmed = { name: cell, schema: SCHEMA, bytes: 1, wakeBy: () => {}, send };
	// The old rows are deleted a while later.
	for (const time of [now(), now() + LATER_MS]) {
		await runJobsOfCell(alarmed, { ...env, DB, CELLS }, time, () => true).catch(() => undefined);
	}
}

/** Runs the new cell until so many batches have written to a place. Then nothing happens any more. Returns the writes. */
export async function runUntil(cell: string, place: Place, last: number): Promise<number> {
	let writes = 0;
	await runWith(cell, async (at, run, hasWritten) => {
		if (writes >= last) throw new Error('The process has died');
		const result = await run();
		if (at === place && hasWritten(result)) writes++;
		if (writes >= last) throw new Error('The process has died');
		return result;
	});
	return writes;
}

async function sumsIn(database: D1Database, companyId: string) {
	const query = `SELECT (SELECT sum(amount_value) FROM expenses WHERE company_id = ?1) AS spent,
		(SELECT sum(amount_value) FROM payroll_transactions WHERE company_id = ?1) AS paid`;
	return database.prepare(query).bind(companyId).first();
}

/** Finishes a move that broke off, and compares the company with what it was before. */
export async function finished(
	platform: TestUser,
	spender: Spender,
	cell: string,
	name: string,
): Promise<void> {
	const { company, employee, admin } = spender;
	await ring(cell, now());
	at(new Date(now() + LATER_MS).toISOString());
	await ring(cell, now());
	restart();
	const { body } = await as(platform).get(`/companies/${company.id}/move`);
	expect(body).toMatchObject({ step: body.isFromCell ? 'OPENED' : 'DONE', reason: null });
	expect(await as(admin).get(`/companies/${company.id}`)).toMatchObject({ status: 200, body: { name } });
	expect(await as(employee).get('/auth/me')).toMatchObject({ status: 200 });
	expect(await sumsIn(inCell(cell), company.id)).toEqual({ spent: 2000, paid: 1000 });
	expect(await sumsIn(env.DB, company.id)).toEqual({ spent: null, paid: null });
	const users = await inCell(cell)
		.prepare('SELECT count(*) AS n FROM users WHERE email_key <> id')
		.first('n');
	const known = await env.DB.prepare('SELECT count(*) AS n FROM addresses WHERE cell = ?')
		.bind(cell)
		.first('n');
	expect(known).toBe(users);
	for (const database of [env.DB, inCell(cell)]) {
		const left = database.prepare('SELECT count(*) AS n FROM movers WHERE company_id = ?').bind(company.id);
		expect(await left.first('n')).toBe(0);
	}
	at(NOON);
}

/** The company either takes a write or says that it is moving. Returns its name then. */
export async function renamed({ company, admin }: Spender, name: string): Promise<string> {
	restart();
	const path = `/companies/${company.id}`;
	const before = await as(admin).get(path);
	expect(before.status).toBe(200);
	const { status, body } = await as(admin).put(path, { name });
	if (status === 200) return name;
	expect(body.code).toBe('company_moving');
	return before.body.name;
}
