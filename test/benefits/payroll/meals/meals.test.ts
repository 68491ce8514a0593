import Papa from 'papaparse';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, runCron } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

const WAGE_TYPES = {
	MEALS: { number: '2100', lodasKey: '2' },
	MEALS_TAX_FREE: { number: '2101', lodasKey: '3' },
};

let spender: Spender;
let company: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '17', costCenter: 'A' });
	company = `/companies/${spender.company.id}`;
	await configure();
});

const configure = (fields: object = {}) =>
	as(spender.admin).put(`${company}/payroll-settings`, {
		adviserNumber: '1234567',
		clientNumber: '42',
		format: 'datev-lug',
		wageTypes: WAGE_TYPES,
		splitsMeals: true,
		...fields,
	});
/** Two days in February 2023. The law taxes 760 at a flat rate and leaves 620 tax-free. */
const meal = (value: number) => ({ module: 'MEALS', days: 2, amount: cents(value) });
const kindsOf = async (kind?: string) => {
	const query = kind === undefined ? '' : `?kind=${kind}`;
	const { body } = await as(spender.admin).get(`${company}/flex/payroll-transactions${query}`);
	return body.map((line: { amount: { value: number } }) => line.amount.value);
};
const fileOf = async (runId: string, format: string) =>
	(await as(spender.admin).get(`${company}/flex/payroll-runs/${runId}/export?format=${format}`)).body;
const openRun = async () => (await as(spender.admin).get(`${company}/flex/payroll-runs/open`)).body;

describe('an approved expense for meals over the official value', () => {
	test('becomes a line with flat tax and a free one, which every file books apart', async () => {
		await spender.approved(meal(1000));
		expect(await kindsOf()).toEqual([760, 240]);
		const { id, sums } = (await spender.close('2023-02')).body;
		expect(sums).toEqual([{ module: 'MEALS', amount: cents(1000) }]);
		expect(await fileOf(id, 'datev-lug')).toBe(
			'1234567;42;02/2023;\r\n17;2100;7,60;A;\r\n17;2101;2,40;A;\r\n',
		);
		expect(await fileOf(id, 'datev-lodas')).toContain(
			'1;01.02.2023;7,60;2;2100;17;A;Essen 27.02.2023;\r\n1;01.02.2023;2,40;3;2101;17;A;Essen 27.02.2023;\r\n',
		);
		const { data } = Papa.parse<Record<string, string>>(await fileOf(id, 'csv'), {
			header: true,
			skipEmptyLines: true,
		});
		expect(data.map(({ kind, module, amountValue }) => [kind, module, amountValue])).toEqual([
			['MEALS_FLAT_TAXED', 'MEALS', '760'],
			['MEALS_TAX_FREE', 'MEALS', '240'],
		]);
	});

	test('counts once in the balance, with its whole amount', async () => {
		await spender.approved(meal(1000));
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 1000, available: 4000 });
	});

	test('is split by the part that is approved, not by what was asked for', async () => {
		await spender.approvePart(await spender.submitted(meal(1000)), 800, { reasons: ['no_items'] });
		expect(await kindsOf()).toEqual([760, 40]);
	});

	test('is found by the kind of its lines', async () => {
		await spender.approved(meal(1000));
		await spender.approved();
		expect(await kindsOf('MEALS_TAX_FREE')).toEqual([240]);
		expect(await kindsOf('EXPENSE')).toEqual([1000]);
	});
});

test('neither more days than the month has had so far nor more than the law has for them is taken', async () => {
	const present = { date: '2023-03-07', module: 'MEALS', amount: cents(100) };
	expect(await spender.submit({ ...present, days: 8 })).toMatchObject(
		refusal(409, 'max_days_exceeded', { limit: 7, used: 0, left: 7 }),
	);
	expect(await spender.submit({ ...present, days: 7 })).toMatchObject({ status: 201 });
	expect(await spender.submit(meal(1381))).toMatchObject(
		refusal(409, 'tax_budget_exceeded', { limit: 1380, used: 0, left: 1380 }),
	);
	const { body } = await spender.submit({ ...meal(5000), upTo: true });
	expect(body).toMatchObject({ amount: cents(1380), requestedAmount: cents(5000) });
});

test('without the setting an expense stays one line, and its file has no column more', async () => {
	await configure({ splitsMeals: false });
	await spender.approved({ ...meal(5000), days: 31 });
	expect(await kindsOf('EXPENSE')).toEqual([5000]);
	const { id } = (await spender.close('2023-02')).body;
	expect((await fileOf(id, 'csv')).split('\r\n')[0]).toMatch(/,reason$/);
});

test('a missing second wage type is an obstacle of the free line alone, which waits for the next run', async () => {
	await configure({ wageTypes: { MEALS: WAGE_TYPES.MEALS } });
	await spender.approved(meal(1000));
	const { lines, sums, heldOverCount } = await openRun();
	expect(lines).toMatchObject([
		{
			kind: 'MEALS_TAX_FREE',
			amount: cents(240),
			obstacles: [{ code: 'wage_type_missing', detail: expect.stringContaining('MEALS_TAX_FREE') }],
		},
	]);
	expect(sums).toMatchObject([{ kind: 'MEALS_FLAT_TAXED', amount: cents(760) }]);
	expect(heldOverCount).toBe(1);
	const run = (await spender.close('2023-02')).body;
	const held = await as(spender.admin).get(`${company}/flex/payroll-runs/${run.id}/held-over`);
	expect(held.body).toMatchObject([{ kind: 'MEALS_TAX_FREE', amount: cents(240) }]);
	await configure();
	const next = (await spender.close('2023-03')).body;
	expect(await fileOf(next.id, 'datev-lug')).toContain('\r\n17;2101;2,40;A;\r\n');
});

test('a correction is of the kind that it corrects, and leaves the parts as the law splits their sum', async () => {
	await spender.approved(meal(1000));
	await runCron('2023-03-08T00:00:00.000Z');
	at('2023-03-10T10:00:00.000Z');
	const [taxed, free] = (await spender.transactions()).map(({ id }) => id);
	if (taxed === undefined || free === undefined) throw new Error('There are not two lines');
	expect(await spender.correct(taxed, -1)).toMatchObject(
		refusal(409, 'correction_exceeds_transaction', { limit: 0 }),
	);
	expect(await spender.correct(free, 381)).toMatchObject(
		refusal(409, 'tax_budget_exceeded', { limit: 620, used: 240, left: 380 }),
	);
	expect(await spender.correct(free, -241)).toMatchObject(
		refusal(409, 'correction_exceeds_transaction', { limit: 240 }),
	);
	expect((await spender.correct(free, -240)).status).toBe(201);
	expect((await spender.correct(taxed, -60)).status).toBe(201);
	expect(await kindsOf('MEALS_TAX_FREE')).toEqual([240, -240]);
	expect(await kindsOf('MEALS_FLAT_TAXED')).toEqual([760, -60]);
	expect(await spender.balance('2023-02')).toMatchObject({ spent: 700 });
});
