import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { ring, userIn } from '../../harness/alarms.ts';
import { inCell, newCompanyInCell, type TestCell } from '../../harness/cells.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	runCron,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';

const NOON = '2031-03-07T12:00:00.000Z';
/** When the jobs run: for a digest, vouchers, a leaver, the end of March and of its corrections, and an abandoned correction. */
const RUNS = [
	'2031-03-07T13:00:00.000Z',
	'2031-03-08T00:00:00.000Z',
	'2031-03-20T00:00:00.000Z',
	'2031-03-21T00:00:00.000Z',
	'2031-04-08T00:00:00.000Z',
	'2031-04-09T13:00:00.000Z',
	'2031-06-10T00:00:00.000Z',
];
const cents = (value: number) => ({ value, currency: 'EUR_CENT' });

interface Placed {
	company: TestCompany & Partial<TestCell>;
	database: D1Database;
	run(instant: string): Promise<unknown>;
}

const ok = async (answer: Promise<{ status: number; body: { id?: string } }>): Promise<string> => {
	const { status, body } = await answer;
	expect(status, JSON.stringify(body)).toBeLessThan(300);
	return body.id ?? '';
};

/** A company with vouchers, expenses, a pause, a leaver, a verifier who gets digests, and mails. */
async function begin({ company, database }: Placed): Promise<void> {
	const { id, admin, cell } = company;
	const registered = (userId: string) =>
		database
			.prepare('UPDATE users SET date_registered = 1, revision = revision + 1 WHERE id = ?')
			.bind(userId)
			.run();
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [id], uniqueEmail(), cell);
	await registered(verifier.userId);
	await database
		.prepare('UPDATE companies SET leaver_access_days = 0, revision = revision + 1 WHERE id = ?')
		.bind(id)
		.run();
	await ok(as(admin).put(`/companies/${id}/payroll-settings`, { wageTypes: { GOODIES: { number: '300' } } }));
	const people = [await newEmployee(company), await newEmployee(company)];
	for (const employeeId of people) {
		const path = `/employees/${employeeId}`;
		await ok(
			as(admin).put(`${path}/goodies/budget`, { budget: cents(5000), startDate: '2031-03-08T00:00:00.000Z' }),
		);
		await ok(
			as(admin).put(`${path}/flex/access`, {
				budget: cents(5000),
				accumulateBudget: true,
				startDate: '2031-03-01T00:00:00.000Z',
			}),
		);
		const user = cell === undefined ? await userOf(employeeId) : await userIn(cell, employeeId);
		await registered(user.userId);
		const expense = (value: number) =>
			ok(
				as(user).post(`${path}/flex/expenses`, {
					module: 'INTERNET',
					amount: cents(value),
					date: '2031-03-05',
				}),
			);
		const [approved, returned] = [await expense(1000), await expense(2000)];
		await expense(300);
		await ok(as(verifier).post(`/flex/expenses/${approved}/approval`));
		await ok(as(verifier).post(`/flex/expenses/${returned}/return`, { reasons: ['no_date'] }));
	}
	const [stays, leaves] = people.map((employeeId) => `/employees/${employeeId}`);
	await ok(
		as(admin).put(stays ?? '', {
			datePausedStart: '2031-04-01T00:00:00.000Z',
			datePausedEnd: '2031-05-01T00:00:00.000Z',
		}),
	);
	await ok(as(admin).put(leaves ?? '', { dateTerminated: '2031-03-20T00:00:00.000Z' }));
}

/** Reads the records that a history has left, without their ids. */
async function outcome({ company, database }: Placed) {
	const rows = async (sql: string) => {
		const { results } = await database.prepare(sql).bind(company.id).all();
		return results.map((row) => Object.values(row).join(' ')).sort();
	};
	return {
		vouchers: await rows(
			'SELECT v.due_date, v.amount_value FROM issued_vouchers v JOIN employees e ON e.id = v.employee_id WHERE e.company_id = ?',
		),
		runs: await rows(
			'SELECT month, state, line_count, sums, date_closed FROM payroll_runs WHERE company_id = ?',
		),
		lines: await rows(
			'SELECT module, kind, amount_value, state FROM payroll_transactions WHERE company_id = ?',
		),
		expenses: await rows('SELECT amount_value, state, date_decided FROM expenses WHERE company_id = ?'),
		closed: await rows(
			'SELECT u.date_closed, u.closer FROM users u JOIN employees e ON e.user_id = u.id WHERE e.company_id = ?',
		),
		mails: await rows(
			`SELECT kind, state, json_remove(data, '$.expenseId'), date_due FROM mails WHERE company_id = ?`,
		),
		events: await rows(
			`SELECT t.text, e.date, count(*) FROM events e JOIN event_texts t ON t.id = e.type
			WHERE e.company = (SELECT id FROM event_parties WHERE uuid = unhex(replace(?, '-', ''))) GROUP BY 1, 2`,
		),
	};
}

test('the jobs do in a cell what they do in D1', async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at(NOON);
	const cell = await newCompanyInCell();
	const places: Placed[] = [
		{ company: await newCompany(), database: env.DB, run: runCron },
		{ company: cell, database: inCell(cell.cell), run: (instant) => ring(cell.cell, instant) },
	];
	const outcomes = [];
	for (const place of places) {
		at(NOON);
		// The first run only notes until when people have been reminded.
		await place.run('2031-03-07T11:00:00.000Z');
		await begin(place);
		// The directory knows that the cell is not overdue.
		for (const instant of RUNS) {
			await env.DB.prepare('UPDATE places SET next_due = ?').bind(Date.parse(instant)).run();
			await place.run(instant);
		}
		outcomes.push(await outcome(place));
	}
	const [inD1, inTheCell] = outcomes;
	expect(inTheCell).toEqual(inD1);
	expect(inD1?.vouchers.length).toBeGreaterThan(3);
	expect(inD1?.runs.length).toBeGreaterThan(1);
	expect(inD1?.closed).toContain(`${Date.parse('2031-03-20T00:00:00.000Z')} CRON`);
	expect(inD1?.expenses.filter((row) => row.includes('REJECTED'))).toHaveLength(2);
	const kinds = new Set(inD1?.mails.map((row) => row.split(' ')[0]));
	expect([...kinds]).toEqual(
		expect.arrayContaining(['expenses_waiting', 'voucher_issued', 'expense_approved']),
	);
});
