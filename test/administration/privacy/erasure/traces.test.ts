import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../../src/foundation/core/tables.ts';
import { bytesOf, sendBytes } from '../../../harness/bytes.ts';
import { changesBetween, type RowChange, type Rows, readRows } from '../../../harness/changes.ts';
import { eventsFor } from '../../../harness/events.ts';
import { storedReceipts, upload } from '../../../harness/receipts.ts';
import { as, at, call, newUser, runCron, type TestUser } from '../../../harness/service.ts';
import type { Row } from '../../../harness/snapshot.ts';
import { newSpender, type Spender } from '../../../harness/spending.ts';
import { newTill } from '../../../harness/tills.ts';

const TODAY = '2023-03-07T12:00:00.000Z';
const ERASED = '2023-03-20T12:00:00.000Z';
const A_DAY_LATER = '2023-03-21T13:00:00.000Z';
const PASSWORD = 'correct horse battery staple';
const PAUSE = { datePausedStart: '2023-03-08T03:04:05.678Z', datePausedEnd: '2023-03-09T07:06:05.432Z' };

/** The person's values in every field. The last two are in payroll lines as well. */
const NUMBER = 'pn-0815';
const CENTER = 'centre-of-costs';
const TRACES = [
	'lovelace@first.example',
	'king@second.example',
	'Augusta',
	'Byron',
	'de-LI',
	'pn-0042',
	'other-centre',
	'the-analysts',
	'countess@upn.example',
	'directory-4711',
	'A router for home',
	'What is this?',
	'Paid to Augusta twice',
	'\\"children\\":17',
	'till-of-augusta',
	...Object.values(PAUSE),
	String(Date.parse(PAUSE.datePausedStart)),
	String(Date.parse(PAUSE.datePausedEnd) - 1),
];

let platform: TestUser;
let spender: Spender;
let colleague: Spender;
let userId: string;
let receiptIds: string[];
let expenses: string[];
let session: { idToken: string; refreshToken: string };
let earlier: Rows;
let later: Rows;
let changes: RowChange[];
/** The file for German spreadsheets as it was before the erasure. */
let german: number[];

const path = () => `/employees/${spender.employeeId}`;
const exported = async (format = 'csv') => {
	const address = `/companies/${spender.company.id}/flex/payroll-runs/${(await spender.runs())[0].id}/export`;
	return [...(await bytesOf(await sendBytes(spender.admin, 'GET', `${address}?format=${format}`)))];
};

/** A whole life in the service: benefits, expenses of every state, a payroll run, a correction, a password and a session. */
beforeAll(async () => {
	at(TODAY);
	platform = await newUser(['PLATFORM_ADMIN']);
	const person = { email: 'Lovelace@first.example', personnelNumber: 'pn-0042', costCenter: 'other-centre' };
	spender = await newSpender({}, undefined, person);
	colleague = await newSpender({}, spender.company);
	userId = spender.employee.userId;
	const admin = as(spender.admin);
	await as(platform).put(`/companies/${spender.company.id}`, { retentionMonths: 0 });
	const fields = { personnelNumber: NUMBER, costCentre: CENTER, groups: ['the-analysts'], ...PAUSE };
	await admin.put(path(), fields);
	const value = { userName: 'Countess@upn.example', externalId: 'directory-4711' };
	const named = await admin.send('PATCH', `/scim/v2/Users/${spender.employeeId}`, {
		Operations: [{ op: 'add', value }],
	});
	expect(named).toMatchObject({ status: 200, body: value });

	const machineReadable = newTill('P256', 'till-of-augusta')('10.00');
	const paid = await spender.submitted({ note: 'A router for home', machineReadable });
	const rejected = await spender.submitted({ note: 'A router for home' });
	const receipts = [paid, rejected].map((id) => upload(spender.employee, id));
	receiptIds = (await Promise.all(receipts)).map(({ body }) => body.id);
	await spender.approve(paid);
	await spender.reject(rejected, 'What is this?');
	const pending = await spender.submitted({
		note: 'A router for home',
		date: '2023-03-01',
		module: 'HOLIDAY',
		recreationFor: { spouse: true, children: 17 },
	});
	expenses = [paid, rejected, pending];
	await upload(colleague.employee, await colleague.submitted({ note: 'A desk' }));
	await spender.close('2023-02');
	const { id } = await spender.transactionOf(paid);
	await spender.correct(id, -100, { reason: 'Paid to Augusta twice' });
	const names = { firstName: 'Augusta', lastName: 'Byron', language: 'de-LI', email: 'King@second.example' };
	await as(platform).put(`/users/${userId}`, { ...names, password: PASSWORD });
	session = (await call('POST', '/auth', { email: names.email, password: PASSWORD })).body;
	await admin.put(path(), { dateTerminated: '2023-03-10T00:00:00.000Z' });

	at(ERASED);
	await runCron('2023-03-10T00:00:00.000Z');
	await admin.send('PUT', path(), { costCentre: CENTER }, { 'Idempotency-Key': 'a key' });
	const before = await exported();
	german = await exported('csv-de');
	earlier = await readRows();
	const { body } = await as(platform).post(`${path()}/erasure`);
	expect(body).toEqual({ employeeId: spender.employeeId, dateErased: ERASED });
	expect(await exported(), 'the export of the closed run').toEqual(before);
	later = await readRows();
	at('2023-03-20T12:00:10.000Z');
	changes = changesBetween(earlier, later);
});

