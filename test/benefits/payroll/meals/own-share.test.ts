import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { as, at, runCron } from '../../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let company: string;

beforeEach(async () => {
	at('2026-03-10T12:00:00.000Z');
	spender = await newSpender({ budget: cents(50_000), startDate: '2026-03-01T00:00:00.000Z' }, undefined, {
		personnelNumber: '17',
	});
	company = `/companies/${spender.company.id}`;
	await configure();
});

const configure = (fields: object = {}) =>
	as(spender.admin).put(`${company}/payroll-settings`, {
		wageTypes: {},
		splitsMeals: true,
		...fields,
	});
/** A meal on 2 March 2026. The law taxes 4.57 a day, and permits 7.67. */
const meal = (value: number, given: object = {}) => ({
	module: 'MEALS',
	days: 1,
	date: '2026-03-02',
	amount: cents(value),
	...given,
});
const partsOf = async () => {
	const ofKind = async (kind: string) => {
		const { body } = await as(spender.admin).get(`${company}/flex/payroll-transactions?kind=${kind}`);
		return body.map(({ amount }: { amount: { value: number } }) => amount.value);
	};
	return [await ofKind('MEALS_FLAT_TAXED'), await ofKind('MEALS_TAX_FREE')];
};

describe('the own share of employees in their meals lowers the taxed part', () => {
	test.each([
		['a meal of 12.50 for the rest that the law permits', meal(1250, { upTo: true }), [[], [767]]],
		['a named price', meal(600, { mealPrice: cents(800) }), [[257], [343]]],
		['a named price that is the amount', meal(767, { mealPrice: cents(767) }), [[457], [310]]],
		['a price that nobody has named', meal(767), [[457], [310]]],
		['two days', meal(900, { days: 2, mealPrice: cents(1000) }), [[814], [86]]],
		[
			'a named price before the requested amount',
			meal(800, { upTo: true, mealPrice: cents(900) }),
			[[324], [443]],
		],
	])('%s', async (_, expense, parts) => {
		await spender.approved(expense);
		expect(await partsOf()).toEqual(parts);
	});

	test('also when a part is approved for fewer days, with their share of the price', async () => {
		const id = await spender.submitted(meal(1200, { days: 2, mealPrice: cents(1601) }));
		const { body } = await spender.approvePart(id, 600, { days: 1, reasons: ['no_items'] });
		expect(body).toMatchObject({
			days: 2,
			approvedDays: 1,
			approvedAmount: cents(600),
			mealPrice: cents(1601),
		});
		expect(await partsOf()).toEqual([[257], [343]]);
	});

	test('a correction keeps the parts as the law splits their sum', async () => {
		await spender.approved(meal(600, { mealPrice: cents(700) }));
		await runCron('2026-04-08T00:00:00.000Z');
		at('2026-04-10T10:00:00.000Z');
		const [taxed, free] = await spender.transactions();
		if (taxed === undefined || free === undefined) throw new Error('There are not two lines');
		expect(await partsOf()).toEqual([[357], [243]]);
		expect(await spender.correct(free.id, -1)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 0 }),
		);
		expect(await spender.correct(taxed.id, 101)).toMatchObject(
			refusal(409, 'tax_budget_exceeded', { limit: 457, used: 357, left: 100 }),
		);
		expect((await spender.correct(taxed.id, 100)).status).toBe(201);
		expect((await spender.correct(taxed.id, -457)).status).toBe(201);
		expect((await spender.correct(free.id, -43)).status).toBe(201);
		expect(await spender.balance('2026-03')).toMatchObject({ spent: 200 });
	});
});

test.each([
	['below the amount', meal(600, { mealPrice: cents(599) }), '#/mealPrice/value', 'below_amount'],
	[
		'in another currency',
		meal(600, { mealPrice: { value: 700, currency: 'CHF_CENTIMES' } }),
		'#/mealPrice/currency',
		'conflict',
	],
	[
		'of another module',
		{ module: 'HEALTH', amount: cents(600), date: '2026-03-02', mealPrice: cents(700) },
		'#/mealPrice',
		'unexpected',
	],
])('a price of the meals %s is refused', async (_, expense, pointer, code) => {
	expect(await spender.submit(expense)).toMatchObject({
		status: 400,
		body: { errors: [expect.objectContaining({ pointer, code })] },
	});
});

