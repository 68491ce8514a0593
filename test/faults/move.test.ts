import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { SCHEMA } from '../../src/cells/schema.ts';
import { runJobsOfCell } from '../../src/jobs/cells.ts';
import { ring } from '../harness/alarms.ts';
import { inCell } from '../harness/cells.ts';
import { databaseOver } from '../harness/database.ts';
import { undriven } from '../harness/moving.ts';
import { as, at, newUser, now, restart, type TestUser } from '../harness/service.ts';
import { newSpender, type Spender } from '../harness/spending.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const LATER = '2023-03-07T12:02:00.000Z';

let platform: TestUser;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	at(NOON);
	restart();
	platform = await newUser(['PLATFORM_ADMIN']);
});

/** A company with an approved and a waiting expense. */
async function newCompanyWithMoney(): Promise<Spender> {
	const spender = await newSpender();
	await spender.grant({});
	await spender.approved();
	await spender.submitted();
	return spender;
}

const objectOf = (cell: string) => env.CELLS.get(env.CELLS.idFromName(cell));

/** Begins a move, and returns the name of the new cell. */
async function begun({ company }: Pick<Spender, 'company'>): Promise<string> {
	const { status } = await as(platform, undriven()).post(`/companies/${company.id}/move`);
	expect(status).toBe(200);
	const query =
		'SELECT cell FROM moves WHERE company_id = ? AND date_ended IS NULL ORDER BY date_started DESC';
	return (await env.DB.prepare(query).bind(company.id).first<string>('cell')) ?? '';
}

/** Runs the new cell until so many batches have written to D1, or to the cell. Then nothing happens any more. Returns the writes. */
async function runUntil(cell: string, where: 'D1' | 'cell', last: number): Promise<number> {
	let writes = 0;
	const alive = async <T>(
		name: string,
		run: () => Promise<T>,
		hasWritten: (result: T) => boolean,
	): Promise<T> => {
		if (writes >= last) throw new Error('The process has died');
		const result = await run();
		if (name === where && hasWritten(result)) writes++;
		if (writes >= last) throw new Error('The process has died');
		return result;
	};
	const DB = databaseOver((statements) =>
		alive(
			'D1',
			() => env.DB.batch(statements),
			(results) => results.some(({ meta }) => meta.rows_written > 0),
		),
	);
	const send = (asked: Parameters<ReturnType<typeof objectOf>['batch']>[1]) =>
		alive(
			'cell',
			async () => objectOf(cell).batch(SCHEMA, asked),
			(reply) => 'told' in reply && reply.told.some(({ rowsWritten }) => rowsWritten > 0),
		);
	const alarmed = { name: cell, schema: SCHEMA, bytes: 1, wakeBy: () => {}, send };
	// The old rows are deleted a while later.
	for (const instant of [NOON, LATER]) {
		const time = Date.parse(instant);
		await runJobsOfCell(alarmed, { ...env, DB }, time, () => true).catch(() => undefined);
	}
	return writes;
}

async function sumsIn(database: D1Database, companyId: string) {
	const query = `SELECT (SELECT sum(amount_value) FROM expenses WHERE company_id = ?1) AS spent,
		(SELECT sum(amount_value) FROM payroll_transactions WHERE company_id = ?1) AS paid`;
	return database.prepare(query).bind(companyId).first();
}

/** Finishes a move that broke off, and holds the company against what it was. */
async function finished(spender: Spender, cell: string, name: string): Promise<void> {
	const { company, employee, admin } = spender;
	await ring(cell, now());
	at(LATER);
	await ring(cell, now());
	restart();
	const { body } = await as(platform).get(`/companies/${company.id}/move`);
	expect(body).toMatchObject({ step: 'DONE', reason: null });
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
	const left = env.DB.prepare('SELECT count(*) AS n FROM movers WHERE company_id = ?').bind(company.id);
	expect(await left.first('n')).toBe(0);
	at(NOON);
}

/** The company either takes a write or says that it is moving. Returns its name then. */
async function renamed({ company, admin }: Spender, name: string): Promise<string> {
	restart();
	const path = `/companies/${company.id}`;
	const before = await as(admin).get(path);
	expect(before.status).toBe(200);
	const { status, body } = await as(admin).put(path, { name });
	if (status === 200) return name;
	expect(body.code).toBe('company_moving');
	return before.body.name;
}

/** The first writes to D1 lead the move from step to step. The others delete old rows, one table after the other. */
const BEFORE_DELETION = 9;

const TIMEOUT_MS = 180_000;

test.each(['D1', 'cell'] as const)(
	'a move goes on after it broke off at any write to %s',
	{
		timeout: TIMEOUT_MS,
	},
	async (where) => {
		const all = await newCompanyWithMoney();
		const writes = await runUntil(await begun(all), where, Number.POSITIVE_INFINITY);
		expect(writes).toBeGreaterThan(5);
		for (let last = 1; last <= writes; last += where === 'D1' && last < BEFORE_DELETION ? 1 : 7) {
			const spender = await newCompanyWithMoney();
			const cell = await begun(spender);
			expect(await runUntil(cell, where, last)).toBe(last);
			const name = await renamed(spender, `Renamed after ${last}`);
			await finished(spender, cell, name);
		}
	},
);
