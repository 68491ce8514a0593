import { beforeEach, describe, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at } from '../harness/service.ts';
import { cents, newSpender, type Spender } from '../harness/spending.ts';
import { linkTo, rowsOf } from './markup.ts';

let spender: Spender;
let visit: Visit;
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { firstName: 'Erika', lastName: 'Muster', costCenter: '4711' });
	visit = await visitOf(spender.admin);
});

const open = async (path: string, by: Visit = visit) =>
	(await browse(by).get(path, { 'Accept-Language': 'en' })).body as string;
test('a closed month shows what it paid by module and cost centre, and in all', async () => {
	const other = await newSpender({}, spender.company);
	await spender.approved({ amount: cents(1000) });
	await spender.approved({ amount: cents(290), date: '2023-02-26' });
	await other.approved({ amount: cents(500), module: 'SPORTS' });
	const { id } = (await spender.close('2023-02')).body;
	const table = pageOf(await open(`/payroll/runs/${id}`)).one('table', /^Sums by module/);
	expect(table.rows.map(({ text }) => text)).toEqual([
		'Internet 4711 2 €12.90',
		'Sports none 1 €5.00',
		'Total 3 €17.90',
	]);
	expect(table.all('link')).toHaveLength(0);
});

test('the sums of a closed month stand on the first page of its lines only', async () => {
	await spender.approved();
	const { id } = (await spender.close('2023-02')).body;
	const [line] = await spender.transactions();
	expect(await open(`/payroll/runs/${id}?after=${line?.id}`)).not.toContain('Sums by module');
});

test('a month in which a correction takes something back has its bar below the line, not above it', async () => {
	const id = await spender.approved({ amount: cents(1290) });
	await spender.close('2023-02');
	await spender.correct((await spender.transactionOf(id)).id, -160);
	const bars = pageOf(await open('/payroll')).select('.year rect');
	const [paid, taken] = bars.map((bar) => ['y', 'height'].map((name) => Number(bar.attribute(name))));
	expect([paid, taken].map((sizes) => sizes?.length)).toEqual([2, 2]);
	const [y = 0, height = 0] = paid ?? [];
	expect(taken?.[0]).toBeCloseTo(y + height);
});

describe('the lines that wait for the open month', () => {
	test('are reached from the sums, those of a sum and all of them, each with its person and amount', async () => {
		const other = await newSpender({}, spender.company, { lastName: 'Ohne' });
		await spender.approved({ amount: cents(1290) });
		await other.approved({ amount: cents(500), module: 'SPORTS' });
		const payroll = await open('/payroll');
		const all = await open(linkTo(payroll, 'Show lines one by one'));
		expect(all).toContain('Lines of February 2023 that wait');
		expect(rowsOf(all)).toEqual([
			'Erika Muster invited 7 March 2023 Internet Settle outside payroll … 4711 €12.90',
			'Ohne invited 7 March 2023 Sports Settle outside payroll … none €5.00',
		]);
		const internet = await open(linkTo(payroll, 'Internet'));
		expect(rowsOf(internet)).toEqual([
			'Erika Muster invited 7 March 2023 Internet Settle outside payroll … 4711 €12.90',
		]);
		const sports = await open(linkTo(payroll, 'Sports'));
		expect(rowsOf(sports)).toEqual(['Ohne invited 7 March 2023 Sports Settle outside payroll … none €5.00']);
		expect(rowsOf(await open(linkTo(sports, 'Show all lines of the month')))).toHaveLength(2);
	});

	test('go by personnel number, as do those that a run carries over', async () => {
		const settings = { adviserNumber: '1234567', clientNumber: '42', format: 'datev-lug', wageTypes: {} };
		await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, settings);
		for (const personnelNumber of ['10', '9', '100', '2']) {
			const other = await newSpender({}, spender.company, { lastName: 'Nr', personnelNumber });
			await other.approved();
		}
		await spender.approved();
		const expected = ['', '2', '9', '10', '100'];
		const numbersOf = (page: string) =>
			rowsOf(page).map((row) => /Nr invited 7 March 2023 (\d+)/.exec(row)?.[1] ?? '');
		expect(numbersOf(await open('/payroll/waiting'))).toEqual(expected);
		const { id } = (await spender.close('2023-02')).body;
		expect(numbersOf(await open(`/payroll/runs/${id}/held-over`))).toEqual(expected);
	});

	test('are shown with their obstacles, and where to resolve them', async () => {
		const settings = { adviserNumber: '1234567', clientNumber: '42', format: 'datev-lug', wageTypes: {} };
		await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, settings);
		await spender.approved();
		const body = await open('/payroll/waiting');
		expect(rowsOf(body)[0]).toContain('Internet has no wage type.');
		expect(
			pageOf(body)
				.all('link')
				.map(({ href }) => href),
		).toContain(`/console/people/${spender.employeeId}/details`);
	});

	test('are those of the months that close with it, and none of a later one', async () => {
		await spender.approved({ amount: cents(1290) });
		await spender.approved({ amount: cents(777), date: '2023-03-01' });
		expect(rowsOf(await open('/payroll/waiting'))).toHaveLength(1);
		await spender.close('2023-02');
		const march = await open('/payroll/waiting');
		expect(march).toContain('Lines of March 2023 that wait');
		expect(rowsOf(march)).toEqual([
			'Erika Muster invited 7 March 2023 Internet Settle outside payroll … 4711 €7.77',
		]);
		await spender.close('2023-03');
		expect(await open('/payroll/waiting')).toContain('No such line waits for this month any more.');
	});

	test('come in pages without repetitions', async () => {
		for (let day = 1; day <= 28; day++)
			for (const value of [1, 2])
				await spender.approved({ amount: cents(value), date: `2023-02-${String(day).padStart(2, '0')}` });
		const first = await open('/payroll/waiting');
		expect(rowsOf(first)).toHaveLength(50);
		const second = await open(linkTo(first, 'Next page'));
		expect(rowsOf(second)).toHaveLength(6);
		expect(second).not.toContain('Next page');
	});
});