describe('the days of a partial approval', () => {
	test('give the others back to the month', async () => {
		at('2026-03-31T12:00:00.000Z');
		const id = await spender.submitted(meal(1500, { days: 15 }));
		const one = meal(100, { date: '2026-03-03' });
		expect(await spender.submit(one)).toMatchObject(refusal(409, 'max_days_exceeded', { left: 0 }));
		expect((await spender.approvePart(id, 1400, { days: 14, reasons: ['no_date'] })).status).toBe(200);
		expect((await spender.submit(one)).status).toBe(201);
		expect(await spender.submit(one)).toMatchObject(refusal(409, 'max_days_exceeded', { left: 0 }));
	});

	test('are as many as the law has for the approved amount, and no more than submitted', async () => {
		const id = await spender.submitted(meal(1500, { days: 2 }));
		expect(await spender.approvePart(id, 768, { days: 1 })).toMatchObject(
			refusal(409, 'tax_budget_exceeded', { limit: 767 }),
		);
		expect(await spender.approvePart(id, 767, { days: 3 })).toMatchObject(refusal(400, 'validation_failed'));
		const other = await spender.submitted({ amount: cents(500), date: '2026-03-02' });
		expect(await spender.approvePart(other, 400, { days: 1 })).toMatchObject(
			refusal(400, 'validation_failed'),
		);
	});

	test('are part of a decision on many', async () => {
		const id = await spender.submitted(meal(1500, { days: 2 }));
		const amount = cents(767);
		const [verdict] = (await spender.decide([{ expenseId: id, decision: 'APPROVED', amount, days: 1 }])).body;
		expect(verdict).toMatchObject({ state: 'APPROVED', approvedAmount: amount });
		expect(await partsOf()).toEqual([[457], [310]]);
	});
});

describe('more days of meals than 15 in a month', () => {
	const many = () => spender.submitted(meal(2000, { days: 20 }));

	beforeEach(() => at('2026-03-31T12:00:00.000Z'));

	test('need a company with a record of absences', async () => {
		expect(await spender.submit(meal(2000, { days: 20 }))).toMatchObject(
			refusal(409, 'max_days_exceeded', { limit: 15 }),
		);
		const id = await spender.submitted(meal(2000, { days: 15 }));
		const proven = { absencesRecorded: true };
		expect(await as(spender.verifier).post(`/flex/expenses/${id}/approval`, proven)).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: '#/absencesRecorded', code: 'conflict' }] },
		});
	});

	test('are submitted there, and approved when the verifier confirms the record', async () => {
		await configure({ recordsAbsences: true });
		const id = await many();
		expect(await spender.approve(id)).toMatchObject(refusal(409, 'max_days_exceeded', { limit: 15 }));
		const proven = { absencesRecorded: true };
		const { status, body } = await as(spender.verifier).post(`/flex/expenses/${id}/approval`, proven);
		expect([status, body.absencesRecorded, body.approvedDays]).toEqual([200, true, null]);
		const [told] = await eventsFor(spender.admin, 'type=expense.approved');
		expect(told?.after).toMatchObject({ absencesRecorded: true });
	});

	test('are never more than the month has', async () => {
		await configure({ recordsAbsences: true });
		const id = await many();
		const other = await spender.submitted(meal(100, { days: 11 }));
		const proven = { absencesRecorded: true };
		await as(spender.verifier).post(`/flex/expenses/${id}/approval`, proven);
		expect((await as(spender.verifier).post(`/flex/expenses/${other}/approval`, proven)).status).toBe(200);
		expect(await spender.submit(meal(100))).toMatchObject(refusal(409, 'max_days_exceeded', { left: 0 }));
	});
});
