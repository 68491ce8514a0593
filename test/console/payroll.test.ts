import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/foundation/core/id.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { type Answer, as, at, newUser, now } from '../harness/service.ts';
import { cents, newSpender, type Spender } from '../harness/spending.ts';
import { rowsOf, valueIn } from './markup.ts';

let spender: Spender;
let visit: Visit;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { firstName: 'Erika', lastName: 'Muster', costCenter: '4711' });
	visit = await visitOf(spender.admin);
});

const english = { 'Accept-Language': 'en' };
const open = async (path = '', by: Visit = visit) =>
	(await browse(by).get(`/payroll${path}`, english)).body as string;
const send = (path: string, fields: Record<string, string>, by: Visit = visit) =>
	browse(by).post(`/payroll${path}`, fields, english);
const get = (path: string) => browse(visit).get(`/payroll${path}`, english);
/** Opens the page to which an answer leads. */
const follow = ({ headers }: Answer) =>
	browse(visit).get((headers.get('Location') ?? '').replace('/console', ''), english);
/** Opens what a page goes on to by itself. */
const followRefresh = ({ headers }: Answer) =>
	browse(visit).get((headers.get('Refresh') ?? '').replace('0; url=/console', ''), english);
const seenOf = (body: string): string => valueIn(body, 'seen');
/** The definition of a term on a page. */
const definitionOf = (body: string, term: string): string | undefined =>
	pageOf(body)
		.select('dl > div')
		.find((fact) => fact.all('term')[0]?.text === term)?.text;

test('the page shows every month’s state, and what the open one would pay by module and cost centre', async () => {
	await spender.approved({ amount: cents(1290) });
	await spender.submitted();
	const body = await open();
	expect(body).toMatch(
		/data-state="OPEN"[\s\S]*February 2023[\s\S]*€12.90[\s\S]*data-state="LATER"[\s\S]*March 2023/,
	);
	expect(body).toContain('in the evening of 7 March 2023');
	expect(rowsOf(body)).toContainEqual(expect.stringMatching(/Internet 4711 .*€12\.90/));
	expect(definitionOf(body, 'Still to verify')).toBe('Still to verify 1');
	expect(pageOf(body).select('rect.carried')).not.toHaveLength(0);
});

