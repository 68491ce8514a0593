import fc from 'fast-check';
import { as, at, newCompany, runCron } from '../harness/service.ts';
import { cents, newSpender, type Spender } from '../harness/spending.ts';

const EXPENSES = fc.record({
	module: fc.constantFrom('MEALS', 'MEALS', 'MEALS', 'MEALS', 'INTERNET', 'KITA'),
	value: fc.integer({ min: 1, max: 4000 }),
	/** Few, so that the law splits most meals. */
	days: fc.constantFrom(1, 1, 2, 3),
	/** Per cent of it that is approved. */
	share: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100 })),
	of: fc.nat(1),
});

/** What happens in a month, to two employees. */
export const months = fc.record({
	splitsMeals: fc.constantFrom(true, true, true, false),
	sumsBookings: fc.boolean(),
	/** Whether the second wage type of meals is missing at first, so that free parts are held over. */
	isMissing: fc.boolean(),
	vouchers: fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 2 }),
	expenses: fc.array(EXPENSES, { minLength: 1, maxLength: 5 }),
	corrections: fc.array(fc.record({ line: fc.nat(20), share: fc.integer({ min: -100, max: 20 }) }), {
		maxLength: 4,
	}),
});
type Month = typeof months extends fc.Arbitrary<infer M> ? M : never;

const WAGE_TYPES = Object.fromEntries(
	['MEALS', 'INTERNET', 'KITA', 'GOODIES'].map((key, index) => [
		key,
		{ number: `${100 + index}`, lodasKey: '2' },
	]),
);
const SECOND = { MEALS_TAX_FREE: { number: '200', lodasKey: '3' } };

/** Everything that was approved, issued and corrected, in cents, after the month and the next ones are closed. */
export interface Told {
	company: string;
	spender: Spender;
	approved: number;
	issued: number;
	corrected: number;
}

/** Plays a month on a company of its own: February 2023, with corrections in March, and runs until June. */
export async function play({ splitsMeals, sumsBookings, isMissing, ...month }: Month): Promise<Told> {
	at('2023-02-01T12:00:00.000Z');
	const company = await newCompany();
	const wide = { budget: cents(100_000) };
	const spender = await newSpender(wide, company, { personnelNumber: '17', costCenter: 'A' });
	const people = [spender, await newSpender(wide, company, { personnelNumber: '18' })];
	const office = { adviserNumber: '1234567', clientNumber: '42', format: 'datev-lodas' };
	const configure = (wageTypes: object) =>
		as(company.admin).put(`/companies/${company.id}/payroll-settings`, {
			...{ ...office, wageTypes, splitsMeals, sumsBookings },
		});
	await configure({ ...WAGE_TYPES, ...(isMissing ? {} : SECOND) });
	const told: Told = { company: `/companies/${company.id}`, spender, approved: 0, issued: 0, corrected: 0 };
	for (const value of month.vouchers) {
		await as(company.admin).post(`/employees/${spender.employeeId}/goodies/planned-vouchers`, {
			...{ amount: cents(value), goodiesVoucherType: 'SPECIAL', interval: 'ONCE' },
			startDate: '2023-02-03T00:00:00.000Z',
		});
		told.issued += value;
	}
	await runCron('2023-02-27T00:00:00.000Z');
	at('2023-02-27T12:00:00.000Z');
	for (const { module, value, days, share, of } of month.expenses) {
		const by = people[of] ?? spender;
		const meals = module === 'MEALS' ? { days, upTo: true } : {};
		const { status, body } = await by.submit({ module, amount: cents(value), date: '2023-02-20', ...meals });
		if (status !== 201) continue;
		const part = Math.ceil((body.amount.value * share) / 100);
		const decided = await by.approvePart(body.id, part, { reasons: ['no_items'] });
		if (decided.status === 200) told.approved += part;
	}
	await runCron('2023-03-08T00:00:00.000Z');
	at('2023-03-10T12:00:00.000Z');
	await configure({ ...WAGE_TYPES, ...SECOND });
	for (const { line, share } of month.corrections) {
		const lines = (await spender.transactions()).filter(({ state }) => state === 'COMMITTED');
		const chosen = lines[line % (lines.length || 1)];
		const change = Math.trunc(((chosen?.amount.value ?? 0) * share) / 100);
		if (chosen === undefined || change === 0) continue;
		const { status } = await spender.correct(chosen.id, change);
		if (status === 201) told.corrected += change;
	}
	await runCron('2023-06-08T00:00:00.000Z');
	return told;
}