/** The tables in which a text is found, whatever its case. */
const tablesWith = (text: string, all: Rows): string[] =>
	[...all].flatMap(([table, rows]) =>
		JSON.stringify([...rows.values()])
			.toLowerCase()
			.includes(text.toLowerCase())
			? [table]
			: [],
	);

describe('an erased employee is missing', () => {
	test.each([...TRACES, NUMBER, CENTER])('%s is nowhere, but what payroll has to keep', async (trace) => {
		expect(tablesWith(trace, earlier)).not.toEqual([]);
		const kept = [NUMBER, CENTER].includes(trace) ? ['payroll_transactions'] : [];
		expect(tablesWith(trace, later)).toEqual(kept);
	});

	test('every personal column of the catalogue is blank, and rows that consist of personal data are gone', () => {
		const ids = [spender.employeeId, userId, ...expenses];
		const isOwn = (row: Row) =>
			['id', 'employee_id', 'user_id', 'expense_id', 'subject_id'].some((name) =>
				ids.includes(String(row[name])),
			);
		const values = (all: Rows) =>
			CATALOGUE.flatMap(([table, { personal = [] }]) =>
				[...(all.get(table)?.values() ?? [])].filter(isOwn).flatMap((row) => {
					if (personal === 'rows') return [`${table}: a row`];
					const filled = personal.filter((name) => !blank.includes(row[name] as string));
					return filled.map((name) => `${table}.${name}`);
				}),
			);
		const blank = [null, '[]', userId, `${userId}@erased.invalid`];
		expect(new Set(values(earlier)).size).toBeGreaterThan(15);
		expect(values(later)).toEqual([]);
	});

	test('the answers that are kept for a day are gone at once, and the receipts with the next cron run', async () => {
		expect(tablesWith(NUMBER, earlier)).toContain('idempotency_keys');
		const { objects } = await env.RECEIPTS.list();
		expect(objects).toHaveLength(3);
		await runCron(A_DAY_LATER);
		const last = await readRows();
		for (const trace of TRACES) expect(tablesWith(trace, last), trace).toEqual([]);
		const { rows, objects: keys } = await storedReceipts();
		expect(rows).toHaveLength(1);
		expect(keys).toEqual(rows);
		for (const id of receiptIds) expect(rows).not.toContain(id);
	});

	test('every line, run and voucher is what it was', () => {
		const kept = [
			'payroll_transactions',
			'payroll_runs',
			'issued_vouchers',
			'planned_vouchers',
			'flex_accesses',
		];
		expect(kept.filter((table) => changes.some((change) => change.table === table))).toEqual([]);
	});

	test('a file for German spreadsheets loses the name, and nothing else', async () => {
		const read = (bytes: number[]) => new TextDecoder().decode(Uint8Array.from(bytes));
		expect(read(german)).toContain(';Byron;Augusta;');
		expect(read(await exported('csv-de'))).toBe(read(german).replace(';Byron;Augusta;', ';;;'));
	});

	test('nothing of anybody else is changed', () => {
		const own = [spender.employeeId, userId, ...expenses];
		const corrections = changes.filter(({ table }) => table === 'payroll_corrections');
		expect(corrections.map(({ after }) => after?.reason)).toEqual(['erased']);
		const others = changes.filter((change) => {
			const ids = Object.values({ ...change.before, ...change.after });
			const isLogged = change.table === 'access_events' && change.before === null;
			const isIndex = /^people/.test(change.table);
			return (
				!isLogged && !isIndex && change.table !== 'payroll_corrections' && !own.some((id) => ids.includes(id))
			);
		});
		expect(others).toEqual([]);
		expect(tablesWith('A desk', later).sort()).toEqual(['events', 'expenses']);
	});

	test('events stay in the history, with types, dates and names of fields', async () => {
		const told = (await eventsFor(platform, `subject=${spender.employeeId}`)).slice(0, -1);
		const find = (type: string) => told.find((event) => event.type === type);
		expect(find('employee.created')?.after).toMatchObject({
			email: null,
			personnelNumber: null,
			groups: null,
		});
		expect(find('pause.set')).toMatchObject({
			after: { datePausedStart: null, datePausedEnd: null },
		});
		expect(find('payroll_transaction.created')?.after).toMatchObject({ amount: { value: 1000 } });
		expect(find('employee.terminated')?.after).toEqual({ dateTerminated: '2023-03-10T00:00:00.000Z' });
		const numbered = (rows: Rows) => [...(rows.get('events') ?? [])].map(([key]) => key);
		expect(numbered(later).slice(0, -2)).toEqual(numbered(earlier));
	});

	test('the login and the session are over', async () => {
		const login = await call('POST', '/auth', { email: 'king@second.example', password: PASSWORD });
		const refreshed = await call('POST', '/auth/refresh', { refreshToken: session.refreshToken });
		expect([login.status, refreshed.status]).toEqual([401, 401]);
		expect((await as(spender.employee).get('/auth/me')).status).toBe(401);
	});

	test('the record stays, blank, and takes no values any more', async () => {
		const record = await as(spender.admin).get(path());
		expect(record.body).toMatchObject({
			email: `${userId}@erased.invalid`,
			personnelNumber: null,
			costCenter: null,
			groups: [],
			datePausedStart: null,
			dateTerminated: '2023-03-10T00:00:00.000Z',
		});
		for (const fields of [{ costCentre: 'x' }, { dateTerminated: null }, {}]) {
			const refused = await as(spender.admin).put(path(), fields);
			expect(refused).toMatchObject({ status: 409, body: { code: 'employee_erased' } });
		}
	});

	test('no list and no filter shows the person, the user is gone, and somebody else may have address and number', async () => {
		for (const filter of ['email=king@second.example', `personnelNumber=${NUMBER}`, `costCenter=${CENTER}`]) {
			expect((await as(platform).get(`/employees?${filter}`)).body, filter).toEqual([]);
		}
		expect((await as(spender.admin).get('/employees?group=the-analysts')).body).toEqual([]);
		expect((await as(platform).get('/users')).body.map(({ id }: { id: string }) => id)).not.toContain(userId);
		expect((await as(platform).get(`/users/${userId}`)).status).toBe(404);
		expect((await as(platform).put(`/users/${userId}`, { firstName: 'Ada' })).status).toBe(404);

		const fields = { email: 'king@second.example', companyId: spender.company.id, personnelNumber: NUMBER };
		expect((await as(spender.admin).post('/employees', fields)).status).toBe(201);
	});
});
