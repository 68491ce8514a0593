import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { as, at, type call, newCompany, now, type TestUser } from '../../harness/service.ts';
import { accessOf, expenseOf, newSpender, type Spender } from '../../harness/spending.ts';

let spender: Spender;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '17' });
	await spender.approved();
	await spender.close('2023-01');
});
beforeEach(() => at('2023-03-07T12:00:00.000Z'));

type Send = (who: ReturnType<typeof as>) => ReturnType<typeof call>;

/** Counts the round trips of a request by a recently seen user. */
async function tripsOf(user: TestUser, send: Send): Promise<number> {
	await as(user).get('/auth/me');
	const { counted, bindings } = counting();
	const { status } = await send(as(user, bindings));
	expect(status, 'status').toBeLessThan(300);
	return counted.trips;
}

const employee = () => `/employees/${spender.employeeId}/flex`;
const company = () => `/companies/${spender.company.id}/flex`;

describe('round trips of spending', () => {
	test.each<[string, () => string]>([
		['the balance of a month', () => `${employee()}/balance?month=2023-03`],
		['the balances of a year', () => `${employee()}/balances?year=2023`],
		['the expenses of an employee', () => `${employee()}/expenses`],
		['a filtered page of them', () => `${employee()}/expenses?state=APPROVED&month=2023-02&limit=10`],
		['the expenses of a company', () => `${company()}/expenses`],
		['a filtered page of those', () => `${company()}/expenses?module=INTERNET&limit=10`],
		['payroll transactions', () => `${company()}/payroll-transactions`],
		['payroll runs', () => `${company()}/payroll-runs`],
		['corrections', () => `${company()}/payroll-corrections`],
		['payroll settings', () => `/companies/${spender.company.id}/payroll-settings`],
	])('reading %s takes one', async (_, path) => {
		expect(await tripsOf(spender.admin, (who) => who.get(path()))).toBe(1);
	});

	test('submitting, approving, rejecting and withdrawing take two or three', async () => {
		const approved = await spender.submitted();
		const rejected = await spender.submitted();
		const withdrawn = await spender.submitted();
		const steps: [TestUser, Send][] = [
			[spender.employee, (who) => who.post(`${employee()}/expenses`, expenseOf())],
			[spender.verifier, (who) => who.post(`/flex/expenses/${approved}/approval`)],
			[spender.verifier, (who) => who.post(`/flex/expenses/${rejected}/rejection`, { reason: 'x' })],
			[spender.employee, (who) => who.post(`/flex/expenses/${withdrawn}/withdrawal`)],
		];
		for (const [user, send] of steps) {
			const trips = await tripsOf(user, send);
			expect(trips).toBeGreaterThanOrEqual(2);
			expect(trips).toBeLessThanOrEqual(3);
		}
	});

	test('do not grow with what the employee has spent before', async () => {
		const one = await newSpender(accessOf({ budget: { value: 1_000_000, currency: 'EUR_CENT' } }));
		const submit: Send = (who) => who.post(`/employees/${one.employeeId}/flex/expenses`, expenseOf());
		const read: Send = (who) => who.get(`/employees/${one.employeeId}/flex/balances`);
		const few = [await tripsOf(one.employee, submit), await tripsOf(one.employee, read)];
		for (let count = 0; count < 40; count++) await one.submitted();
		expect([await tripsOf(one.employee, submit), await tripsOf(one.employee, read)]).toEqual(few);
	});
});

/** Adds pending lines of February to a company, by SQL for speed. */
const addLines = (companyId: string, count: number) =>
	env.DB.prepare(
		`INSERT INTO payroll_transactions (id, date_created, date_modified, flex_data_id, company_id, module, personnel_number,
		amount_value, amount_currency, state, payroll_reference_date, submitted_date)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		SELECT ?2 || '-' || i, ?3, ?3, 'x', ?2, 'KITA', '17', 1, 'EUR_CENT', 'PENDING', ?4, ?3 FROM n`,
	)
		.bind(count, companyId, now(), Date.parse('2023-03-07T23:59:59.999Z'))
		.run();

describe('closing a run', () => {
	const closing = async (lines: number): Promise<number> => {
		const { id, admin } = await newCompany();
		await addLines(id, lines);
		let lineCount: number | undefined;
		const trips = await tripsOf(admin, async (who) => {
			const answer = await who.post(`/companies/${id}/flex/payroll-runs`, { month: '2023-02' });
			lineCount = answer.body.lineCount;
			return answer;
		});
		expect(lineCount).toBe(lines);
		return trips;
	};

	test('a run of 3 lines takes four, and no more for 3,000: only each page of 5,000 costs one', async () => {
		expect(await closing(3)).toBe(4);
		expect(await closing(3000)).toBe(4);
		expect(await closing(4999)).toBe(4);
		expect(await closing(5001)).toBe(5);
	}, 60_000);
});