describe('closing', () => {
	const FEBRUARY = '/close?month=2023-02';

	test('takes a second step, which shows what would be paid; saved twice, it is closed once', async () => {
		await spender.approved({ amount: cents(1290) });
		const preview = await open(FEBRUARY);
		expect(preview).toMatch(/Accepts no more expenses[\s\S]*February 2023[\s\S]*over[\s\S]*€12.90/);
		expect(pageOf(preview).select('[name=early]')).toHaveLength(0);
		const form = { seen: seenOf(preview), _key: newId(now()) };
		const [first, second] = [await send(FEBRUARY, form), await send(FEBRUARY, form)];
		expect(first.headers.get('Location')).toMatch(/^\/console\/payroll\/runs\/[\w-]+\?company=.*&closed=$/);
		expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
		expect(await spender.runs()).toMatchObject([
			{ month: '2023-02', lineCount: 1, closedBy: spender.admin.userId },
		]);
		expect((await send(FEBRUARY, { seen: form.seen })).body).toContain('This month is already closed.');
	});

	test('says that receipts still to verify go into the next month; one that comes meanwhile keeps nothing from closing', async () => {
		await spender.approved();
		const none = await open(FEBRUARY);
		expect(none).not.toContain('paid with the next payroll run');
		await spender.submitted();
		expect(pageOf(await open(FEBRUARY)).text).toMatch(/Still to verify 1 .*paid with the next payroll run/);
		expect((await send(FEBRUARY, { seen: seenOf(none) })).status).toBe(303);
	});

	test('early names what it would shut, and is refused at its field until it is meant', async () => {
		const [preview, path] = [await open('/close?month=2023-03'), '/close?month=2023-03'];
		expect(pageOf(preview).text).toMatch(/February 2023 .*\bover\b.* March 2023 .*not over yet/);
		const form = { seen: seenOf(preview) };
		const refused = await send(path, form);
		expect(refused.status).toBe(409);
		expect(pageOf(refused.body).faultAt('early')).toMatch(/^This closes February 2023, March 2023 early/);
		expect(await spender.runs()).toEqual([]);
		expect((await send(path, { ...form, early: 'on' })).status).toBe(303);
		expect(await spender.runs()).toMatchObject([{ month: '2023-03' }]);
	});

	test('is refused when it would pay something else than the reader has seen, and shows that', async () => {
		const form = { seen: seenOf(await open(FEBRUARY)) };
		await spender.approved({ amount: cents(777) });
		const refused = await send(FEBRUARY, form);
		expect(refused.status).toBe(412);
		expect(refused.body).toMatch(/This was changed in the meantime[\s\S]*€7.77/);
		expect(await spender.runs()).toEqual([]);
		expect((await send(FEBRUARY, { seen: seenOf(refused.body) })).status).toBe(303);
	});

	test('a future or missing month shows why it cannot be closed', async () => {
		const ahead = await browse(visit).get('/payroll/close?month=2023-04', english);
		expect(ahead).toMatchObject({
			status: 409,
			body: expect.stringContaining('This month cannot be closed.'),
		});
		expect((await browse(visit).get('/payroll/close?month=x', english)).status).toBe(404);
	});

	test.each(['/close?month=2023-02', `/lines/${newId(0)}`])(
		'and correcting ask for a fresh proof: %s',
		async (path) => {
			at('2023-03-07T12:15:00.000Z');
			expect(pageOf(await open(path)).select('[type=password]')).toHaveLength(1);
			expect((await send(path, {})).status).toBe(403);
			expect(await spender.runs()).toEqual([]);
		},
	);
});

test('obstacles name the person and lead to the page that resolves them', async () => {
	await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, {
		adviserNumber: null,
		clientNumber: '42',
		format: 'datev-lodas',
		wageTypes: {},
	});
	await spender.approved();
	const body = await open();
	expect(body).toContain('adviser number and client number are missing.');
	const links = pageOf(body).all('link');
	const settings = links.filter(({ name }) => name.startsWith('Fix it in the company’s payroll settings'));
	const address = `/console/company/office?company=${spender.company.id}`;
	expect(body).toMatch(/Erika Muster[\s\S]*Internet has no wage type\./);
	expect(settings.map(({ href }) => href)).toEqual([address, address]);
	expect(body).toContain('The personnel number is missing.');
	expect(links.map(({ href }) => href)).toContain(`/console/people/${spender.employeeId}/details`);
	const verifier = await visitOf(spender.verifier);
	expect(await open('', verifier)).toMatch(
		/The personnel number is missing\.\s*Fix it on the page of the person\./,
	);
	for (const address of ['/payroll/close', '/console/company'])
		expect(await open('', verifier)).not.toContain(address);
});

