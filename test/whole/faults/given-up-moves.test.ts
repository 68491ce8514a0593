import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { ring } from '../../harness/alarms.ts';
import { inCell } from '../../harness/cells.ts';
import { databaseOver } from '../../harness/database.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	restart,
	type TestUser,
	userOf,
} from '../../harness/service.ts';
import { tableNames } from '../../harness/storage.ts';
import { begun, finished, NOON, newCompanyWithMoney, renamed, runUntil } from './moving.ts';

const TOO_LATE = '2023-03-07T12:11:00.000Z';

let platform: TestUser;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	at(NOON);
	restart();
	platform = await newUser(['PLATFORM_ADMIN']);
});

/** The tables with the status of a move. They are the only trace of a move that was given up. */
const ASIDE = ['moves', 'job_runs', 'places'];

/** All rows of a database, as text. */
async function rowsIn(database: D1Database): Promise<Record<string, string[]>> {
	const names = (await tableNames(env.DB)).filter((name) => !ASIDE.includes(name));
	const found = await database.batch(names.map((name) => database.prepare(`SELECT * FROM ${name}`)));
	return Object.fromEntries(
		names.map((name, place) => [
			name,
			(found[place]?.results ?? []).map((row) => JSON.stringify(row)).sort(),
		]),
	);
}

const stateOf = async (companyId: string) => (await as(platform).get(`/companies/${companyId}/move`)).body;

test.each(['D1', 'cell'])(
	'a move from %s is given up after 10 closed minutes, leaves everything as it was, and can begin again',
	async (from) => {
		const spender = await newCompanyWithMoney();
		const { company } = spender;
		const source = from === 'cell' ? await begun(platform, spender) : null;
		if (source !== null) await runUntil(source, 'D1', Number.POSITIVE_INFINITY);
		restart();
		const cell = await begun(platform, spender);
		const database = source === null ? env.DB : inCell(source);
		const before = await rowsIn(database);
		// A row without an owner, so that the copy is never the same as the original.
		await inCell(cell)
			.prepare(
				`INSERT INTO idempotency_keys (caller_id, key, fingerprint, attempt, record_id, date_created, lease_until)
				VALUES ('nobody', 'key', '', '', '', 0, 0)`,
			)
			.run();
		await ring(cell, now());
		expect(await stateOf(company.id)).toMatchObject({ step: 'CLOSED', reason: null });
		expect(await renamed(spender, 'Renamed while closed')).toBe(`Company ${company.id}`);
		at(TOO_LATE);
		await ring(cell, now());
		expect(await stateOf(company.id)).toMatchObject({
			step: 'GIVEN_UP',
			dateEnded: TOO_LATE,
			reason: 'CLOSED_TOO_LONG',
		});
		at(NOON);
		expect(await rowsIn(database)).toEqual(before);
		expect(await inCell(cell).prepare('SELECT count(*) AS n FROM users').first('n')).toBe(null);
		expect(await renamed(spender, 'Renamed afterwards')).toBe('Renamed afterwards');
		await finished(platform, spender, await begun(platform, spender), 'Renamed afterwards');
	},
);

test('a move is given up when an employee of another company becomes an administrator, and can begin again', async () => {
	const spender = await newCompanyWithMoney();
	const other = await newCompany();
	const cell = await begun(platform, spender);
	const { userId } = await userOf(await newEmployee(other));
	const join = 'INSERT INTO user_companies (user_id, company_id) VALUES (?, ?)';
	await env.DB.prepare(join).bind(userId, spender.company.id).run();
	const before = await rowsIn(env.DB);
	await ring(cell, now());
	expect(await stateOf(spender.company.id)).toMatchObject({ step: 'GIVEN_UP', reason: 'SEVERAL_DATABASES' });
	expect(await rowsIn(env.DB)).toEqual(before);
	await env.DB.prepare('DELETE FROM user_companies WHERE user_id = ?').bind(userId).run();
	expect(await renamed(spender, 'Renamed afterwards')).toBe('Renamed afterwards');
	await finished(platform, spender, await begun(platform, spender), 'Renamed afterwards');
});

test('an erasure between the last open pass and the closing leaves no name in the copied history', async () => {
	const spender = await newCompanyWithMoney();
	const { company, employeeId, admin } = spender;
	const note = 'The fitness studio of Ada Lovelace';
	const id = await spender.submitted({ note });
	await spender.withdraw(id);
	const cell = await begun(platform, spender);
	// This write to D1 says that the company will be closed.
	const step = env.DB.prepare('SELECT step FROM moves WHERE cell = ?').bind(cell);
	while ((await step.first('step')) === 'COPYING') await runUntil(cell, 'D1', 1);
	const named = async () =>
		(await rowsIn(inCell(cell))).events?.filter((row) => row.includes('Ada Lovelace')).length ?? 0;
	expect(await named()).toBeGreaterThan(0);
	await env.DB.batch(
		[
			'UPDATE companies SET retention_months = 0 WHERE id = ?1',
			'UPDATE employees SET date_terminated = 0 WHERE company_id = ?1',
			'UPDATE users SET date_closed = 1 WHERE id IN (SELECT user_id FROM employees WHERE company_id = ?1)',
		].map((sql) => env.DB.prepare(sql).bind(company.id)),
	);
	restart();
	const erased = await as(platform).post(`/employees/${employeeId}/erasure`);
	expect(erased, JSON.stringify(erased.body)).toMatchObject({ status: 200 });
	await ring(cell, now());
	expect(await stateOf(company.id)).toMatchObject({ step: 'OPENED', reason: null });
	expect(await named()).toBe(0);
	restart();
	expect((await as(admin).get(`/events?companyId=${company.id}&limit=500`)).body.length).toBeGreaterThan(5);
});

test('a job of D1 in the second in which a company closes leaves the rest to the next run', async () => {
	const spender = await newCompanyWithMoney();
	const { company } = spender;
	let cell = '';
	const DB = databaseOver(async (statements, queries) => {
		// The company closes between what the job reads and what it writes.
		if (cell === '' && queries.some((query) => /^\s*insert into "payroll_runs"/i.test(query))) {
			cell = await begun(platform, spender);
			await runUntil(cell, 'D1', 3);
		}
		return env.DB.batch(statements);
	});
	const at8 = '2023-04-08T00:00:00.000Z';
	expect((await runDueJobs({ ...env, DB }, Date.parse(at8))).failed).toEqual({});
	expect(cell).not.toBe('');
	const runs = 'SELECT count(*) AS n FROM payroll_runs WHERE company_id = ?';
	expect(await env.DB.prepare(runs).bind(company.id).first('n')).toBe(0);
	await finished(platform, spender, cell, `Company ${company.id}`);
	await ring(cell, at8);
	expect(await inCell(cell).prepare(runs).bind(company.id).first('n')).toBeGreaterThan(0);
});
