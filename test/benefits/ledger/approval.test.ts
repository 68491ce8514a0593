import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newUser, runCron } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-02T18:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '00017', costCenter: '4711' });
});

const rename = (fields: object) => as(spender.admin).put(`/employees/${spender.employeeId}`, fields);

describe('the transaction of an approved expense', () => {
	test('is PENDING and copies the expense and the personnel number of that moment', async () => {
		const id = await spender.submitted({ amount: cents(1290) });
		await rename({ personnelNumber: '00018' });
		at('2023-03-03T10:00:00.000Z');
		await spender.approve(id);
		expect(await spender.transactions()).toEqual([
			{
				id: expect.any(String),
				dateCreated: '2023-03-03T10:00:00.000Z',
				dateModified: '2023-03-03T10:00:00.000Z',
				dateDeleted: null,
				flexDataId: id,
				companyId: spender.company.id,
				personnelNumber: '00018',
				amount: cents(1290),
				state: 'PENDING',
				payrollReferenceDate: '2023-03-07T23:59:59.999Z',
				submittedDate: '2023-03-02T18:00:00.000Z',
			},
		]);
	});

	test('goes to the present personnel number and cost centre while it waits, and stays what it is afterwards', async () => {
		const id = await spender.approved();
		await rename({ personnelNumber: '99', costCenter: '1' });
		expect(await spender.transactionOf(id)).toMatchObject({ personnelNumber: '99', state: 'PENDING' });
		await rename({ personnelNumber: '00017', costCenter: '4711' });
		await spender.close('2023-02');
		const before = await spender.transactions();
		await rename({ personnelNumber: '98', costCenter: '2' });
		expect(await spender.transactions()).toEqual(before);
		const [run] = await spender.runs();
		const path = `/companies/${spender.company.id}/flex/payroll-runs/${run.id}/export?format=csv`;
		expect((await as(spender.admin).get(path)).body).toMatch(/,00017,4711,INTERNET,1000,EUR_CENT,COMMITTED,/);
	});

	test('has no personnel number when the employee has none', async () => {
		const nameless = await newSpender();
		expect(await nameless.transactionOf(await nameless.approved())).toMatchObject({ personnelNumber: null });
	});

	test('is found by its module', async () => {
		const id = await spender.approved({ module: 'KITA' });
		await spender.approved();
		const path = `/companies/${spender.company.id}/flex/payroll-transactions?module=KITA`;
		const { body } = await as(spender.admin).get(path);
		expect(body.map(({ flexDataId }: { flexDataId: string }) => flexDataId)).toEqual([id]);
	});
});

describe('payrollReferenceDate is the end of the reference day in the month after the expense', () => {
	test.each([
		[7, '2023-03-07T23:59:59.999Z', '2023-02-28', '2023-03-07T23:59:59.999Z'],
		[7, '2023-03-07T23:59:59.999Z', '2023-03-01', '2023-04-07T23:59:59.999Z'],
		[28, '2024-02-29T12:00:00.000Z', '2024-02-29', '2024-03-28T23:59:59.999Z'],
	])('reference day %d, at %s, of %s: %s', async (day, moment, date, expected) => {
		at(moment);
		const startDate = `${date.slice(0, 7)}-01T00:00:00.000Z`;
		const one = await newSpender({ startDate }, await newCompany(day));
		const { payrollReferenceDate } = await one.transactionOf(await one.approved({ date }));
		expect(payrollReferenceDate).toBe(expected);
	});
});

describe('a reference day that moves between approval and closing loses no line', () => {
	test.each([
		[1, '2023-03-08T00:00:00.000Z'],
		[28, '2023-03-29T00:00:00.000Z'],
	])('to %d', async (payrollReferenceDay, secondCron) => {
		await spender.approved();
		const platform = await newUser(['PLATFORM_ADMIN']);
		await as(platform).put(`/companies/${spender.company.id}`, { payrollReferenceDay });
		at('2023-03-02T19:00:00.000Z');
		const march = await spender.approved({ date: '2023-03-02' });
		for (const moment of ['2023-03-08T00:00:00.000Z', secondCron, '2023-04-29T00:00:00.000Z']) {
			await runCron(moment);
		}
		expect((await spender.transactions()).map(({ state }) => state)).toEqual(['COMMITTED', 'COMMITTED']);
		const runs = await spender.runs();
		expect(runs.map(({ month }: { month: string }) => month)).toEqual(['2023-02', '2023-03']);
		expect(runs.map(({ lineCount }: { lineCount: number }) => lineCount)).toEqual([1, 1]);
		expect((await spender.transactionOf(march)).state).toBe('COMMITTED');
	});

	test('though two lines of one month then refer to two days', async () => {
		await spender.approved();
		const platform = await newUser(['PLATFORM_ADMIN']);
		await as(platform).put(`/companies/${spender.company.id}`, { payrollReferenceDay: 20 });
		await spender.approved();
		const references = (await spender.transactions()).map((one) => one.payrollReferenceDate.slice(0, 10));
		expect(references).toEqual(['2023-03-07', '2023-03-20']);
		await runCron('2023-03-08T00:00:00.000Z');
		expect(await spender.runs()).toMatchObject([{ month: '2023-02', lineCount: 2 }]);
		await runCron('2023-03-21T00:00:00.000Z');
		expect(await spender.runs()).toHaveLength(1);
	});
});