describe('a closed month', () => {
	let run: string;
	let line: string;
	beforeEach(async () => {
		const expense = await spender.approved({ amount: cents(1290) });
		run = `/runs/${(await spender.close('2023-02')).body.id}`;
		line = `/lines/${(await spender.transactionOf(expense)).id}`;
	});

	test('shows the company, for printing', async () => {
		const above = pageOf(await open(run)).select('.above')[0];
		expect(above?.text).toMatch(new RegExp(`^Company ${spender.company.id} › `));
		expect(above?.one('link').href).toMatch(/^\/console\/payroll\?/);
	});

	test('says who closed it, and gives each file once made as it was', async () => {
		await as(spender.admin).put(`/users/${spender.admin.userId}`, { firstName: 'Ada', lastName: 'Admin' });
		expect(definitionOf(await open(run), 'Closed by')).toMatch(/^Closed by Ada Admin/);
		expect((await get(`${run}/file?format=csv`)).status).toBe(409);
		const made = await send(`${run}/files`, { format: 'csv' });
		const page = await follow(made);
		expect(pageOf(page.body).text).toContain('The file was created.');
		const first = await followRefresh(page);
		expect(first.headers.get('Content-Disposition')).toBe('attachment; filename="payroll_2023-02.csv"');
		expect((await get(`${run}/file?format=csv`)).body).toEqual(first.body);
		expect(await open(run)).toMatch(/CSV with all fields, Version 1[\s\S]*Ada Admin/);
		const outsider = await visitOf(await newUser(['PLATFORM_ADMIN']));
		await send(`${run}/files?company=${spender.company.id}`, { format: 'csv-de' }, outsider);
		expect(await open(run)).toContain('the operator, or a former administrator');
	});

	test('offers the format of the office first, as the main button, and the others behind one summary', async () => {
		const files = async () => {
			const [panel] = pageOf(await open(run))
				.select('section')
				.filter((one) => one.select('[name=format]').length > 0);
			if (panel === undefined) throw new Error('There are no files');
			const behind = panel.select('details [name=format]');
			return {
				formats: panel.values('format'),
				behind: behind.map((one) => one.attribute('value')),
				main: panel.select('form:has(.main) [name=format]').map((one) => one.attribute('value')),
				summary: panel.select('details > summary')[0]?.text,
				isOpen: panel.select('details[open]').length > 0,
			};
		};
		const none = await files();
		expect([none.main, none.isOpen, none.behind]).toEqual([[], true, none.formats]);
		const settings = { format: 'datev-lug', adviserNumber: '1234567', clientNumber: '42', wageTypes: {} };
		await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, settings);
		const { formats, behind, main, summary, isOpen } = await files();
		expect([main, formats[0], summary, isOpen]).toEqual([['datev-lug'], 'datev-lug', 'Other formats', false]);
		expect(behind).toEqual(formats.slice(1));
	});

	test('shows its lines by personnel number: 2 comes before 10', async () => {
		const numbers = ['10', '0002', '1'];
		for (const personnelNumber of numbers) {
			const other = await newSpender({}, spender.company, {
				personnelNumber,
				lastName: `No. ${personnelNumber}`,
			});
			await other.approved({ date: '2023-03-01' });
		}
		const march = `/runs/${(await spender.close('2023-03')).body.id}`;
		const lines = rowsOf(await open(march)).flatMap((row) => /No\. (\d+)/.exec(row)?.[1] ?? []);
		expect(lines).toEqual(['1', '0002', '10']);
	});

	test('a file that cannot carry every line names them, and is made without them when that is asked for', async () => {
		const settings = {
			adviserNumber: '1234567',
			clientNumber: '42',
			wageTypes: { INTERNET: { number: '1' } },
		};
		await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, settings);
		const other = await newSpender({}, spender.company, { personnelNumber: '7' });
		await other.approved({ date: '2023-03-01' });
		await as(spender.admin).put(`/employees/${spender.employeeId}`, { personnelNumber: null });
		const march = `/runs/${(await spender.close('2023-03')).body.id}/files`;
		expect((await send(march, { format: 'datev-lug' })).status).toBe(303);
		expect(
			(await get(`${march.replace(/s$/, '')}?format=datev-lug`)).headers.get('Content-Disposition'),
		).toContain('lug_42');
		const refused = await send(`${run}/files`, { format: 'datev-lug' });
		expect(refused.status).toBe(409);
		expect(refused.body).toMatch(
			/Erika Muster[\s\S]*The personnel number is missing[\s\S]*Create without this line/,
		);
		const without = await send(`${run}/files`, { format: 'datev-lug', _do: 'leave-out' });
		expect(without.body).toContain('There are no lines for this file.');
	});

	test('a line is corrected with its reason; the preview stores nothing, and what is refused stands at its field', async () => {
		const wish = { direction: 'BACK', amount: '2,90', reason: 'Counted twice', currency: 'EUR_CENT' };
		const preview = await send(line, { ...wish, _do: 'preview' });
		expect(pageOf(preview.body).text).toMatch(
			/A new line of March 2023 .*-€2\.90 .*Total paid afterwards .*€10\.00/,
		);
		expect(await spender.transactions()).toHaveLength(1);
		const refused = await send(line, { ...wish, amount: '13' });
		const faultOf = (answer: { body: string }, field: string) => pageOf(answer.body).faultAt(field);
		expect(faultOf(refused, 'amount')).toMatch(/^A correction cannot take back more than was paid/);
		expect(faultOf(await send(line, { ...wish, amount: '' }), 'amount')).toMatch(/./);
		expect(faultOf(await send(line, { ...wish, reason: '' }), 'reason')).toMatch(
			/^(Give a reason|Please fill in this field)\./,
		);
		expect((await send(line, wish)).status).toBe(303);
		expect(await open(line)).toMatch(
			/Counted twice[\s\S]*-€2.90[\s\S]*waits for the next month[\s\S]*€10.00/,
		);
		expect((await send(line, { ...wish, direction: 'MORE', amount: '1' })).status).toBe(303);
		expect((await spender.transactions()).map(({ amount }) => amount.value)).toEqual([1290, -290, 100]);
	});

	test('nobody is offered to correct what was paid to oneself, or what is not paid yet', async () => {
		const { userId } = spender.employee;
		await env.DB.batch([
			env.DB.prepare("UPDATE users SET roles = json_array('COMPANY_ADMIN', 'EMPLOYEE') WHERE id = ?").bind(
				userId,
			),
			env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(userId, spender.company.id),
		]);
		expect(await open(line, await visitOf(spender.employee))).toContain('This was paid to you.');
		await spender.correct(line.slice('/lines/'.length), -100);
		const [, pending] = await spender.transactions();
		expect(await open(`/lines/${pending?.id}`)).toContain('This line is not paid yet.');
	});
});

