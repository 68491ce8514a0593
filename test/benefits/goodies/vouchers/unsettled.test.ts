import { beforeEach, expect, test } from 'vitest';
import { issueDueVouchers } from '../../../../src/benefits/goodies/vouchers/actions.ts';
import { eventsFor } from '../../../harness/events.ts';
import { as, at, db, newCompany, newEmployee, runCron, type TestCompany } from '../../../harness/service.ts';

const MAY = '2023-05-07T00:00:00.000Z';

let company: TestCompany;
let employee: string;

/** An occurrence in May behind a termination in April, which a failed run has not settled. */
beforeEach(async () => {
	at('2023-04-01T00:00:00.000Z');
	company = await newCompany();
	employee = `/employees/${await newEmployee(company)}`;
	const budget = { budget: { value: 1, currency: 'EUR_CENT' }, startDate: '2023-04-07T00:00:00.000Z' };
	await as(company.admin).put(`${employee}/goodies/budget`, budget);
	await terminate('2023-04-15T00:00:00.000Z');
	await issueDueVouchers(db, Date.parse(MAY), () => true);
});

const terminate = (dateTerminated: string | null) => as(company.admin).put(employee, { dateTerminated });

/** The due dates of what was issued, and how often the history tells of a skipped occurrence: behind its end a plan has none. */
async function decided() {
	const vouchers = (await as(company.admin).get(`${employee}/goodies/vouchers`)).body;
	const skipped = await eventsFor(company.admin, 'type=voucher.skipped');
	return [...vouchers.map(({ dueDate }: { dueDate: string }) => dueDate.slice(0, 10)), skipped.length];
}

test('it waits', async () => {
	expect(await decided()).toEqual(['2023-04-07', 0]);
});

test('it is issued when the date is cleared', async () => {
	await terminate(null);
	await issueDueVouchers(db, Date.parse(MAY), () => true);
	expect(await decided()).toEqual(['2023-04-07', '2023-05-07', 0]);
});

test('it is the last one of the plan once the date is settled', async () => {
	await runCron(MAY);
	await runCron('2023-09-01T00:00:00.000Z');
	expect(await decided()).toEqual(['2023-04-07', 0]);
});
