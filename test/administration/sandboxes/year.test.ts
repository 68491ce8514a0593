import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { alarmOf, ring } from '../../harness/alarms.ts';
import { inCell } from '../../harness/cells.ts';
import { advance, newSandbox, type TestSandbox } from '../../harness/sandboxes.ts';
import { as, at, newEmployee, newUser, now, type TestUser, userOf } from '../../harness/service.ts';
import { type Row, readState, type State } from '../../harness/snapshot.ts';
import { accessOf, cents, expenseOf } from '../../harness/spending.ts';
import { comparable } from '../../whole/faults/comparable.ts';

const AN_HOUR_MS = 3_600_000;
const BEGIN = '2031-12-08T09:30:00.000Z';

/** A company whose time passes in one of two ways. */
interface World extends TestSandbox {
	host: string;
	until: (instant: string) => Promise<void>;
}

/** Nobody else has an address there. */
const newHost = () => `${crypto.randomUUID()}.example`;

async function newRehearsal(): Promise<World> {
	const sandbox = await newSandbox();
	const until = async (instant: string) => expect((await advance(sandbox, instant)).failedJobs).toEqual([]);
	return { ...sandbox, host: newHost(), until };
}

/** A company that lives hour by hour, or from one ring of its alarm to the next. */
async function newOrdinary(isHourly: boolean): Promise<World> {
	const company = await newSandbox({ sandbox: false }, { ...env, NEW_COMPANIES: 'CELL' });
	const { cell } = company;
	const until = async (instant: string) => {
		for (;;) {
			const next = now() - (now() % AN_HOUR_MS) + AN_HOUR_MS;
			// The clock of the platform is far behind, so an alarm after a write has long been due.
			const hour = isHourly ? next : Math.max(next, Date.parse((await alarmOf(cell)) ?? ''));
			if (hour > Date.parse(instant)) break;
			at(new Date(hour).toISOString());
			await ring(cell, hour);
		}
		at(instant);
	};
	return { ...company, host: newHost(), until };
}

async function person(world: World, name: string): Promise<TestUser & { path: string }> {
	const id = await newEmployee(world, { email: `${name}@${world.host}`, personnelNumber: name });
	return { ...(await userOf(id, world.cell)), path: `/employees/${id}` };
}

async function done(answer: Promise<{ status: number; body: { id: string } }>): Promise<string> {
	const { status, body } = await answer;
	if (status >= 300) throw new Error(JSON.stringify(body));
	return body?.id;
}

/** The lives of three people over the end of a year and a leap day. */
async function live(world: World, end: string): Promise<void> {
	const { admin, id: companyId, cell, host, until } = world;
	const put = (path: string, body: object) => done(as(admin).put(path, body));
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [companyId], `verifier@${host}`, cell);
	const anna = await person(world, 'anna');
	const bert = await person(world, 'bert');
	const cleo = await person(world, 'cleo');
	const startDate = '2031-12-01T00:00:00.000Z';
	const begins = '2032-01-01T00:00:00.000Z';
	const submit = ({ path, ...user }: typeof anna, date: string, value: number) =>
		done(as(user).post(`${path}/flex/expenses`, expenseOf({ date, amount: cents(value) })));
	const judge = (id: string, decision: string, body?: object) =>
		done(as(verifier).post(`/flex/expenses/${id}/${decision}`, body));

	await until('2031-12-09T10:15:00.000Z');
	await put(`${anna.path}/flex/access`, accessOf({ startDate }));
	await put(`${bert.path}/flex/access`, accessOf({ startDate, accumulateBudget: false }));
	for (const { path } of [anna, cleo]) {
		await put(`${path}/goodies/budget`, { budget: cents(4000), startDate: begins });
		await put(`${path}/goodies/default-access`, { startDate: begins });
	}
	await until('2031-12-10T11:20:00.000Z');
	await judge(await submit(anna, '2031-12-09', 1500), 'approval');
	await judge(await submit(bert, '2031-12-09', 4200), 'approval');
	await until('2031-12-30T16:45:00.000Z');
	await submit(bert, '2031-12-29', 300);
	const vague = await submit(anna, '2031-12-30', 2000);
	await until('2032-01-02T08:05:00.000Z');
	await judge(vague, 'return', { reasons: ['no_date'] });
	await until('2032-01-12T09:50:00.000Z');
	await put(cleo.path, {
		datePausedStart: '2032-01-20T00:00:00.000Z',
		datePausedEnd: '2032-02-10T23:59:59.999Z',
	});
	await put(bert.path, { dateTerminated: '2032-01-31T23:59:59.999Z' });
	await until('2032-02-28T23:10:00.000Z');
	await judge(await submit(anna, '2032-02-28', 7000), 'approval');
	await until(end);
}

/** Tables that keep real time, or find addresses by their parts. */
const APART =
	/^(sandboxes|sessions|backups|access_events|job_runs|one_time_tokens|addresses|mail_days|mail_turns|people|people_index)$/;
/** Columns that say that a company is a sandbox, or how a mail has left, or that count the events that say so. */
const OF_SANDBOX: Record<string, RegExp> = {
	companies: /^is_sandbox$/,
	mails: /^(kept|sealed|state|date_sent|date_due|date_attempted|attempts?|carrier_id|turn|lease\w*)$/,
	event_archives: /^(count|last_position)$/,
};

/** Events that say that a company is a sandbox. */
const SAYING = ['company.created', 'sandbox.advanced'];

async function told({ cell, host }: World) {
	const state: State = await readState(inCell(cell));
	const tables = Object.entries(state).filter(([table]) => !APART.test(table));
	const kept = tables.map(([table, rows]) => [table, shown(table, rows)]);
	const text = JSON.stringify(Object.fromEntries(kept)).replaceAll(host, 'its.example');
	return comparable(JSON.parse(text), null, new Set(), []).state;
}

function shown(table: string, rows: Row[]): Row[] {
	if (table === 'events') return rows.filter(({ type }) => !SAYING.includes(String(type)));
	const apart = OF_SANDBOX[table];
	if (apart === undefined) return rows;
	return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !apart.test(column))));
}

async function compare(isHourly: boolean, end: string): Promise<void> {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	const states = [];
	for (const begin of [newRehearsal, () => newOrdinary(isHourly)]) {
		at(BEGIN);
		const world = await begin();
		await live(world, end);
		states.push(await told(world));
	}
	const [rehearsed, lived] = states;
	expect(rehearsed).toEqual(lived);
	const { issued_vouchers: vouchers, payroll_runs: runs, events } = rehearsed ?? {};
	for (const rows of [vouchers, runs, events]) expect(rows?.length).toBeGreaterThan(1);
}

test('the months around the end of a year leave the same rows in a sandbox and in a company that lives them', () =>
	compare(false, '2032-03-09T12:00:00.000Z'));

/** It takes many minutes. */
test.runIf(env.ALL_FAULTS === 'true')(
	'a year in a sandbox leaves the same rows as a year that is lived hour by hour',
	() => compare(true, '2032-12-08T09:30:00.000Z'),
	3_600_000,
);