test('lines of leavers are a warning before the month closes, and have a file part of their own after it', async () => {
	await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, {
		adviserNumber: '1234567',
		clientNumber: '42',
		format: 'datev-lug',
		wageTypes: { INTERNET: { number: '1' } },
		bookingMonth: 'FOLLOWING',
	});
	const staying = await newSpender({}, spender.company, { personnelNumber: '8' });
	await staying.approved();
	const fields = { personnelNumber: '7', dateTerminated: '2023-02-28T23:59:59.999Z' };
	await spender.approved();
	await as(spender.admin).put(`/employees/${spender.employeeId}`, fields);
	const warning = /Booked in the last month of leavers[\s\S]*Erika Muster[\s\S]*February 2023[\s\S]*€10\.00/;
	expect(await open('')).toMatch(warning);
	const run = `/runs/${(await spender.close('2023-02')).body.id}`;
	const before = await open(run);
	expect(before).toMatch(warning);
	expect(definitionOf(before, 'DATEV books in')).toBe('DATEV books in March 2023');
	expect(before).toContain('Leavers: February 2023');
	const made = await follow(await send(`${run}/files`, { format: 'datev-lug', month: '2023-02' }));
	const { headers } = await followRefresh(made);
	expect(headers.get('Content-Disposition')).toContain('lug_42_2023-02_leavers_2023-02.txt');
	expect(await open(run)).toContain('Leavers: February 2023');
});

test('lines moved to the next run are listed with their remedy', async () => {
	await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, {
		adviserNumber: '1234567',
		clientNumber: '42',
		format: 'datev-lug',
		wageTypes: { INTERNET: { number: '1' } },
	});
	await spender.approved();
	const { id } = (await spender.close('2023-02')).body;
	expect(await open(`/runs/${id}`)).toMatch(/1[\s\S]*Show lines[\s\S]*This payroll run has no lines\./);
	expect(await open(`/runs/${id}/held-over`)).toMatch(
		/Erika Muster[\s\S]*€10.00[\s\S]*The personnel number is missing/,
	);
});
