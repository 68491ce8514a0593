import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, runCron } from '../harness/service.ts';
import { cents, newSpender, type Spender } from '../harness/spending.ts';
import { linkTo, rowsOf } from './markup.ts';

let spender: Spender;
let visit: Visit;
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	const fields = { firstName: 'Erika', lastName: 'Muster', personnelNumber: '=17' };
	spender = await newSpender({}, undefined, fields);
	visit = await visitOf(spender.admin);
});

const get = (path: string, language = 'en', by = visit) =>
	browse(by).get(path, { 'Accept-Language': language });
const open = async (path: string) => (await get(path)).body as string;
test('the balances of a month tell of everybody what there was, what was spent, waits and is left', async () => {
	await newEmployee(spender.company, { lastName: 'Ohne' });
	await spender.approved({ amount: cents(1290) });
	await spender.submitted({ amount: cents(10) });
	const february = await open('/payroll/balances?month=2023-02');
	expect(february).toContain('Balances of February 2023');
	expect(rowsOf(february)).toEqual([
		'Ohne invited 7 March 2023 – – – – – no flex budget',
		'Erika Muster invited 7 March 2023 =17 €37.00 €50.00 €0.00 €12.90 €0.10',
	]);
	const march = await open(linkTo(february, 'Later ›'));
	expect(rowsOf(march)[1]).toBe('Erika Muster invited 7 March 2023 =17 €87.00 €50.00 €37.00 €0.00 €0.00');
	expect(await open(linkTo(march, '‹ Earlier'))).toContain('Balances of February 2023');
});

test('an overdrawn amount is shown beside the balance', async () => {
	await spender.approved({ amount: cents(5000) });
	await spender.grant({ budget: cents(3000) });
	expect(rowsOf(await open('/payroll/balances?month=2023-02'))[0]).toContain('overdrawn by €20.00');
});

test('the vouchers of a month are those that were due in it', async () => {
	const budget = { budget: cents(2500), startDate: '2023-03-07T00:00:00.000Z' };
	await as(spender.admin).put(`/employees/${spender.employeeId}/goodies/budget`, budget);
	await runCron('2023-03-07T12:00:00.000Z');
	expect(rowsOf(await open('/payroll/vouchers'))).toEqual([
		'Erika Muster invited 7 March 2023 =17 7 March 2023 Voucher, every month €25.00',
	]);
	expect(await open('/payroll/vouchers?month=2023-02')).toContain('No voucher was due in this month.');
});

test('the expenses of a month are filtered by what became of them, and lead to their receipts', async () => {
	const id = await spender.approved({ amount: cents(1290) });
	await spender.submitted({ amount: cents(10) });
	const all = await open('/payroll/expenses?month=2023-02');
	expect(rowsOf(all)).toEqual([
		'Erika Muster invited 7 March 2023 =17 27 February 2023 Internet €12.90 approved',
		'Erika Muster invited 7 March 2023 =17 27 February 2023 Internet €0.10 in review',
	]);
	expect(pageOf(all).select(`a[href="/console/benefits/receipts/${id}"]`)).toHaveLength(1);
	const waiting = await open('/payroll/expenses?month=2023-02&state=SUBMITTED');
	expect(rowsOf(waiting)).toHaveLength(1);
	expect(linkTo(waiting, 'Later ›')).toContain('state=SUBMITTED');
	expect(await open('/payroll/expenses?month=2023-02&state=REJECTED')).toContain(
		'No expenses match this filter',
	);
});

test('balances and vouchers go by personnel number, page by page and in files', async () => {
	const numbers = Array.from({ length: 51 }, (_, one) => String(one + 1)).sort();
	for (const personnelNumber of numbers) {
		const employeeId = await newEmployee(spender.company, {
			personnelNumber,
			lastName: `Nr ${personnelNumber}`,
		});
		const budget = { budget: cents(2500), startDate: '2023-03-07T00:00:00.000Z' };
		await as(spender.admin).put(`/employees/${employeeId}/goodies/budget`, budget);
	}
	await runCron('2023-03-07T12:00:00.000Z');
	const ordered = numbers.map(Number).sort((a, b) => a - b);
	for (const [name, others] of [
		['balances', ['=17']],
		['vouchers', []],
	] as const) {
		const numbersOf = (page: string) => rowsOf(page).map((row) => /Nr (\d+) /.exec(row)?.[1] ?? '=17');
		const first = await open(`/payroll/${name}`);
		const second = await open(linkTo(first, 'Next page'));
		expect([...numbersOf(first), ...numbersOf(second)]).toEqual([...ordered.map(String), ...others]);
		const file = String((await get(`/payroll/${name}/export`)).body);
		expect([...file.matchAll(/^(\d+),/gm)].map(([, number]) => number)).toEqual(ordered.map(String));
	}
});

test.each(['balances', 'expenses'])('the %s come in pages without repetitions', async (name) => {
	for (let one = 0; one < 51; one++)
		if (name === 'balances') await newEmployee(spender.company, { lastName: `Number ${one}` });
		else await spender.submitted({ amount: cents(1 + one) });
	const path = `/payroll/${name}?month=2023-02`;
	const first = await open(path);
	const next = linkTo(first, 'Next page');
	const second = await open(next);
	const shown = [...rowsOf(first), ...rowsOf(second)];
	expect([rowsOf(first).length, new Set(shown).size]).toEqual([50, name === 'balances' ? 52 : 51]);
	expect(next).toContain('month=2023-02');
});

test('each list comes as a file, whose amounts are numbers and whose texts are no formulas', async () => {
	await spender.approved({ amount: cents(1290) });
	const file = await get('/payroll/expenses/export?month=2023-02', 'de');
	expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="expenses_2023-02.csv"');
	const [titles, line, ...others] = String(file.body).trimEnd().split('\r\n');
	expect(titles?.replace('\uFEFF', '')).toBe('Personalnummer;Person;Datum;Modul;Betrag;Status;Währung');
	expect(line).toBe("'=17;Erika Muster;2023-02-27;Internet;12,90;genehmigt;Euro");
	expect(others).toEqual([]);
	const balances = String((await get('/payroll/balances/export?month=2023-02')).body);
	expect(balances).toContain("'=17,");
	expect(balances).toContain('37.10,50.00,0.00,12.90,0.00,,Euro');
});

test('nobody sees those of another company', async () => {
	const foreign = await newCompany();
	for (const name of ['balances', 'vouchers', 'expenses'])
		for (const path of [name, `${name}/export`])
			expect((await get(`/payroll/${path}?company=${foreign.id}`)).status, path).toBe(404);
});
